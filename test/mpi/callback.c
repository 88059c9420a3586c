/*
 * A non-blocking reduction for which Open MPI takes no callback once: an error, and the next one works. Prints "all right" from
 * the first process.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool refused;

int opal_progress_register(int (*callback)(void));

/* Stands before Open MPI's own; refuses rabred's first callback. */
int opal_progress_register(int (*callback)(void))
{
    enum { OUT_OF_RESOURCE = -2 };
    int (*next)(int (*)(void)) = (int (*)(int (*)(void))) dlsym(RTLD_NEXT, "opal_progress_register");
    Dl_info info;

    if (!refused && 0 != dladdr((void *) callback, &info) && NULL != strstr(info.dli_fname, "mca_coll_rabred.so")) {
        refused = true;
        return OUT_OF_RESOURCE;
    }
    return next(callback);
}

int main(int argc, char **argv)
{
    int one = 1, sum = 0, rank, size, right, all;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    right = MPI_SUCCESS != MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request) && refused;
    right = right && MPI_SUCCESS == MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request)
            && MPI_SUCCESS == MPI_Wait(&request, MPI_STATUS_IGNORE) && size == sum;
    MPI_Allreduce(&right, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    if (0 == rank) {
        puts(all ? "all right" : "not refused, or no error, or wrong after it");
    }
    MPI_Finalize();
    return !all;
}

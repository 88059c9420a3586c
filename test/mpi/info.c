/*
 * info HOW KEY VALUE: sets the info key of a duplicate of MPI_COMM_WORLD and reduces on it, by all four collectives. HOW is
 *     dup        by MPI_Comm_dup_with_info
 *     set        by MPI_Comm_set_info before the first reduction
 *     late       by MPI_Comm_set_info after it
 *     differ     as dup, but on the last process only
 *     missing    as late, but on the last process only
 *     sub        as dup, on all processes but the first, which makes a communicator of the others without the key
 * Prints "all right" if results were.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { COUNT = 100 };

static bool reduces(MPI_Comm comm)
{
    int in[COUNT], all[COUNT], own[COUNT], rank, size;
    bool right = true;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int i = 0; i < COUNT; i++) {
        in[i] = i * (rank + 1);
    }
    MPI_Allreduce(in, all, COUNT, MPI_INT, MPI_SUM, comm);
    for (int i = 0; i < COUNT; i++) {
        right = right && all[i] == i * size * (size + 1) / 2;
    }
    MPI_Reduce(in, own, COUNT, MPI_INT, MPI_SUM, 0, comm);
    right = right && (0 != rank || 0 == memcmp(own, all, sizeof(all)));
    MPI_Reduce_scatter_block(in, own, COUNT / size, MPI_INT, MPI_SUM, comm);
    right = right && own[0] == all[rank * (COUNT / size)];
    int counts[COUNT] = {0};
    counts[0] = COUNT;
    MPI_Reduce_scatter(in, own, counts, MPI_INT, MPI_SUM, comm);
    return right && (0 != rank || 0 == memcmp(own, all, sizeof(all)));
}

int main(int argc, char **argv)
{
    int rank, size;
    bool right = true;
    MPI_Info info;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    if (argc != 4) {
        fprintf(stderr, "usage: info dup|set|late|differ|missing|sub KEY VALUE\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const char *how = argv[1];
    bool late = 0 == strcmp(how, "late") || 0 == strcmp(how, "missing"), some = 0 == strcmp(how, "differ") || 0 == strcmp(how, "missing");
    MPI_Info_create(&info);
    if (!some || rank == size - 1) {
        MPI_Info_set(info, argv[2], argv[3]);
    }
    if (0 == strcmp(how, "sub")) {
        MPI_Comm part;
        MPI_Comm_split(MPI_COMM_WORLD, rank > 0, 0, &part);
        if (rank > 0) {
            MPI_Comm_dup_with_info(part, info, &comm);
        } else {
            MPI_Comm_dup(part, &comm);
        }
        MPI_Comm_free(&part);
    } else if (late || 0 == strcmp(how, "set")) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        right = !late || reduces(comm);
        MPI_Comm_set_info(comm, info);
    } else {
        MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm);
    }
    MPI_Info_free(&info);
    for (int repetition = 0; repetition < 3; repetition++) {
        right = reduces(comm) && right;
    }
    MPI_Comm_free(&comm);
    MPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_C_BOOL, MPI_LAND, MPI_COMM_WORLD);
    if (rank == 0 && right) {
        printf("all right\n");
    }
    MPI_Finalize();
    return right ? 0 : 1;
}

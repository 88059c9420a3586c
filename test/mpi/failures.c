/*
 * Reductions on a communicator that is revoked, or of which a process dies, while the others wait in the call: each must
 * end with the error of MPI that says so, and the survivors must be able to go on. Needs an Open MPI with fault
 * tolerance, 4 processes and more, and mpirun --with-ft ulfm:
 *
 *     failures COLLECTIVE ELEMENTS revoked|dead
 *
 * Prints "all right" from the first process, or "no fault tolerance".
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#define _DEFAULT_SOURCE
#include <mpi.h>
#if defined(OPEN_MPI)
#include <mpi-ext.h>
#endif
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(OMPI_HAVE_MPI_EXT_FTMPI)

enum { SECONDS = 40 };

static int rank, processes;

static void fail(const char *what, int class)
{
    printf("rank %d: %s: class %d\n", rank, what, class);
    fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static int call(const char *collective, const long *in, long *out, int elements, MPI_Comm comm)
{
    int counts[processes], each = elements / processes;

    for (int i = 0; i < processes; i++) {
        counts[i] = each;
    }
    if (0 == strcmp(collective, "reduce")) {
        return MPI_Reduce(in, out, elements, MPI_LONG, MPI_SUM, 0, comm);
    }
    if (0 == strcmp(collective, "reduce_scatter")) {
        return MPI_Reduce_scatter(in, out, counts, MPI_LONG, MPI_SUM, comm);
    }
    if (0 == strcmp(collective, "reduce_scatter_block")) {
        return MPI_Reduce_scatter_block(in, out, each, MPI_LONG, MPI_SUM, comm);
    }
    return MPI_Allreduce(in, out, elements, MPI_LONG, MPI_SUM, comm);
}

/* The others cannot have all contributions. A process of a reduction to the root may end without having noticed. */
static void interrupted(const char *collective, const long *in, long *out, int elements, MPI_Comm comm)
{
    int class = MPI_SUCCESS, error = call(collective, in, out, elements, comm);

    if (MPI_SUCCESS != error) {
        MPI_Error_class(error, &class);
    }
    if (MPIX_ERR_REVOKED != class && MPIX_ERR_PROC_FAILED != class
        && (MPI_SUCCESS != class || 0 != strcmp(collective, "reduce") || 0 == rank)) {
        fail("the call that is interrupted ends otherwise", class);
    }
}

int main(int argc, char **argv)
{
    MPI_Comm comm, survivors;
    int survive;

    if (4 != argc) {
        puts("usage: failures COLLECTIVE ELEMENTS revoked|dead");
        return 2;
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    if (processes < 4) {
        fail("needs 4 processes or more", 0);
    }
    const int elements = atoi(argv[2]), last = processes - 1;
    const bool dead = 0 == strcmp(argv[3], "dead");
    long *in = calloc((size_t) elements, sizeof(*in)), *out = calloc((size_t) elements, sizeof(*out));
    for (int i = 0; i < elements; i++) {
        in[i] = 1;
    }
    alarm(SECONDS);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (MPI_SUCCESS != call(argv[1], in, out, elements, comm)) {
        fail("before", 0);
    }
    if (last == rank) {
        usleep(500000);   /* the others wait by then */
        if (dead) {
            raise(SIGKILL);
        }
        MPIX_Comm_revoke(comm);
    }
    interrupted(argv[1], in, out, elements, comm);
    interrupted(argv[1], in, out, elements, comm);
    if (MPI_SUCCESS != MPIX_Comm_shrink(comm, &survivors)) {
        fail("shrink", 0);
    }
    MPI_Comm_size(survivors, &survive);
    if (survive != processes - dead || MPI_SUCCESS != MPI_Allreduce(in, out, elements, MPI_LONG, MPI_SUM, survivors)
        || out[0] != survive || out[elements - 1] != survive) {
        fail("the survivors", survive);
    }
    if (0 == rank) {
        puts("all right");
    }
    MPI_Comm_free(&survivors);
    MPI_Comm_free(&comm);
    free(in);
    free(out);
    MPI_Finalize();
    return 0;
}

#else

int main(int argc, char **argv)
{
    (void) argc;
    (void) argv;
    puts("no fault tolerance");
    return 0;
}

#endif

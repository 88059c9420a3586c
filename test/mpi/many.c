/*
 * Ten thousand calls on one communicator and calls of all kinds on a hundred others, for test/leaks:
 * prints "all right" from rank 0, or aborts. 10,200 of the calls are allreduces.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { CALLS = 10000, COMMUNICATORS = 100, LONG = 3000 };

static int rank, processes;

static void check(long result, long expected)
{
    if (result != expected) {
        printf("rank %d: %ld instead of %ld\n", rank, result, expected);
        fflush(stdout);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static void call_all(MPI_Comm comm, int *counts)
{
    static long in[LONG], out[LONG];
    long sum = (long) processes * (processes - 1) / 2;

    for (int i = 0; i < LONG; i++) {
        in[i] = rank;
    }
    MPI_Allreduce(in, out, 1, MPI_LONG, MPI_SUM, comm);
    check(out[0], sum);
    MPI_Allreduce(in, out, LONG, MPI_LONG, MPI_SUM, comm);
    check(out[LONG - 1], sum);
    for (int root = 0; root < processes; root++) {
        MPI_Reduce(in, out, root % 2 ? 1 : LONG, MPI_LONG, MPI_SUM, root, comm);
        check(rank == root ? out[0] : sum, sum);
    }
    MPI_Reduce_scatter(in, out, counts, MPI_LONG, MPI_SUM, comm);
    check(out[0], sum);
    MPI_Reduce_scatter_block(in, out, 5, MPI_LONG, MPI_SUM, comm);
    check(out[4], sum);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    int *counts = calloc((size_t) processes, sizeof(*counts));
    for (int i = 0; i < processes; i++) {
        counts[i] = 1 + i;
    }
    for (long i = 0; i < CALLS; i++) {
        long in = i * rank, out;
        MPI_Allreduce(&in, &out, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
        check(out, i * processes * (processes - 1) / 2);
    }
    for (int i = 0; i < COMMUNICATORS; i++) {
        MPI_Comm comm;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        call_all(comm, counts);
        MPI_Comm_free(&comm);
    }
    free(counts);
    MPI_Barrier(MPI_COMM_WORLD);
    if (0 == rank) {
        puts("all right");
    }
    MPI_Finalize();
    return 0;
}

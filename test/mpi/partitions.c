/*
 * MPI_Reduce_scatter of vectors of one length in blocks of different lengths, in turn and several in flight: nothing that was
 * found for some blocks serves others. Prints "all right" from rank 0, or aborts. For 64 processes at most.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

enum { SHARE = 12, MOST = 64, IN_FLIGHT = 2, TIMES = 60 };

static int rank, processes;

/* Partition 0 has even blocks; of others each second rank gives some of its elements to the one before it. */
static void partition(int number, int *counts)
{
    for (int i = 0; i < processes; i++) {
        counts[i] = SHARE;
    }
    for (int i = 0; i + 1 < processes; i += 2) {
        counts[i] += number;
        counts[i + 1] -= number;
    }
}

static void check(const uint64_t *out, const int *counts)
{
    const uint64_t times = (uint64_t) processes;
    uint64_t first = 0;

    for (int i = 0; i < rank; i++) {
        first += (uint64_t) counts[i];
    }
    for (int i = 0; i < counts[rank]; i++) {
        if (out[i] != times * (first + (uint64_t) i) + times * (times - 1) / 2) {
            fprintf(stderr, "rank %d: element %d of %d is wrong\n", rank, i, counts[rank]);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
}

static void run(MPI_Comm comm)
{
    static const int order[] = {1, 1, 0, 0, 1, 2, 2, 0, SHARE, 1};
    static uint64_t in[SHARE * MOST], out[IN_FLIGHT][2 * SHARE];
    int counts[IN_FLIGHT][MOST];

    for (int i = 0; i < SHARE * processes; i++) {
        in[i] = (uint64_t) (i + rank);
    }
    for (int time = 0; time < TIMES; time++) {
        MPI_Request request[IN_FLIGHT];
        for (int i = 0; i < IN_FLIGHT; i++) {
            partition(order[(IN_FLIGHT * time + i) % 10], counts[i]);
            MPI_Ireduce_scatter(in, out[i], counts[i], MPI_UINT64_T, MPI_SUM, comm, &request[i]);
        }
        MPI_Waitall(IN_FLIGHT, request, MPI_STATUSES_IGNORE);
        for (int i = 0; i < IN_FLIGHT; i++) {
            check(out[i], counts[i]);
        }
        partition(order[time * 3 % 10], counts[0]);
        MPI_Reduce_scatter(in, out[0], counts[0], MPI_UINT64_T, MPI_SUM, comm);
        check(out[0], counts[0]);
    }
}

int main(int argc, char **argv)
{
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    run(comm);
    MPI_Comm_free(&comm);
    if (0 == rank) {
        printf("calls reduce_scatter %d\nall right\n", TIMES * (IN_FLIGHT + 1));
    }
    MPI_Finalize();
    return 0;
}

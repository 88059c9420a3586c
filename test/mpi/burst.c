/*
 * Bursts of many non-blocking allreduces under way at once on one communicator, which then goes; for test/requests: prints "all right"
 * from rank 0 if memory that is in use after a burst is no more than before it but for a few megabytes, on all processes. Only glibc tells.
 */
#include <malloc.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { REQUESTS = 500, LONGEST = 32000, SPARED = 8 << 20 };

static size_t in_use(void)
{
    const struct mallinfo2 use = mallinfo2();

    return use.uordblks + use.hblkhd;
}

/* Of so many doubles each; whether the results are right. */
static int burst(int requests, int elements, const double *in, double *out)
{
    MPI_Request *request = malloc((size_t) requests * sizeof(*request));
    MPI_Comm comm;
    int processes, right = 1;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_size(comm, &processes);
    for (int i = 0; i < requests; i++) {
        MPI_Iallreduce(in, out + (size_t) i * (size_t) elements, elements, MPI_DOUBLE, MPI_SUM, comm, &request[i]);
    }
    MPI_Waitall(requests, request, MPI_STATUSES_IGNORE);
    for (int i = 0; i < requests; i++) {
        right = right && (double) processes == out[(size_t) i * (size_t) elements] && (double) processes == out[(size_t) (i + 1) * (size_t) elements - 1];
    }
    MPI_Comm_free(&comm);
    free(request);
    return right;
}

int main(int argc, char **argv)
{
    static const struct { int requests, elements; } bursts[] = {{REQUESTS, 7000}, {REQUESTS, 1}, {REQUESTS / 5, LONGEST}};
    int rank, right = 1, all;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *in = malloc(LONGEST * sizeof(*in)), *out = malloc((size_t) REQUESTS * LONGEST * sizeof(*out));
    for (int i = 0; i < LONGEST; i++) {
        in[i] = 1;
    }
    for (size_t i = 0; i < sizeof(bursts) / sizeof(bursts[0]); i++) {
        burst(2, bursts[i].elements, in, out);   /* what Open MPI keeps for messages of that length */
        MPI_Barrier(MPI_COMM_WORLD);
        const size_t before = in_use();
        right = burst(bursts[i].requests, bursts[i].elements, in, out) && right;
        MPI_Barrier(MPI_COMM_WORLD);
        const size_t after = in_use();
        if (after > before + SPARED) {
            printf("rank %d, %d requests of %d doubles: %zu bytes more in use\n", rank, bursts[i].requests, bursts[i].elements, after - before);
            right = 0;
        }
    }
    MPI_Allreduce(&right, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (0 == rank && all) {
        puts("all right");
    }
    free(in);
    free(out);
    MPI_Finalize();
    return 0;
}

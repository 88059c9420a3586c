/* Microseconds that two processes need for one message and for each further one of sixteen at once, by their length: both ways, or one way and
   an empty answer. Medians of 3001. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { BURST = 16, LONGEST = 3968, SAMPLES = 3001 };

static int compare(const void *left, const void *right)
{
    const double a = *(const double *) left, b = *(const double *) right;

    return (a > b) - (a < b);
}

static double time_of(int rank, int messages, int bytes, int both)
{
    static char in[BURST][LONGEST], out[BURST][LONGEST];
    static double seconds[SAMPLES];

    for (int sample = 0; sample < SAMPLES; sample++) {
        MPI_Request request[2 * BURST];
        int requests = 0;
        MPI_Barrier(MPI_COMM_WORLD);
        const double start = MPI_Wtime();
        for (int i = 0; i < messages && (both || 1 == rank); i++) {
            MPI_Irecv(in[i], bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, &request[requests++]);
        }
        for (int i = 0; i < messages && (both || 0 == rank); i++) {
            MPI_Isend(out[i], bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, &request[requests++]);
        }
        MPI_Waitall(requests, request, MPI_STATUSES_IGNORE);
        if (!both && 1 == rank) {
            MPI_Send(NULL, 0, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
        } else if (!both) {
            MPI_Recv(NULL, 0, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        seconds[sample] = MPI_Wtime() - start;
    }
    qsort(seconds, SAMPLES, sizeof(seconds[0]), compare);
    return 1e6 * seconds[SAMPLES / 2];
}

int main(int argc, char **argv)
{
    static const int bytes[] = {8, 256, 512, 1024, 2048, LONGEST};
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int both = 1; both >= 0; both--) {
        for (size_t i = 0; i < sizeof(bytes) / sizeof(bytes[0]); i++) {
            const double one = time_of(rank, 1, bytes[i], both), all = time_of(rank, BURST, bytes[i], both);
            if (0 == rank) {
                printf("%s %4d bytes: one %.3f us, each further %.3f us\n", both ? "both ways" : "one way", bytes[i], one, (all - one) / (BURST - 1));
            }
        }
    }
    MPI_Finalize();
    return 0;
}

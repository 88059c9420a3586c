/*
 * The last rank calls with one element more than the others: whoever finds out gets an error of MPI, nobody
 * crashes, and another communicator works afterwards. Prints "all right" from rank 0.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static long in[1000], out[1000];
    int rank, processes, class = MPI_SUCCESS, wrong, any;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    int error = MPI_Reduce(in, out, rank == processes - 1 ? 101 : 100, MPI_LONG, MPI_SUM, 0, comm);
    MPI_Error_class(error, &class);
    wrong = class != MPI_SUCCESS && class != MPI_ERR_TRUNCATE;
    int counts[] = {wrong, class == MPI_ERR_TRUNCATE}, sums[2];
    MPI_Allreduce(counts, sums, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    any = sums[1];
    if (0 == rank) {
        puts(0 == sums[0] && any > 0 ? "all right" : "no error, or another one");
    }
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}

/*
 * A few reductions of 3 processes or more with known results, for tests of everything around them:
 * prints "all right" from rank 0, or what is wrong. With an argument no longer messages than short ones but to the last
 * process, half as long as else; "growing": after allreduces and reduces of 1 to GROWING longs.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 5000, GROWING = 12 };

static int rank, processes;

/* "The right operand": associative and not commutative. */
static void right_operand(void *left, void *right, int *count, MPI_Datatype *type)
{
    (void) left;
    (void) right;
    (void) count;
    (void) type;
}

static void check(const char *what, const long *result, int count, long expected)
{
    for (int i = 0; i < count; i++) {
        if (result[i] != expected) {
            printf("rank %d: %s: element %d is %ld instead of %ld\n", rank, what, i, result[i], expected);
            fflush(stdout);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
}

int main(int argc, char **argv)
{
    static long in[MANY], out[MANY];
    MPI_Op op;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    int *counts = calloc((size_t) processes, sizeof(*counts));
    for (int i = 0; i < MANY; i++) {
        in[i] = rank + 1;
    }
    for (int i = 0; i < processes; i++) {
        counts[i] = i;
    }
    long sum = (long) processes * (processes + 1) / 2;
    for (int length = 1; length <= GROWING && argc > 1 && 0 == strcmp(argv[1], "growing"); length++) {
        MPI_Allreduce(in, out, length, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
        check("growing allreduce", out, length, sum);
        MPI_Reduce(in, out, length, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
        check("growing reduce", out, 0 == rank ? length : 0, sum);
    }
    MPI_Allreduce(in, out, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    check("short allreduce", out, 1, sum);
    const int many = 1 == argc ? MANY : MANY / 2;
    if (MANY == many) {
        MPI_Allreduce(in, out, MANY, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
        check("long allreduce", out, MANY, sum);
    }
    MPI_Op_create(right_operand, 0, &op);
    MPI_Allreduce(in, out, 2, MPI_LONG, op, MPI_COMM_WORLD);
    check("ordered allreduce", out, 2, processes);
    MPI_Op_free(&op);
    MPI_Reduce(in, out, many, MPI_LONG, MPI_SUM, processes - 1, MPI_COMM_WORLD);
    check("reduce", out, rank == processes - 1 ? many : 0, sum);
    MPI_Reduce_scatter(in, out, counts, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    check("reduce_scatter", out, rank, sum);
    MPI_Reduce_scatter_block(in, out, 3, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    check("reduce_scatter_block", out, 3, sum);
    free(counts);
    MPI_Barrier(MPI_COMM_WORLD);
    if (0 == rank) {
        puts("all right");
    }
    MPI_Finalize();
    return 0;
}

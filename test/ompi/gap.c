/*
 * MPI_Reduce of a datatype whose elements begin at a distance from their address (true lower bound not 0), for every root.
 * Prints, from rank 0,
 *
 *     N results, M wrong
 *
 * and ends with status 1 if any is wrong; an algorithm that overlooks the distance may also crash.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 1000, GAP = 4096 };   /* elements; ints before the first one */

static void sum(void *left, void *right, int *count, MPI_Datatype *unused)
{
    (void) unused;
    for (int i = 0; i < *count; i++) {
        ((int *) right)[GAP + i] += ((const int *) left)[GAP + i];
    }
}

int main(int argc, char **argv)
{
    int rank, p;
    long results = 0, wrong = 0, sums[2];
    MPI_Datatype moved, type;
    MPI_Op op;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    MPI_Type_create_hindexed_block(1, 1, (MPI_Aint[]) {GAP * sizeof(int)}, MPI_INT, &moved);
    MPI_Type_create_resized(moved, 0, sizeof(int), &type);
    MPI_Type_commit(&type);
    MPI_Op_create(sum, 1, &op);
    int *in = calloc(GAP + COUNT, sizeof(*in)), *out = calloc(GAP + COUNT, sizeof(*out));
    for (int root = 0; root < p; root++) {
        for (int i = 0; i < COUNT; i++) {
            in[GAP + i] = rank + i;
        }
        MPI_Reduce(in, out, COUNT, type, op, root, MPI_COMM_WORLD);
        for (int i = 0; rank == root && i < COUNT; i++) {
            results++;
            wrong += out[GAP + i] != p * (p - 1) / 2 + p * i;
        }
    }
    MPI_Allreduce((long[]) {results, wrong}, sums, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (0 == rank) {
        printf("%ld results, %ld wrong\n", sums[0], sums[1]);
    }
    free(in);
    free(out);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    MPI_Type_free(&moved);
    MPI_Finalize();
    return sums[1] > 0;
}

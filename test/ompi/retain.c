/*
 * Persistent reductions whose operator and datatype the program frees before it starts them, as MPI allows; other objects are made in
 * their place. Prints, from rank 0,
 *
 *     N results, M wrong
 *
 * and ends with status 1 if any is wrong; where Open MPI let the objects go, it may also crash.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#if MPI_VERSION < 4 && defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>
#define MPI_Allreduce_init MPIX_Allreduce_init
#define MPI_Reduce_init MPIX_Reduce_init
#define MPI_Bcast_init MPIX_Bcast_init
#endif
#include <stdio.h>
#include <stdlib.h>

enum { OBJECTS = 64, COUNT = 100, ROUNDS = 20 };

static long results, wrong;

static void most(void *left, void *right, int *count, MPI_Datatype *unused)
{
    const int *a = left;
    int *b = right;

    (void) unused;
    for (int i = 0; i < 2 * *count; i++) {
        b[i] = a[i] > b[i] ? a[i] : b[i];
    }
}

static void spoil(void *left, void *right, int *count, MPI_Datatype *unused)
{
    (void) left;
    (void) unused;
    for (int i = 0; i < 2 * *count; i++) {
        ((int *) right)[i] = -1;
    }
}

/* Takes the memory that operators and datatypes leave. */
static void occupy(MPI_Op *ops, MPI_Datatype *types)
{
    for (int i = 0; i < OBJECTS; i++) {
        MPI_Op_create(spoil, 1, &ops[i]);
        MPI_Type_vector(1, 1, 1, MPI_CHAR, &types[i]);
        MPI_Type_commit(&types[i]);
    }
}

static void vacate(MPI_Op *ops, MPI_Datatype *types)
{
    for (int i = 0; i < OBJECTS; i++) {
        MPI_Op_free(&ops[i]);
        MPI_Type_free(&types[i]);
    }
}

static void start(MPI_Request *request, const int *out, int expected)
{
    for (int again = 0; again < 2; again++) {
        MPI_Start(request);
        MPI_Wait(request, MPI_STATUS_IGNORE);
        for (int i = 0; i < 2 * COUNT; i++) {
            results++;
            wrong += out[i] != expected + i;
        }
    }
    MPI_Request_free(request);
}

static void round_of(int rank, int p)
{
    int in[2 * COUNT], all[2 * COUNT], one[2 * COUNT], told[2 * COUNT];
    MPI_Op op, ops[OBJECTS];
    MPI_Datatype pair, types[OBJECTS];
    MPI_Request requests[3];

    for (int i = 0; i < 2 * COUNT; i++) {
        in[i] = rank + i;
        all[i] = 0;
        one[i] = p - 1 + i;   /* as it is at the root */
        told[i] = i;
    }
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Op_create(most, 1, &op);
    MPI_Allreduce_init(in, all, COUNT, pair, op, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Reduce_init(in, one, COUNT, pair, op, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Bcast_init(told, COUNT, pair, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[2]);
    MPI_Op_free(&op);
    MPI_Type_free(&pair);
    occupy(ops, types);
    start(&requests[0], all, p - 1);
    start(&requests[1], one, p - 1);
    start(&requests[2], told, 0);
    vacate(ops, types);
}

int main(int argc, char **argv)
{
    int rank, p;
    long sums[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    for (int i = 0; i < ROUNDS; i++) {   /* requests come back from where freed ones went */
        round_of(rank, p);
    }
    MPI_Allreduce((long[]) {results, wrong}, sums, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (0 == rank) {
        printf("%ld results, %ld wrong\n", sums[0], sums[1]);
    }
    MPI_Finalize();
    return sums[1] > 0;
}

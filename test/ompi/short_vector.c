/*
 * MPI_Allreduce and MPI_Reduce of fewer elements than processes, by the algorithm that Open MPI's parameters ask for: how often a
 * process has to apply the operator at most. Linear algorithms apply it P - 1 times on one process, trees at most 2 + log2 P
 * times. Prints, from rank 0,
 *
 *     P processes, COLLECTIVE: N operations at most
 *
 * and ends with status 1 if that is more than a tree needs. Usage: short_vector COLLECTIVE [ordered], with which the operator is said not
 * to commute.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int operations;

static void sum(void *left, void *right, int *count, MPI_Datatype *unused)
{
    (void) unused;
    operations++;
    for (int i = 0; i < *count; i++) {
        ((int *) right)[i] += ((const int *) left)[i];
    }
}

int main(int argc, char **argv)
{
    int rank, p, in, out = 0, all, most, allowed = 2;
    MPI_Op op;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    MPI_Op_create(sum, argc < 3, &op);
    const int is_reduce = argc > 1 && 0 == strcmp(argv[1], "reduce");
    in = rank;
    if (is_reduce) {
        MPI_Reduce(&in, &out, 1, MPI_INT, op, 0, MPI_COMM_WORLD);
    } else {
        MPI_Allreduce(&in, &out, 1, MPI_INT, op, MPI_COMM_WORLD);
    }
    all = operations;
    MPI_Allreduce(&all, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    for (int size = 1; size < p; size *= 2) {
        allowed++;
    }
    if ((0 == rank || !is_reduce) && out != p * (p - 1) / 2) {
        printf("rank %d has a wrong result\n", rank);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (0 == rank) {
        printf("%d processes, %s: %d operations at most\n", p, is_reduce ? "reduce" : "allreduce", most);
    }
    MPI_Op_free(&op);
    MPI_Finalize();
    return most > allowed;
}

/*
 * Calls MPI_Allreduce or MPI_Reduce CALLS times with COUNT elements, in turns in place and not, and checks every result. Prints, from
 * rank 0,
 *
 *     N results, M wrong
 *
 * and ends with status 1 if any is wrong. Usage: han allreduce|reduce CALLS COUNT
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, p;
    long results = 0, wrong = 0, sums[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    if (argc < 4) {
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    const int everywhere = 0 == strcmp(argv[1], "allreduce"), calls = atoi(argv[2]), count = atoi(argv[3]);
    int *in = malloc((size_t) count * sizeof(*in)), *out = malloc((size_t) count * sizeof(*out));
    for (int call = 0; call < calls; call++) {
        const int in_place = call % 2 && (everywhere || 0 == rank);
        for (int i = 0; i < count; i++) {
            in[i] = out[i] = rank * (call + 1) + i;
        }
        if (everywhere) {
            MPI_Allreduce(in_place ? MPI_IN_PLACE : in, out, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        } else {
            MPI_Reduce(in_place ? MPI_IN_PLACE : in, out, count, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
        }
        for (int i = 0; (everywhere || 0 == rank) && i < count; i++) {
            results++;
            wrong += out[i] != p * (p - 1) / 2 * (call + 1) + p * i;
        }
    }
    free(in);
    free(out);
    MPI_Reduce((long[]) {results, wrong}, sums, 2, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Bcast(sums, 2, MPI_LONG, 0, MPI_COMM_WORLD);
    if (0 == rank) {
        printf("%ld results, %ld wrong\n", sums[0], sums[1]);
    }
    MPI_Finalize();
    return sums[1] > 0;
}

/*
 * MPI_Allreduce_c in place of more bytes than an int can count, by the algorithm that Open MPI's parameters ask for: elements at both ends of
 * the vector and in between. For two processes, of 4 GiB and more each. Prints, from rank 0,
 *
 *     N results, M wrong
 *
 * and ends with status 1 if any is wrong. Without MPI_Allreduce_c it has nothing to do.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#if MPI_VERSION >= 4 && (!defined(OMPI_MAJOR_VERSION) || OMPI_MAJOR_VERSION >= 6)
enum { STEP = 4099 };   /* elements from one that is looked at to the next */

int main(int argc, char **argv)
{
    const MPI_Count count = ((MPI_Count) 1 << 31) + 1001;
    int rank, p;
    long results = 0, wrong = 0, sums[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    uint8_t *vector = malloc((size_t) count);
    if (NULL == vector) {
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    for (MPI_Count i = 0; i < count; i++) {
        vector[i] = (uint8_t) (i % 100 + rank);   /* no sum is more than 255, where op/avx would stop */
    }
    MPI_Allreduce_c(MPI_IN_PLACE, vector, count, MPI_UINT8_T, MPI_SUM, MPI_COMM_WORLD);
    for (MPI_Count i = 0; i < count; i += i < count - STEP ? STEP : 1) {
        results++;
        wrong += vector[i] != (uint8_t) (i % 100 * p + p * (p - 1) / 2);
    }
    free(vector);
    MPI_Allreduce((long[]) {results, wrong}, sums, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (0 == rank) {
        printf("%ld results, %ld wrong\n", sums[0], sums[1]);
    }
    MPI_Finalize();
    return sums[1] > 0;
}
#else
int main(void)
{
    printf("0 results, 0 wrong\n");
    return 0;
}
#endif

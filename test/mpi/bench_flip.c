/*
 * Linked into perf/bench, it spoils one bit of the fourth of every eight results of the two reduce-scatters on the last rank,
 * which shows that the benchmark notices. The benchmark itself calls neither.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>

static int spoil(int error, void *result, int count, MPI_Comm comm)
{
    static unsigned calls;
    int rank, size;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (count > 0 && rank == size - 1 && calls++ % 8 == 3) {
        *(unsigned char *) result ^= 1;
    }
    return error;
}

int MPI_Reduce_scatter(const void *input, void *result, const int *counts, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    int rank;

    MPI_Comm_rank(comm, &rank);
    return spoil(PMPI_Reduce_scatter(input, result, counts, type, op, comm), result, counts[rank], comm);
}

int MPI_Reduce_scatter_block(const void *input, void *result, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    return spoil(PMPI_Reduce_scatter_block(input, result, count, type, op, comm), result, count, comm);
}

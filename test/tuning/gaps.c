/*
 * To whom tune/gaps.c sends: prints how many others the process has sent to that has sent to the fewest.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "../../tune/gaps.h"

#include <stdio.h>

enum { MOST = 64 };

static int sent[MOST];

/* In place of Open MPI's. */
int MPI_Isend(const void *from, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request)
{
    sent[to % MOST]++;
    return PMPI_Isend(from, count, type, to, tag, comm, request);
}

int main(int argc, char **argv)
{
    double gap, exchange_gap;
    int rank, others = 0, fewest = 0;

    MPI_Init(&argc, &argv);
    gaps_measure(MPI_COMM_WORLD, 0.02, &gap, &exchange_gap);
    for (int to = 0; to < MOST; to++) {
        others += sent[to] > 0;
    }
    MPI_Reduce(&others, &fewest, 1, MPI_INT, MPI_MIN, 0, MPI_COMM_WORLD);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (0 == rank) {
        printf("gaps among %d others, %s\n", fewest, gap >= 0 && exchange_gap >= 0 ? "right" : "negative");
    }
    MPI_Finalize();
    return 0;
}

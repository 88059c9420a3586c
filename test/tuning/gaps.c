/*
 * To whom tune/gaps.c sends: prints how many others the process has sent to that has sent to the fewest, and whether what all send at once
 * is measured from the latency on.
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
    double gap, exchange_gap, other_gap, none, all;
    int rank, others = 0, fewest = 0;

    MPI_Init(&argc, &argv);
    gaps_measure(MPI_COMM_WORLD, 0, 0.02, &gap, &exchange_gap);
    for (int to = 0; to < MOST; to++) {
        others += sent[to] > 0;
    }
    MPI_Reduce(&others, &fewest, 1, MPI_INT, MPI_MIN, 0, MPI_COMM_WORLD);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    gaps_measure(MPI_COMM_WORLD, 1000, 0.02, &other_gap, &none);
    gaps_measure(MPI_COMM_WORLD, -1000, 0.02, &other_gap, &all);
    if (0 == rank) {
        printf("gaps among %d others, %s\n", fewest, gap >= 0 && exchange_gap >= 0 ? "right" : "negative");
        printf("latencies, %s\n", 0 == none && other_gap + all > 1000.0 / 16 ? "right" : "wrong");
    }
    MPI_Finalize();
    return 0;
}

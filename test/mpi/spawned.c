/*
 * Reductions by processes of two jobs, of which one has started the other, by MPI_Comm_spawn; their communicator has no
 * name. Each kind of call, lengths from an element for each process to a megabyte. Prints how many calls of each collective the
 * first processes of both jobs have made, and "all right". For up to 6 processes.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "way.h"

#include <stdio.h>

enum { STARTED = 2, LONGEST = 131072, MOST_PROCESSES = 8 };

static long in[LONGEST], out[LONGEST];
static int rank, processes;

/* Whether this process gets what it should, and nothing behind. */
static int is_right(MPI_Comm comm, enum way way, enum collective collective, int elements)
{
    int counts[MOST_PROCESSES], own = elements, first = 0;
    const int root = processes - 1;

    for (int i = 0; i < processes; i++) {
        counts[i] = elements / processes;
    }
    if (REDUCE_SCATTER <= collective) {
        own = elements / processes;
        first = rank * own;
        elements = own * processes;
    } else if (REDUCE == collective && rank != root) {
        own = 0;
    }
    for (int i = 0; i < LONGEST; i++) {
        out[i] = -1;
    }
    int right = MPI_SUCCESS == way_call(way, &(struct reduction) {collective, in, out, elements, counts, MPI_LONG, MPI_SUM, root, comm});
    for (int i = 0; i < own; i++) {
        right = right && out[i] == (long) processes * (processes - 1) / 2 + (long) processes * (first + i);
    }
    return right && (LONGEST == own || -1 == out[own]);
}

int main(int argc, char **argv)
{
    MPI_Comm parent, others, all;
    int right = 1, calls = 0, all_right;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    others = parent;
    if (MPI_COMM_NULL == parent) {
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, STARTED, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &others, MPI_ERRCODES_IGNORE);
    }
    MPI_Intercomm_merge(others, MPI_COMM_NULL != parent, &all);
    MPI_Comm_rank(all, &rank);
    MPI_Comm_size(all, &processes);
    for (int i = 0; i < LONGEST; i++) {
        in[i] = rank + i;
    }
    for (int elements = MOST_PROCESSES; elements <= LONGEST; elements *= 2) {
        for (enum way way = BLOCKING; way < WAYS; way++) {
            for (enum collective collective = ALLREDUCE; collective < COLLECTIVES; collective++) {
                right = is_right(all, way, collective, elements) && right;
            }
            calls++;
        }
    }
    MPI_Reduce(&right, &all_right, 1, MPI_INT, MPI_LAND, 0, all);
    if (0 == rank) {
        for (int i = 0; i < COLLECTIVES; i++) {
            printf("calls %s %d\n", collective_names[i], 2 * (calls + (REDUCE == i)));
        }
        puts(all_right ? "all right" : "wrong");
    }
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(&others);
    MPI_Finalize();
    return 0;
}

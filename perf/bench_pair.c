/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "bench_pair.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench_timing.h"

/* A batch is long beside the clock's own time, and a median of batches does not see an interrupt. */
enum { BATCHES = 7, TRIPS = 8 };
enum { LINE_BYTES = 64 };

bool bench_pair_open(struct bench_pair *pair, MPI_Comm comm)
{
    MPI_Comm sharing;
    MPI_Aint bytes;
    int size, sharing_size, unit;
    void *memory;
    MPI_Comm_rank(comm, &pair->rank);
    MPI_Comm_size(comm, &size);
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &sharing);
    MPI_Comm_size(sharing, &sharing_size);
    if (size == 2 && sharing_size == 2) {
        MPI_Win_allocate_shared(pair->rank == 0 ? 2 * LINE_BYTES : 0, 1, MPI_INFO_NULL, sharing, &memory, &pair->window);
        MPI_Win_shared_query(pair->window, 0, &bytes, &unit, &memory);
        pair->line = (atomic_uint *)(((uintptr_t)memory + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES);
        if (pair->rank == 0) {
            atomic_init(pair->line, 0);
        }
        MPI_Barrier(comm);
    }
    MPI_Comm_free(&sharing);
    return pair->line != NULL;
}

void bench_pair_close(struct bench_pair *pair)
{
    if (pair->line != NULL) {
        MPI_Win_free(&pair->window);
        pair->line = NULL;
    }
}

/* Seconds of waiting mean that the other will never come. */
static void wait_for(const struct bench_pair *pair, unsigned step)
{
    for (uint64_t left = UINT64_C(1) << 33; atomic_load_explicit(pair->line, memory_order_acquire) != step; left--) {
        if (left == 0) {
            fprintf(stderr, "bench: the two ranks do not see each other's memory\n");
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
}

static void make_trips(struct bench_pair *pair)
{
    for (int trip = 0; trip < TRIPS; trip++, pair->step += 2) {
        if (pair->rank == 0) {
            atomic_store_explicit(pair->line, pair->step + 1, memory_order_release);
            wait_for(pair, pair->step + 2);
        } else {
            wait_for(pair, pair->step + 1);
            atomic_store_explicit(pair->line, pair->step + 2, memory_order_release);
        }
    }
}

double bench_pair_round_trip_ns(struct bench_pair *pair)
{
    double times[BATCHES];
    if (pair->line == NULL) {
        return 0;
    }
    make_trips(pair);
    for (int batch = 0; batch < BATCHES; batch++) {
        int64_t start = bench_now();
        make_trips(pair);
        times[batch] = (double)(bench_now() - start) / TRIPS;
    }
    return bench_median(times, BATCHES);
}

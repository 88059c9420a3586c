/*
 * How far apart two ranks' processors are: the time in which a cache line of memory that they share goes to the other and back.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef BENCH_PAIR_H
#define BENCH_PAIR_H

#include <stdatomic.h>
#include <stdbool.h>

#include <mpi.h>

struct bench_pair {
    MPI_Win window;
    atomic_uint *line; /* holds the number of the last step; NULL: the pair is not open */
    unsigned step;     /* that both have made: rank 0 makes the odd ones */
    int rank;
};

/* Collective. False, on all ranks, if they are not two that share memory. */
bool bench_pair_open(struct bench_pair *pair, MPI_Comm comm);
void bench_pair_close(struct bench_pair *pair);

/* To be called by both at about the same time. Median nanoseconds of some dozens of round trips, on rank 0; 0 if the pair is not open. */
double bench_pair_round_trip_ns(struct bench_pair *pair);

#endif

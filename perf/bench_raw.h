/*
 * Every sample of two ranks by itself, with the round trips of a cache line just before and after it, and beside them what the
 * processors can do alone: a copy and a reduction of as many bytes. One CSV line for each.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef BENCH_RAW_H
#define BENCH_RAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "bench_entry.h"
#include "bench_pair.h"
#include "bench_timing.h"
#include "bench_vector.h"

struct bench_trips {
    double before_ns, after_ns;
};

struct bench_raw {
    FILE *file; /* on rank 0 */
    struct bench_pair pair;
    struct bench_trips *trips[BENCH_MOST_ENTRIES]; /* of each sample of each entry */
};

/* Collective. False, on all ranks and with the reason, if the file cannot be written or the ranks are not two that share memory. */
bool bench_raw_open(struct bench_raw *raw, const char *path, size_t entries, size_t samples, MPI_Comm comm, char reason[BENCH_REASON_BYTES]);
void bench_raw_close(struct bench_raw *raw);

/* The samples of one entry in one cell; for rank 0. They are the maxima over ranks, infinite if one came late. */
void bench_raw_samples(const struct bench_raw *raw, const struct bench_vector *vector, const char *entry, const double *samples_us,
                       const struct bench_trips *trips, size_t count);

/* Collective. Both ranks copy and reduce by themselves at the same time, as "memcpy" and "reduce_local". */
void bench_raw_local(const struct bench_raw *raw, const struct bench_vector *vector, struct bench_clock *clock);

#endif

/*
 * One cell of the benchmark: one collective with one operator at one length, called on the communicator of every entry.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef BENCH_CELL_H
#define BENCH_CELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <mpi.h>

#include "bench_library.h"
#include "bench_options.h"
#include "bench_raw.h"
#include "bench_timing.h"
#include "bench_vector.h"

struct bench {
    struct bench_options options;
    struct bench_library *library;
    struct bench_clock clock;
    struct bench_vector vector;
    MPI_Comm comms[BENCH_MOST_ENTRIES];                  /* of each entry */
    bool applies[BENCH_MOST_ENTRIES][BENCH_MOST_ITEMS];  /* entry, collective: is there such an algorithm? */
    bool ever_served[BENCH_MOST_ENTRIES];                /* in any cell so far */
    double *samples_us[BENCH_MOST_ENTRIES];
    struct bench_raw raw;                                /* open only if asked for */
    size_t calls;                                        /* made so far */
};

/* What became of one entry in one cell. */
struct bench_line {
    bool serves;         /* what the entry names serves the calls; the rest stands only then */
    bool dropped;        /* not timed: too slow or wrong; one that is hopeless at once does not serve either */
    double checked_us;   /* of the fastest checked call, the same on all ranks; infinite if each started late */
    struct bench_server server;
    size_t counted;      /* calls by rabred's counters in each call, on this rank */
    struct bench_times times;
    size_t calls;        /* checked */
    double wrong_calls;  /* the worst rank's number */
};

struct bench_cell {
    struct bench_line lines[BENCH_MOST_ENTRIES];
    double round_trip_us;
    double miscounted_calls; /* that rabred should have served and did not, or the other way round; the worst rank's number */
};

/*
 * Collective over the job. Takes bench->vector as it is, and samples until rank 0's bench_now() is past the deadline.
 * The cell is complete on rank 0 only.
 */
void bench_cell_run(struct bench *bench, size_t collective, int64_t deadline, struct bench_cell *cell);

#endif

/*
 * Starts a call at one instant on all ranks of one machine, and describes the times that were measured. The machine may be cut into
 * several hosts by namespaces, which share its clock.
 * Every function that takes a clock is collective over its communicator unless it says otherwise.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef BENCH_TIMING_H
#define BENCH_TIMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <mpi.h>

struct bench_clock {
    MPI_Comm comm;       /* carries nothing but the clock's own messages; rank 0 leads */
    int rank;
    int size;
    bool oversubscribed; /* fewer processors than ranks: waiting gives up the processor */
    int64_t notice_ns;   /* on rank 0: how long before a start it is appointed */
    int64_t spare_ns;    /* how long before the last start this rank knew of it; negative: after */
};

struct bench_times {
    double minimum_us;
    double median_us;
    double percentile95_us;
    size_t samples;
    size_t late; /* samples that were dropped because some rank came late to their start */
};

/* All ranks must be on one machine; false (on all ranks) if they are not. The caller frees clock->comm. */
bool bench_clock_open(struct bench_clock *clock, MPI_Comm comm);

/* Nanoseconds of the machine's CLOCK_MONOTONIC. Local. */
int64_t bench_now(void);

/* Returns at the instant rank 0 appointed, which is *start. False if this rank came too late for it. */
bool bench_start_together(struct bench_clock *clock, int64_t *start);

/* Median round trip of 8 bytes between ranks 0 and 1 in microseconds, on rank 0; tells whether two cores are near or far. */
double bench_round_trip_us(const struct bench_clock *clock);

/* Sorts. Local. */
double bench_median(double *values, size_t count);

/* Puts the maxima over ranks in the place of rank 0's samples. */
void bench_slowest(const struct bench_clock *clock, double *samples_us, size_t count);

/* Sorts, and drops what is infinite. Local. */
struct bench_times bench_describe(double *samples_us, size_t count);

#endif

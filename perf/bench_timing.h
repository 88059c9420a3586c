/*
 * Starts a call at one instant on all ranks of one machine, and describes the times that were measured.
 * Every function that takes a clock is collective over its communicator unless it says otherwise.
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
};

struct bench_times {
    double minimum_us;
    double median_us;
    double percentile95_us;
    size_t samples;
};

/* All ranks must be on one machine; false (on all ranks) if they are not. The caller frees clock->comm. */
bool bench_clock_open(struct bench_clock *clock, MPI_Comm comm);

/* Nanoseconds of the machine's CLOCK_MONOTONIC. Local. */
int64_t bench_now(void);

/* Returns at the instant rank 0 appointed, which is *start. False if this rank came too late for it. */
bool bench_start_together(const struct bench_clock *clock, int64_t *start);

/* Median round trip of 8 bytes between ranks 0 and 1 in microseconds, on rank 0; tells whether two cores are near or far. */
double bench_round_trip_us(const struct bench_clock *clock);

/* On rank 0: the distribution of the samples' maxima over ranks. A sample that is infinite on any rank is dropped. */
struct bench_times bench_describe(const struct bench_clock *clock, double *samples_us, size_t count);

#endif

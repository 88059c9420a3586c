/*
 * One cell of the benchmark: one collective at one length, called on communicator A (rabred) and on communicator B (stock).
 */
#ifndef BENCH_CELL_H
#define BENCH_CELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <mpi.h>

#include "bench_collective.h"
#include "bench_rabred.h"
#include "bench_timing.h"

enum { BENCH_A, BENCH_B, BENCH_SIDES };

struct bench {
    bool verify_only; /* no times */
    bool noise;       /* A is stock as well */
    struct bench_rabred rabred;
    struct bench_clock clock;
    struct bench_vector vector;
    MPI_Comm comms[BENCH_SIDES];
    MPI_Comm quiet;                      /* stock; carries what the benchmark itself has to say */
    double *samples_us[BENCH_SIDES];
    unsigned long long *counts[3];       /* readings of rabred's counters */
    unsigned calls;                      /* made so far */
};

struct bench_cell {
    size_t bytes; /* of the input vector of each rank */
    char algorithm[128];
    struct bench_times times[BENCH_SIDES];
    double round_trip_us;
    size_t calls;                    /* checked, on each side */
    double wrong_calls[BENCH_SIDES]; /* the worst rank's number, here and below */
    double unserved_calls_a;         /* that rabred should have served and did not */
    double served_calls_b;           /* that rabred should not have served and did */
};

/*
 * Collective over the job. Takes bench->vector as it is, and samples until rank 0's bench_now() is past the deadline.
 * The cell is complete on rank 0 only.
 */
void bench_cell_run(struct bench *bench, const struct bench_collective *collective, int64_t deadline, struct bench_cell *cell);

void bench_samples_open(struct bench *bench);
void bench_samples_close(struct bench *bench);

#endif

#include "bench_cell.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHECKED_CALLS = 3, BATCH = 5, MOST_SAMPLES = 400 * BATCH };

void bench_samples_open(struct bench *bench)
{
    bool complete = true;
    for (int side = 0; side < BENCH_SIDES; side++) {
        bench->samples_us[side] = calloc(MOST_SAMPLES, sizeof(double));
        complete = complete && bench->samples_us[side] != NULL;
    }
    for (int i = 0; i < 3; i++) {
        bench->counts[i] = calloc(bench->rabred.counter_count + 1, sizeof *bench->counts[i]);
        complete = complete && bench->counts[i] != NULL;
    }
    if (!complete) {
        fprintf(stderr, "bench: no memory for the samples\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

void bench_samples_close(struct bench *bench)
{
    for (int side = 0; side < BENCH_SIDES; side++) {
        free(bench->samples_us[side]);
    }
    for (int i = 0; i < 3; i++) {
        free(bench->counts[i]);
    }
}

/* One checked call. Returns its microseconds since the common start, infinite if this rank started late. */
static double run_call(struct bench *bench, const struct bench_collective *collective, int side, struct bench_cell *cell)
{
    int64_t start;
    unsigned call = bench->calls++;
    bench_vector_fill(&bench->vector, call);
    bool in_time = bench_start_together(&bench->clock, &start);
    collective->call(&bench->vector, bench->comms[side]);
    double elapsed_us = (double)(bench_now() - start) * 1e-3;
    cell->wrong_calls[side] += bench_vector_errors(&bench->vector, collective, call) > 0;
    return in_time || bench->clock.oversubscribed ? elapsed_us : HUGE_VAL;
}

/* Compares what rabred counted between two readings with what it should have: every call on A, none on B. */
static void check_counts(const struct bench *bench, const char *collective, int before, size_t calls_on_a, struct bench_cell *cell)
{
    const unsigned long long *first = bench->counts[before], *last = bench->counts[before + 1];
    double served = (double)bench_rabred_growth(&bench->rabred, collective, first, last);
    double expected = bench->noise ? 0 : (double)calls_on_a;
    cell->unserved_calls_a += fmax(expected - served, 0);
    cell->served_calls_b += fmax(served - expected, 0);
}

/* A few calls on A, then a few on B: warms up, and shows that A is rabred's and B is not. */
static void check_sides(struct bench *bench, const struct bench_collective *collective, struct bench_cell *cell)
{
    bench_rabred_read(&bench->rabred, bench->counts[0]);
    for (int side = 0; side < BENCH_SIDES; side++) {
        for (int i = 0; i < CHECKED_CALLS; i++) {
            run_call(bench, collective, side, cell);
        }
        bench_rabred_read(&bench->rabred, bench->counts[side + 1]);
    }
    check_counts(bench, collective->name, BENCH_A, CHECKED_CALLS, cell);
    check_counts(bench, collective->name, BENCH_B, 0, cell);
    bench_rabred_algorithms(&bench->rabred, collective->name, bench->counts[0], bench->counts[1], cell->algorithm, sizeof cell->algorithm);
    cell->calls = CHECKED_CALLS;
}

/* Is there room and time for another batch? Rank 0 decides for all. */
static bool agree_to_go_on(const struct bench *bench, size_t samples, int64_t deadline)
{
    int go_on = samples < MOST_SAMPLES && (samples == 0 || bench_now() < deadline);
    MPI_Bcast(&go_on, 1, MPI_INT, 0, bench->quiet);
    return go_on;
}

/* Timed calls in the order A B, B A, A B, ... so that neither side always comes first. Returns the samples of each side. */
static size_t collect_samples(struct bench *bench, const struct bench_collective *collective, int64_t deadline, struct bench_cell *cell)
{
    size_t samples = 0;
    while (agree_to_go_on(bench, samples, deadline)) {
        for (int i = 0; i < BATCH; i++, samples++) {
            int first = samples % 2 == 0 ? BENCH_A : BENCH_B;
            int second = BENCH_A + BENCH_B - first;
            bench->samples_us[first][samples] = run_call(bench, collective, first, cell);
            bench->samples_us[second][samples] = run_call(bench, collective, second, cell);
        }
    }
    return samples;
}

static void time_sides(struct bench *bench, const struct bench_collective *collective, int64_t deadline, struct bench_cell *cell)
{
    cell->round_trip_us = bench_round_trip_us(&bench->clock);
    bench_rabred_read(&bench->rabred, bench->counts[0]);
    size_t samples = collect_samples(bench, collective, deadline, cell);
    bench_rabred_read(&bench->rabred, bench->counts[1]);
    check_counts(bench, collective->name, 0, samples, cell);
    bench_rabred_algorithms(&bench->rabred, collective->name, bench->counts[0], bench->counts[1], cell->algorithm, sizeof cell->algorithm);
    cell->calls += samples;
    for (int side = 0; side < BENCH_SIDES; side++) {
        cell->times[side] = bench_describe(&bench->clock, bench->samples_us[side], samples);
    }
}

/* Rank 0 learns the worst of all ranks. */
static void gather_verdict(const struct bench *bench, struct bench_cell *cell)
{
    double mine[] = { cell->wrong_calls[BENCH_A], cell->wrong_calls[BENCH_B], cell->unserved_calls_a, cell->served_calls_b };
    double worst[4] = { 0 };
    MPI_Reduce(mine, worst, 4, MPI_DOUBLE, MPI_MAX, 0, bench->quiet);
    cell->wrong_calls[BENCH_A] = worst[0];
    cell->wrong_calls[BENCH_B] = worst[1];
    cell->unserved_calls_a = worst[2];
    cell->served_calls_b = worst[3];
}

void bench_cell_run(struct bench *bench, const struct bench_collective *collective, int64_t deadline, struct bench_cell *cell)
{
    memset(cell, 0, sizeof *cell);
    cell->bytes = bench->vector.elements * sizeof(double);
    check_sides(bench, collective, cell);
    if (!bench->verify_only) {
        time_sides(bench, collective, deadline, cell);
    }
    gather_verdict(bench, cell);
}

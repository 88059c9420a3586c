/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "bench_cell.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench_order.h"

enum { CHECKED_CALLS = 3, BATCH = 5 };
enum { FIRST_CALL = 2 }; /* an entry's first call may be so many times slower than its later ones, and is not dropped for it */

/* One checked call. Returns its microseconds since the common start, infinite if this rank started late. */
static double run_call(struct bench *bench, size_t entry, MPI_Op op, struct bench_line *line, struct bench_trips *trips)
{
    int64_t start;
    size_t call = bench->calls++;
    bench_vector_prepare(&bench->vector, call);
    trips->before_ns = bench_pair_round_trip_ns(&bench->raw.pair);
    bool in_time = bench_start_together(&bench->clock, &start);
    bench_vector_call(&bench->vector, call, op, bench->comms[entry]);
    double elapsed_us = (double)(bench_now() - start) * 1e-3;
    trips->after_ns = bench_pair_round_trip_ns(&bench->raw.pair);
    line->wrong_calls += bench_vector_errors(&bench->vector, call) > 0;
    line->calls++;
    return in_time ? elapsed_us : HUGE_VAL;
}

/* All ranks learn what the first one that reduced anything saw. */
static void share_server(const struct bench *bench, struct bench_server *server)
{
    int witness = server->component[0] != '\0' ? bench->clock.rank : bench->clock.size, first;
    MPI_Allreduce(&witness, &first, 1, MPI_INT, MPI_MIN, bench->clock.comm);
    if (first < bench->clock.size) {
        MPI_Bcast(server, (int)sizeof *server, MPI_BYTE, first, bench->clock.comm);
    }
}

/* Is it what the entry names that served these calls? rabred's counters say so for rabred, the stack for any other. */
static bool is_as_named(const struct bench_entry *entry, const struct bench_server *server, size_t counted)
{
    if (bench_entry_is_above_rabred(entry)) {
        return counted % CHECKED_CALLS == 0 && strcmp(entry->component, server->component) == 0;
    }
    if (bench_entry_is(entry, "rabred")) {
        bool own_choice = entry->algorithm[0] == '\0' || strcmp(entry->algorithm, "auto") == 0;
        return counted == CHECKED_CALLS && (own_choice || strcmp(entry->algorithm, server->algorithm) == 0);
    }
    return counted == 0 && (bench_entry_is(entry, "default") || strcmp(entry->component, server->component) == 0);
}

/* What is compared is never dropped: rabred by its own choice, and MPI without it. */
static bool may_drop(const struct bench *bench, const struct bench_entry *entry)
{
    bool compared = (bench_entry_is(entry, "rabred") && entry->algorithm[0] == '\0') || bench_entry_is(entry, "default");
    return bench->options.drop > 0 && !compared;
}

/* Makes the times of calls those of the slowest rank, on all ranks. True if each of them was right there. */
static bool agree_on_calls(const struct bench *bench, const struct bench_line *line, double *times_us, size_t calls)
{
    double mine[CHECKED_CALLS + 1], worst[CHECKED_CALLS + 1];
    memcpy(mine, times_us, calls * sizeof *mine);
    mine[calls] = line->wrong_calls;
    MPI_Allreduce(mine, worst, (int)calls + 1, MPI_DOUBLE, MPI_MAX, bench->clock.comm);
    memcpy(times_us, worst, calls * sizeof *worst);
    return worst[calls] == 0;
}

/* A call that shows who serves. The entry is dropped if it is hopeless beside the fastest such call so far. */
static void observe_entry(struct bench *bench, size_t index, struct bench_line *line, double *fastest_us)
{
    const struct bench_operation *operation = bench->vector.operation;
    struct bench_trips trips;
    bench_operation_observe(operation, &line->server);
    double time_us = run_call(bench, index, operation->observed, line, &trips);
    bench_operation_observe(operation, NULL);
    share_server(bench, &line->server);
    if (bench->options.drop > 0) {
        bool right = agree_on_calls(bench, line, &time_us, 1);
        bool hopeless = isfinite(time_us) && time_us > FIRST_CALL * bench->options.drop * *fastest_us;
        line->dropped = may_drop(bench, &bench->options.entries[index]) && (!right || hopeless);
        *fastest_us = fmin(*fastest_us, time_us);
    }
}

/* A few more calls: they warm up, and decide whether the entry takes part. */
static void check_entry(struct bench *bench, size_t collective, size_t index, struct bench_line *line)
{
    const struct bench_entry *entry = &bench->options.entries[index];
    char algorithms[sizeof line->server.algorithm];
    double times_us[CHECKED_CALLS];
    struct bench_trips trips;
    int mine[2], worst[2]; /* not as named; rabred had a part */
    bench_library_mark(bench->library);
    for (int i = 0; i < CHECKED_CALLS; i++) {
        times_us[i] = run_call(bench, index, bench->vector.operation->op, line, &trips);
    }
    size_t counted = bench_library_served(bench->library, bench->options.collectives[collective], algorithms, sizeof algorithms);
    mine[1] = bench_library_served(bench->library, NULL, NULL, 0) > 0;
    if (counted > 0 && !bench_entry_is_above_rabred(entry)) {
        snprintf(line->server.component, sizeof line->server.component, "rabred");
        memcpy(line->server.algorithm, algorithms, sizeof algorithms);
    }
    line->counted = counted / CHECKED_CALLS;
    mine[0] = !is_as_named(entry, &line->server, counted);
    MPI_Allreduce(mine, worst, 2, MPI_INT, MPI_MAX, bench->clock.comm);
    line->serves = !worst[0] && (worst[1] || !bench_entry_is_above_rabred(entry));
    if (bench->options.drop > 0) {
        line->dropped = !agree_on_calls(bench, line, times_us, CHECKED_CALLS) && line->serves && may_drop(bench, entry);
        line->checked_us = fmin(times_us[0], fmin(times_us[1], times_us[2]));
    }
}

/* Drops what is too slow beside the fastest that serves. A time that no rank knows is infinite, and says nothing. */
static void drop_entries(const struct bench *bench, struct bench_cell *cell)
{
    double fastest_us = HUGE_VAL;
    for (size_t entry = 0; entry < bench->options.entry_count; entry++) {
        const struct bench_line *line = &cell->lines[entry];
        fastest_us = line->serves && !line->dropped ? fmin(fastest_us, line->checked_us) : fastest_us;
    }
    for (size_t entry = 0; entry < bench->options.entry_count; entry++) {
        struct bench_line *line = &cell->lines[entry];
        bool slow = line->serves && isfinite(line->checked_us) && line->checked_us > bench->options.drop * fastest_us;
        line->dropped = line->dropped || (slow && may_drop(bench, &bench->options.entries[entry]));
    }
}

/* Is there room and time for another batch? Rank 0 decides for all. */
static bool agree_to_go_on(const struct bench *bench, size_t samples, int64_t deadline)
{
    int go_on = samples < bench->options.samples && (samples == 0 || bench_now() < deadline);
    MPI_Bcast(&go_on, 1, MPI_INT, 0, bench->clock.comm);
    return go_on;
}

/* Timed calls, one of each entry in every round. Returns the number of rounds. */
static size_t collect_samples(struct bench *bench, const size_t *entries, size_t count, int64_t deadline, struct bench_cell *cell)
{
    size_t rounds = 0;
    while (agree_to_go_on(bench, rounds, deadline)) {
        if (bench->options.raw != NULL) {
            bench_raw_local(&bench->raw, &bench->vector, &bench->clock);
        }
        for (int i = 0; i < BATCH && rounds < bench->options.samples; i++, rounds++) {
            for (size_t position = 0; position < count; position++) {
                size_t entry = entries[bench_order(rounds, position, count)];
                struct bench_trips trips;
                bench->samples_us[entry][rounds] = run_call(bench, entry, bench->vector.operation->op, &cell->lines[entry], &trips);
                if (bench->raw.trips[entry] != NULL) {
                    bench->raw.trips[entry][rounds] = trips;
                }
            }
        }
    }
    return rounds;
}

/* The times of one entry, for rank 0. */
static void describe_entry(struct bench *bench, size_t entry, size_t rounds, struct bench_line *line)
{
    double *samples_us = bench->samples_us[entry];
    bench_slowest(&bench->clock, samples_us, rounds);
    if (bench->raw.file != NULL) {
        bench_raw_samples(&bench->raw, &bench->vector, bench->options.entries[entry].name, samples_us, bench->raw.trips[entry], rounds);
    }
    line->times = bench_describe(samples_us, rounds);
}

/* Times the entries that take part; rabred's counters must grow by their calls and by no others. */
static void time_entries(struct bench *bench, size_t collective, int64_t deadline, struct bench_cell *cell)
{
    size_t entries[BENCH_MOST_ENTRIES], count = 0, expected = 0;
    char algorithms[BENCH_MESSAGE_BYTES];
    for (size_t entry = 0; entry < bench->options.entry_count; entry++) {
        if (cell->lines[entry].serves && !cell->lines[entry].dropped) {
            expected += cell->lines[entry].counted;
            entries[count++] = entry;
        }
    }
    bench_library_mark(bench->library);
    size_t rounds = count > 0 ? collect_samples(bench, entries, count, deadline, cell) : 0;
    size_t counted = bench_library_served(bench->library, bench->options.collectives[collective], algorithms, sizeof algorithms);
    cell->miscounted_calls = fabs((double)counted - (double)(expected * rounds));
    for (size_t i = 0; i < count; i++) {
        describe_entry(bench, entries[i], rounds, &cell->lines[entries[i]]);
    }
}

/* Rank 0 learns the worst of all ranks. */
static void gather_verdict(const struct bench *bench, struct bench_cell *cell)
{
    double mine[BENCH_MOST_ENTRIES + 1], worst[BENCH_MOST_ENTRIES + 1] = { 0 };
    size_t count = bench->options.entry_count;
    for (size_t entry = 0; entry < count; entry++) {
        mine[entry] = cell->lines[entry].wrong_calls;
    }
    mine[count] = cell->miscounted_calls;
    MPI_Reduce(mine, worst, (int)count + 1, MPI_DOUBLE, MPI_MAX, 0, bench->clock.comm);
    for (size_t entry = 0; entry < count; entry++) {
        cell->lines[entry].wrong_calls = worst[entry];
    }
    cell->miscounted_calls = worst[count];
}

void bench_cell_run(struct bench *bench, size_t collective, int64_t deadline, struct bench_cell *cell)
{
    double fastest_us = HUGE_VAL;
    memset(cell, 0, sizeof *cell);
    for (size_t entry = 0; entry < bench->options.entry_count; entry++) {
        if (bench->applies[entry][collective]) {
            observe_entry(bench, entry, &cell->lines[entry], &fastest_us);
        }
        if (bench->applies[entry][collective] && !cell->lines[entry].dropped) {
            check_entry(bench, collective, entry, &cell->lines[entry]);
        }
    }
    drop_entries(bench, cell);
    cell->round_trip_us = bench_round_trip_us(&bench->clock);
    if (!bench->options.verify_only) {
        time_entries(bench, collective, deadline, cell);
    }
    gather_verdict(bench, cell);
}

/*
 * Times collectives, call by call inside one job, as different components and algorithms serve them. Every result is checked,
 * and rabred's counters and the call stack must confirm who served. One CSV line for each collective, operator, length and entry.
 * See README.md.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <mpi.h>

#include "bench_cell.h"
#include "bench_report.h"

enum { WRONG_USAGE = 2 };

/* One cell, on all ranks; true on rank 0 if all was well, and on the others always. */
static bool run_cell(struct bench *bench, const struct bench_report *report, size_t collective, int64_t deadline)
{
    struct bench_cell cell;
    bench_cell_run(bench, collective, deadline, &cell);
    for (size_t entry = 0; entry < bench->options.entry_count; entry++) {
        bench->ever_served[entry] = bench->ever_served[entry] || cell.lines[entry].serves || cell.lines[entry].dropped;
    }
    return bench->clock.rank != 0 || bench_report_cell(report, bench, &cell);
}

/* One collective with one operator. Each cell has an equal share of the time that is left. */
static bool run_lengths(struct bench *bench, const struct bench_report *report, size_t collective, int64_t end, size_t cells_left)
{
    const struct bench_options *options = &bench->options;
    bool good = true;
    size_t last_elements = 0;
    for (size_t i = 0; i < options->byte_count; i++, cells_left--) {
        int64_t now = bench_now();
        bench_vector_shape(&bench->vector, options->collectives[collective], options->bytes[i]);
        if (bench->vector.elements != last_elements) {
            good = run_cell(bench, report, collective, now + (end - now) / (int64_t)cells_left) && good;
        }
        last_elements = bench->vector.elements;
    }
    return good;
}

static bool run_cells(struct bench *bench, const struct bench_report *report)
{
    const struct bench_options *options = &bench->options;
    bool good = true;
    size_t cells_left = options->operator_count * options->collective_count * options->byte_count;
    int64_t end = bench_now() + (int64_t)(options->seconds * 1e9);
    for (size_t i = 0; i < options->operator_count; i++) {
        struct bench_operation operation;
        bench_operation_open(&operation, options->operators[i]);
        bench_vector_operation(&bench->vector, &operation);
        for (size_t collective = 0; collective < options->collective_count; collective++) {
            if (bench->clock.rank == 0) {
                fprintf(stderr, "    p = %d: %s, %s\n", bench->clock.size, options->collectives[collective]->name, options->operators[i]->name);
            }
            good = run_lengths(bench, report, collective, end, cells_left) && good;
            cells_left -= options->byte_count;
        }
        bench_operation_close(&operation);
    }
    return good;
}

/* An entry that never served what it names was asked for in vain. */
static bool have_all_served(const struct bench *bench)
{
    bool all = true;
    for (size_t entry = 0; entry < bench->options.entry_count; entry++) {
        if (!bench->ever_served[entry]) {
            all = false;
            if (bench->clock.rank == 0) {
                fprintf(stderr, "bench: %s served no call\n", bench->options.entries[entry].name);
            }
        }
    }
    return all;
}

/* Of an entry whose algorithm some collectives do not have. */
static void tell_left_out(const struct bench *bench, size_t entry)
{
    const struct bench_options *options = &bench->options;
    for (size_t i = 0; i < options->collective_count; i++) {
        if (!bench->applies[entry][i] && bench->clock.rank == 0) {
            fprintf(stderr, "bench: %s is left out of %s, which has no such algorithm\n", options->entries[entry].name, options->collectives[i]->name);
        }
    }
}

/* Communicators of the entries from *opened on. False with a reason, the same on all ranks. */
static bool open_entries(struct bench *bench, size_t *opened, char reason[BENCH_REASON_BYTES])
{
    const struct bench_options *options = &bench->options;
    for (; *opened < options->entry_count; ++*opened) {
        if (!bench_library_communicator(bench->library, &options->entries[*opened], options->collectives, options->collective_count,
                                        bench->applies[*opened], &bench->comms[*opened], reason)) {
            return false;
        }
        tell_left_out(bench, *opened);
    }
    return true;
}

static bool open_raw(struct bench *bench, char reason[BENCH_REASON_BYTES])
{
    const struct bench_options *options = &bench->options;
    return options->raw == NULL || bench_raw_open(&bench->raw, options->raw, options->entry_count, options->samples, bench->clock.comm, reason);
}

static void open_samples(struct bench *bench)
{
    for (size_t entry = 0; entry < bench->options.entry_count; entry++) {
        bench->samples_us[entry] = calloc(bench->options.samples, sizeof(double));
        if (bench->samples_us[entry] == NULL) {
            fprintf(stderr, "bench: no memory for the samples\n");
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
}

static size_t largest_bytes(const struct bench_options *options)
{
    size_t largest = 0;
    for (size_t i = 0; i < options->byte_count; i++) {
        largest = options->bytes[i] > largest ? options->bytes[i] : largest;
    }
    return largest;
}

static bool measure(struct bench *bench)
{
    struct bench_report report;
    bench_vector_open(&bench->vector, bench->clock.comm, largest_bytes(&bench->options), bench->options.rotated);
    open_samples(bench);
    bench_report_open(&report, bench);
    bool good = run_cells(bench, &report);
    good = have_all_served(bench) && good;
    for (size_t entry = 0; entry < bench->options.entry_count; entry++) {
        free(bench->samples_us[entry]);
    }
    bench_vector_close(&bench->vector);
    return good;
}

/* Opens what is needed, measures, and returns the exit status. The first communicator carries what the benchmark itself has to say. */
static int run(struct bench *bench)
{
    struct bench_entry quiet;
    char reason[BENCH_REASON_BYTES];
    MPI_Comm comm;
    size_t opened = 0;
    bool ignored[BENCH_MOST_ITEMS], ready;
    int status = 1;
    bench_entry_parse("default", &quiet);
    bench->library = bench_library_open();
    bench_library_communicator(bench->library, &quiet, bench->options.collectives, bench->options.collective_count, ignored, &comm, reason);
    ready = bench_clock_open(&bench->clock, comm);
    if (!ready) {
        snprintf(reason, sizeof reason, "all ranks must be on one machine: they share its clock");
    } else if (bench->clock.size < 2) {
        snprintf(reason, sizeof reason, "needs at least two ranks: run it with mpirun -n 2");
        ready = false;
    }
    ready = ready && open_entries(bench, &opened, reason) && open_raw(bench, reason);
    if (ready) {
        status = measure(bench) ? 0 : 1;
    } else if (bench->clock.rank == 0) {
        fprintf(stderr, "bench: %s\n", reason);
    }
    while (opened > 0) {
        MPI_Comm_free(&bench->comms[--opened]);
    }
    bench_raw_close(&bench->raw);
    MPI_Comm_free(&comm);
    bench_library_close(bench->library);
    return status;
}

int main(int argc, char **argv)
{
    static struct bench bench;
    char message[BENCH_MESSAGE_BYTES];
    int rank, status;
    bool good = bench_options_parse(argc, argv, &bench.options, message);
    bench_library_prepare(bench.options.entries, bench.options.entry_count);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!good) {
        status = WRONG_USAGE;
        if (rank == 0) {
            fprintf(stderr, "bench: %s\n", message);
        }
    } else if (bench.options.help) {
        status = 0;
        if (rank == 0) {
            fputs(bench_usage, stdout);
        }
    } else {
        status = run(&bench);
    }
    bench_library_leave(status);
    return status;
}

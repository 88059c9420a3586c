/*
 * A yardstick for MPI_Allreduce by two processes over point-to-point messages: the times of its parts, each by itself, by MPI's own
 * calls. What keeps segments in cache, overlaps, or saves MPI's interface can be faster than their sum; what waits for data or stages
 * it is slower. Calls of the parts alternate, start at one instant on both ranks, and work on inputs
 * that are new each time; a time is that of the slower rank.
 *
 *     mpirun -n 2 --bind-to core ./floor [BYTES ...] >floor.csv
 *
 * whole: vectors are exchanged, and reduced. halves: what each keeps is exchanged and reduced, and the results are exchanged.
 * A CSV of bytes, part, samples, late and microseconds: minimum, median, 95th percentile; after the parts the two sums of their
 * medians. See README.md.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <mpi.h>

#include "bench_order.h"
#include "bench_text.h"
#include "bench_timing.h"

enum { SAMPLES = 300, WRONG_USAGE = 2 };

struct floor {
    struct bench_clock clock;
    MPI_Comm comm; /* of the parts */
    int rank, elements;
    double *input, *output;
};

static void exchange(const struct floor *f, int elements)
{
    MPI_Sendrecv(f->input, elements, MPI_DOUBLE, 1 - f->rank, 0, f->output, elements, MPI_DOUBLE, 1 - f->rank, 0, f->comm, MPI_STATUS_IGNORE);
}

static void exchange_whole(const struct floor *f)
{
    exchange(f, f->elements);
}

static void exchange_half(const struct floor *f)
{
    exchange(f, f->elements / 2);
}

static void send_whole(const struct floor *f)
{
    if (f->rank == 0) {
        MPI_Send(f->input, f->elements, MPI_DOUBLE, 1, 0, f->comm);
    } else {
        MPI_Recv(f->output, f->elements, MPI_DOUBLE, 0, 0, f->comm, MPI_STATUS_IGNORE);
    }
}

static void reduce_whole(const struct floor *f)
{
    MPI_Reduce_local(f->input, f->output, f->elements, MPI_DOUBLE, MPI_SUM);
}

static void reduce_half(const struct floor *f)
{
    MPI_Reduce_local(f->input, f->output, f->elements / 2, MPI_DOUBLE, MPI_SUM);
}

enum { EXCHANGE_WHOLE, EXCHANGE_HALF, SEND_WHOLE, REDUCE_WHOLE, REDUCE_HALF, PARTS };

static const struct {
    const char *name;
    void (*run)(const struct floor *floor);
} parts[PARTS] = {
    [EXCHANGE_WHOLE] = { "exchange", exchange_whole }, [EXCHANGE_HALF] = { "exchange half", exchange_half },
    [SEND_WHOLE] = { "send", send_whole },
    [REDUCE_WHOLE] = { "reduce", reduce_whole }, [REDUCE_HALF] = { "reduce half", reduce_half },
};

/* Microseconds of one call; infinite if this rank started late. */
static double time_part(struct floor *f, size_t part, size_t round)
{
    int64_t start;
    for (int i = 0; i < f->elements; i++) {
        f->input[i] = (double)(round + (size_t)i);
    }
    bool in_time = bench_start_together(&f->clock, &start);
    parts[part].run(f);
    double elapsed_us = (double)(bench_now() - start) * 1e-3;
    return in_time ? elapsed_us : HUGE_VAL;
}

static void measure(struct floor *f, size_t bytes)
{
    static double samples_us[PARTS][SAMPLES];
    double median_us[PARTS];
    f->elements = (int)(bytes / sizeof *f->input);
    for (size_t round = 0; round < SAMPLES; round++) {
        for (size_t position = 0; position < PARTS; position++) {
            size_t part = bench_order(round, position, PARTS);
            samples_us[part][round] = time_part(f, part, round);
        }
    }
    for (size_t part = 0; part < PARTS; part++) {
        bench_slowest(&f->clock, samples_us[part], SAMPLES);
        struct bench_times times = bench_describe(samples_us[part], SAMPLES);
        median_us[part] = times.median_us;
        if (f->rank == 0) {
            printf("%zu,%s,%zu,%zu,%.3f,%.3f,%.3f\n", bytes, parts[part].name, times.samples, times.late, times.minimum_us, times.median_us,
                   times.percentile95_us);
        }
    }
    if (f->rank == 0) {
        printf("%zu,whole,,,,%.3f,\n", bytes, median_us[EXCHANGE_WHOLE] + median_us[REDUCE_WHOLE]);
        printf("%zu,halves,,,,%.3f,\n", bytes, 2 * median_us[EXCHANGE_HALF] + median_us[REDUCE_HALF]);
        fflush(stdout);
    }
}

/* The longest of the lengths; 0 if one is none. */
static size_t longest_of(int count, char **texts)
{
    size_t longest = 0, bytes;
    for (int i = 0; i < count; i++) {
        if (!bench_parse_bytes(texts[i], &bytes) || bytes < 2 * sizeof(double)) {
            return 0;
        }
        longest = bytes > longest ? bytes : longest;
    }
    return longest;
}

int main(int argc, char **argv)
{
    static char *usual[] = { "64k", "256k", "1m", "4m", "16m" };
    struct floor floor;
    MPI_Comm comm;
    int size, status = WRONG_USAGE;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &floor.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_dup(MPI_COMM_WORLD, &floor.comm);
    char **texts = argc > 1 ? argv + 1 : usual;
    int count = argc > 1 ? argc - 1 : (int)(sizeof usual / sizeof *usual);
    size_t longest = longest_of(count, texts);
    if (size != 2 || longest == 0 || !bench_clock_open(&floor.clock, comm)) {
        if (floor.rank == 0) {
            fprintf(stderr, "floor: needs two ranks on one machine, and numbers of bytes from 16 to 1g, such as 4k or 1m: mpirun -n 2 floor 64k 1m\n");
        }
    } else {
        floor.input = calloc(2, longest);
        if (floor.input == NULL) {
            fprintf(stderr, "floor: no memory\n");
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
        floor.output = floor.input + longest / sizeof(double);
        if (floor.rank == 0) {
            puts("bytes,part,samples,late,min_us,median_us,p95_us");
        }
        for (int i = 0; i < count; i++) {
            size_t bytes = 0;
            bench_parse_bytes(texts[i], &bytes);
            measure(&floor, bytes);
        }
        free(floor.input);
        status = 0;
    }
    MPI_Comm_free(&floor.comm);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return status;
}

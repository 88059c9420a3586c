/*
 * The options of the benchmark.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "bench_collective.h"
#include "bench_entry.h"
#include "bench_operator.h"

enum { BENCH_MOST_ITEMS = 64, BENCH_MOST_SAMPLES = 100000 };

struct bench_options {
    const struct bench_collective *collectives[BENCH_MOST_ITEMS];
    size_t collective_count;
    const struct bench_operator *operators[BENCH_MOST_ITEMS];
    size_t operator_count;
    size_t bytes[BENCH_MOST_ITEMS];
    size_t byte_count;
    struct bench_entry entries[BENCH_MOST_ENTRIES];
    size_t entry_count;
    bool rotated;     /* buffers */
    bool verify_only; /* no times */
    bool help;
    double seconds;
    double drop;      /* entries that are so many times as slow as the fastest; 0: none */
    size_t samples;   /* of each entry in each cell, at most */
    const char *label;
    const char *raw;  /* file; NULL: none */
};

enum { BENCH_MESSAGE_BYTES = 1024 };

/* False with a message of one line if an option is wrong. */
bool bench_options_parse(int argc, char **argv, struct bench_options *options, char message[BENCH_MESSAGE_BYTES]);

extern const char bench_usage[];

#endif

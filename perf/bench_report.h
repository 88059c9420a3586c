/*
 * The CSV of the benchmark, and what it says on standard error. For rank 0 only, but for bench_report_open.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <stdbool.h>

#include "bench_cell.h"

struct bench_report {
    char job[2048]; /* what the lines of a job have in common: date to oversubscribed */
};

/* Collective over the job. Writes the head of the table. */
void bench_report_open(struct bench_report *report, const struct bench *bench);

/* Writes the cell's lines, and on standard error what was wrong with it; false if anything was. */
bool bench_report_cell(const struct bench_report *report, const struct bench *bench, const struct bench_cell *cell);

#endif

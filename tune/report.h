/*
 * What was measured, and the file that keeps it: written anew after each step, so that an interrupted run leaves what it
 * had.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef TUNE_REPORT_H
#define TUNE_REPORT_H

#include "../coll_rabred/choose/machine.h"

#include <stdbool.h>

typedef struct {
    const char *name;                          /* of the machine; the file is <name>.conf */
    char head[4096];                           /* comments on all of it, lines that start with # */
    coll_rabred_machine_t machine[COLL_RABRED_CLASSES];
    size_t cut_limit;                          /* bytes: coll_rabred_node_cut_limit; 0: not measured */
    bool known[COLL_RABRED_CLASSES];           /* measured, but for */
    char missing[COLL_RABRED_CLASSES][128];    /* these values; empty: none */
    char remark[COLL_RABRED_CLASSES][512];     /* how; one clause */
    bool whole;                                /* nothing more will be measured */
} report_t;

/* Adds a comment to the head. */
void report_head(report_t *report, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* False if the file cannot be written; errno says why, and what was there before stays. */
bool report_write(const report_t *report);

/* One line on standard error with the time since the start, if these are to be seen. */
void progress_open(bool seen);
void progress(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif

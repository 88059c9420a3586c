/*
 * The command line of perf/scale, read by each of its programs: what to play, in which sizes, at which cost.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_PERF_OPTIONS_H
#define RABRED_PERF_OPTIONS_H

#include "../../coll_rabred/sched/table.h"

enum { OPTIONS_LIST = 64 };              /* the longest list */
enum { OPTIONS_AUTO = -1 };              /* what rabred's model takes for each call */

/* What messages, bytes and processors cost, as timing.h and play.h have it, in seconds. */
typedef struct {
    double latency, overhead, gap;
    double byte_time, byte_time_one_way, reduce_time, copy_time;   /* a byte */
    size_t rendezvous;                   /* messages from so many bytes on are long */
} costs_t;

typedef struct {
    bool simulate;                       /* else model */
    coll_rabred_collective_t collective;
    size_t algorithms, jobs, lengths;    /* of the lists */
    int algorithm[OPTIONS_LIST];         /* index in coll_rabred_algorithms[], or OPTIONS_AUTO */
    int processes[OPTIONS_LIST];
    size_t bytes[OPTIONS_LIST];          /* of the vector */
    size_t argument[COLL_RABRED_ARGUMENTS];   /* sizes in bytes */
    int node_size;                       /* neighbours that share a node, for algorithms that look at nodes; 0: not known */
    costs_t model;
    const char *platform;
    bool csv, selectors;
} options_t;

/* Refuses what is no command line. */
options_t options_read(int argc, char *const *argv);

/* Tells on one line of standard error what is wrong and what is allowed, and exits with status 2. */
_Noreturn void options_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif

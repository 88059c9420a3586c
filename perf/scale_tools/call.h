/*
 * One call of a collective as perf/scale plays it: vectors of 8-byte elements, root 0.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_PERF_CALL_H
#define RABRED_PERF_CALL_H

#include "../../coll_rabred/sched/layout.h"
#include "../../coll_rabred/sched/timing.h"
#include "options.h"

enum { CALL_ELEMENT = 8 };               /* bytes */

/* Algorithms are indices in coll_rabred_algorithms[], or OPTIONS_AUTO. */
bool call_admits(int algorithm, int processes);

/* What is asked of the processes, but for their rank. OPTIONS_AUTO: as rabred chooses for a commutative operator. */
coll_rabred_problem_t call_problem(const options_t *options, int algorithm, int processes, size_t bytes);

/* The algorithm of a problem as results name it: "ring"; "auto:ring" if it was chosen. */
const char *call_name(int algorithm, const coll_rabred_problem_t *problem, char *name, size_t name_bytes);

/* What the options say of a machine, but for the picoseconds that a message costs the processors at both its ends. */
coll_rabred_machine_t call_machine(const options_t *options);
uint64_t call_overhead(const options_t *options);

/* Of the vector; reduce_scatter_block takes the next multiple of the number of processes. */
size_t call_elements(const options_t *options, int processes, size_t bytes);

/* One line of results: who played it, what, and how long it took. */
void call_print_header(void);
void call_print(const options_t *options, const char *network, const char *algorithm, int processes, size_t bytes,
                double seconds);

#endif

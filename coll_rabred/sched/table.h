/*
 * The table of algorithms, one line each: everything users, tests and benchmarks know of an algorithm.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_SCHED_TABLE_H
#define COLL_RABRED_SCHED_TABLE_H

#include "schedule.h"

/* What users may say of an argument. */
typedef struct {
    const char *name;
    const char *summary;              /* one clause */
    size_t otherwise;                 /* where none is given; below `least`: what the algorithm itself takes then */
    size_t least, most;
    bool bytes;                       /* a size, else a number */
    bool scatters;                    /* only for reduce_scatter and reduce_scatter_block */
} coll_rabred_argument_t;

extern const coll_rabred_argument_t coll_rabred_arguments[COLL_RABRED_ARGUMENTS];

/* What every result of an algorithm keeps (Rabenseifner & Traeff 2004, section 1). */
enum {
    COLL_RABRED_SAME = 1,             /* all processes end with the same bits */
    COLL_RABRED_ORDERED = 2,          /* operands in rank order: any associative operator */
    COLL_RABRED_ONE_BRACKETING = 4,   /* every block is reduced by the same tree */
    COLL_RABRED_CANONICAL = 8         /* that tree is T(p): node (l,j) covers ranks j*2^l .. (j+1)*2^l-1 */
};

/* What an algorithm may need of a call. */
enum {
    COLL_RABRED_POWER_OF_TWO = 1,     /* processes */
    COLL_RABRED_COMMUTATIVE = 2,      /* operator */
    COLL_RABRED_EXACT = 4,            /* operator on this type: any order and bracketing gives the same bits */
    COLL_RABRED_NODES = 8             /* known; a commutative operator, or adjacent ranks on every node */
};

typedef struct coll_rabred_cost coll_rabred_cost_t;   /* in cost.h */
typedef struct coll_rabred_builder coll_rabred_builder_t;
typedef struct coll_rabred_clock coll_rabred_clock_t;   /* in clock.h */

/* A phase appends steps, and moves a clock on by the time that they take; no time: it sends nothing. */
typedef struct {
    void (*build)(coll_rabred_builder_t *builder);
    void (*time)(coll_rabred_clock_t *clock);
} coll_rabred_phase_t;

enum { COLL_RABRED_PHASES = 8 };      /* in one recipe, with what ends it */

/* Beside bits 1u << argument of `arguments`. */
enum { COLL_RABRED_RADIX_OF_TWO = 1u << COLL_RABRED_ARGUMENTS };   /* radices are powers of two, others as the next lower one */

/* One line of the table; a collective without phases is not served. */
typedef struct {
    const char *name;
    const char *summary;              /* one clause for users, with the source */
    unsigned promises;
    unsigned needs;                   /* without which `instead` serves the call */
    const char *instead;              /* another line's name */
    unsigned arguments;
    coll_rabred_blocks_t (*blocks)(const coll_rabred_problem_t *problem);
    void (*cost)(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);
    coll_rabred_phase_t phases[COLL_RABRED_REDUCE_SCATTER_BLOCK][COLL_RABRED_PHASES];
} coll_rabred_algorithm_t;

extern const coll_rabred_algorithm_t coll_rabred_algorithms[];   /* ends with a NULL name */

/* The phases that serve the collective; behind the last one, or first where it is not served, one that builds nothing. */
const coll_rabred_phase_t *coll_rabred_recipe(const coll_rabred_algorithm_t *algorithm,
                                              coll_rabred_collective_t collective);
bool coll_rabred_serves(const coll_rabred_algorithm_t *algorithm, coll_rabred_collective_t collective);

/* True if the algorithm takes the argument when it serves the collective. */
bool coll_rabred_takes(const coll_rabred_algorithm_t *algorithm, coll_rabred_collective_t collective, int argument);

/*
 * The value of an argument as schedules take it, for a vector of `bytes`: sizes in blocks, at most all; pieces as many
 * as suit the vector, where 0 leaves them open; 0 for an argument that the algorithm does not take.
 */
size_t coll_rabred_argument_value(const coll_rabred_problem_t *problem, int argument, size_t value, size_t bytes);

/* What the algorithm promises for this problem: operands in rank order only if those of a node are adjacent. */
unsigned coll_rabred_promises(const coll_rabred_problem_t *problem);

/* False if the algorithm cannot serve so many processes. */
bool coll_rabred_admits(const coll_rabred_algorithm_t *algorithm, int processes);

#endif

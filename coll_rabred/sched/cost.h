/*
 * Closed forms of what a schedule costs, for the algorithm's own number of blocks and at least two
 * processes; of algorithms with a threshold, for 0 (always divide) and for all blocks (never). test/sched
 * compares them with the schedules.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_SCHED_COST_H
#define COLL_RABRED_SCHED_COST_H

#include "table.h"

/* Blocks and rounds for the busiest process; for reduce over the worst root. */
struct coll_rabred_cost {
    size_t rounds;                    /* longest chain of dependent messages */
    size_t sent, reduced, copied;     /* blocks; copied counts COPY steps only */
    size_t three_address;             /* blocks reduced into neither operand: copied first where the
                                         operator has no three-buffer form */
    size_t scratch;                   /* blocks in all temporaries; an upper bound */
    bool at_most;                     /* upper bounds, too: blocks sent, reduced and so on */
    bool rounds_at_most;
};

void coll_rabred_cost_linear(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);
void coll_rabred_cost_binomial_tree(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);
void coll_rabred_cost_recursive_doubling(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);
void coll_rabred_cost_halving_doubling(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);
void coll_rabred_cost_binary_blocks(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);
void coll_rabred_cost_ring(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);
void coll_rabred_cost_recursive_halving(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);
void coll_rabred_cost_butterfly_mirror(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);
void coll_rabred_cost_elimination(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);
void coll_rabred_cost_small_ring(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);
void coll_rabred_cost_ordered_pairwise(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);
void coll_rabred_cost_segment_dissemination(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);
void coll_rabred_cost_allgather_reduce(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);
void coll_rabred_cost_census(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);
void coll_rabred_cost_circulant(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);
void coll_rabred_cost_pipelined_circulant(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);
void coll_rabred_cost_pipelined_two_trees(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);
void coll_rabred_cost_pipelined_chain(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);
void coll_rabred_cost_butterfly_circulant(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);
void coll_rabred_cost_direct_exchange(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);
void coll_rabred_cost_factored(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);
void coll_rabred_cost_lanes(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);
void coll_rabred_cost_direct_lanes(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);

/* Part of them: P and f of a number of processes, and fold = 1 where any leave before the main part. */
size_t coll_rabred_cost_power(int processes, size_t *exponent, size_t *fold);

#endif

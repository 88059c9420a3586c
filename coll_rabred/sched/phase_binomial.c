/*
 * Binomial tree: the nodes of T(p) are reduced level by level; broadcast is the same tree downwards.
 *
 * Rabenseifner 2004, 3.3 (there called binary tree). T(p): node (l, j) covers ranks j*2^l to
 * (j+1)*2^l - 1 as far as they exist. Its holder is the root where the node covers the root, else its
 * lowest rank; so any root costs the same and the bracketing does not depend on the root.
 *
 *     p = 6, root 3   level 0           level 1                 level 2
 *     (0 1)(2 3)(4 5) 1->0  2->3  5->4  (0-1)(2-3): 0 -> 3      (0-3)(4-5): 4 -> 3
 *
 * Before: `value` is the input. After: `value` at the root is the result; ceil(log2 p) rounds of B
 * blocks, the root receives and reduces at most that many; two vectors of scratch.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

/* The rank that holds the value of node (level, j). */
static int holder(const coll_rabred_problem_t *problem, int level, int j)
{
    return problem->root >> level == j ? problem->root : (int) ((int64_t) j << level);
}

void coll_rabred_phase_binomial_reduce(coll_rabred_builder_t *b)
{
    const coll_rabred_problem_t *problem = b->problem;
    int rank = problem->rank;
    bool holds = true;

    for (int level = 0; level < coll_rabred_ceil_log2(problem->processes); level++) {
        int left = rank >> level & ~1;
        bool complete = ((int64_t) (left + 1) << level) < problem->processes;
        if (holds && complete) {
            int left_holder = holder(problem, level, left);
            int right_holder = holder(problem, level, left + 1);
            int peer = rank == left_holder ? right_holder : left_holder;
            holds = rank == holder(problem, level + 1, left / 2);
            if (!holds) {
                coll_rabred_send(b, peer, b->value, b->range, true);
            } else {
                coll_rabred_recv_reduce(b, peer, b->range,
                                        rank == left_holder ? COLL_RABRED_RIGHT : COLL_RABRED_LEFT, false);
            }
        }
        coll_rabred_end_round(b);
    }
    if (rank == problem->root) {
        coll_rabred_settle(b);
    }
}

void coll_rabred_phase_binomial_broadcast(coll_rabred_builder_t *b)
{
    int rank = b->problem->rank;

    for (int level = coll_rabred_ceil_log2(b->problem->processes) - 1; level >= 0; level--) {
        int64_t distance = INT64_C(1) << level;
        if (rank % (2 * distance) == distance) {
            coll_rabred_recv(b, (int) (rank - distance), COLL_RABRED_OUT, b->range);
        } else if (0 == rank % (2 * distance) && rank + distance < b->problem->processes) {
            coll_rabred_send(b, (int) (rank + distance), COLL_RABRED_OUT, b->range, false);
        }
        coll_rabred_end_round(b);
    }
}

/*
 * Linear: the root receives every vector and reduces them one after the other; the reference that is
 * always right, and the last resort.
 *
 * Rabenseifner 2004 (Optimization of Collective Reduction Operations), 3.2, names it as the
 * bottleneck to avoid. Bracketing: v0 op (v1 op (v2 op v3)), the same at every root.
 *
 *     root 1 of 4     round 0        round 1             round 2
 *     P0                                                 A0 ->
 *     P1              <- A3          <- A2               <- A0
 *                                    A2-3, A1-3          A0-3
 *     P2                             A2 ->
 *     P3              A3 ->
 *
 * Before: `value` is the input. After: `value` at the root is the result; p-1 rounds of B blocks into
 * the root, (p-1) B blocks reduced, scratch B for what arrives (in place another B for the result).
 * Broadcast and scatter: one round of p-1 messages from the root.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

/* The root takes in rank's vector; `empty` while nothing has been taken in. */
static void take(coll_rabred_builder_t *b, int rank, uint32_t result, bool empty)
{
    if (rank == b->problem->root) {
        if (!empty) {
            coll_rabred_reduce(b, result, b->input, result, b->range);
        }
        b->value = empty ? b->input : result;
    } else if (empty) {
        coll_rabred_recv(b, rank, result, b->range);
        b->value = result;
    } else {
        coll_rabred_recv_reduce(b, rank, b->range, COLL_RABRED_LEFT, false);
    }
}

void coll_rabred_phase_linear_reduce(coll_rabred_builder_t *b)
{
    const coll_rabred_problem_t *problem = b->problem;
    int last = problem->processes - 1;
    /* In place the input must last until it has been taken in. */
    uint32_t result = COLL_RABRED_OUT == b->input ? b->work[1] : b->work[0];

    for (int rank = last; rank >= 0; rank--) {
        if (problem->rank == problem->root) {
            take(b, rank, result, last == rank);
        } else if (problem->rank == rank) {
            coll_rabred_send(b, problem->root, b->input, b->range, last != rank);
        }
        if (rank != problem->root) {
            coll_rabred_end_round(b);
        }
    }
    if (problem->rank == problem->root) {
        coll_rabred_settle(b);
    }
}

void coll_rabred_phase_linear_broadcast(coll_rabred_builder_t *b)
{
    const coll_rabred_problem_t *problem = b->problem;

    if (problem->rank != problem->root) {
        coll_rabred_recv(b, problem->root, COLL_RABRED_OUT, b->range);
    }
    for (int rank = 0; rank < problem->processes && problem->rank == problem->root; rank++) {
        if (rank != problem->root) {
            coll_rabred_send(b, rank, COLL_RABRED_OUT, b->range, false);
        }
    }
    coll_rabred_end_round(b);
}

void coll_rabred_phase_linear_scatter(coll_rabred_builder_t *b)
{
    const coll_rabred_problem_t *problem = b->problem;
    coll_rabred_range_t own = coll_rabred_owned(problem, problem->rank);

    if (problem->rank != problem->root) {
        coll_rabred_recv(b, problem->root, COLL_RABRED_OUT, own);
    }
    for (int rank = 0; rank < problem->processes && problem->rank == problem->root; rank++) {
        if (rank != problem->root) {
            coll_rabred_send(b, rank, b->value, coll_rabred_owned(problem, rank), false);
        }
    }
    coll_rabred_end_round(b);
    if (problem->rank == problem->root) {
        coll_rabred_copy(b, COLL_RABRED_OUT, b->value, own);
    }
}

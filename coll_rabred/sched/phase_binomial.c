/*
 * Binomial tree: the nodes of T(p) are reduced level by level; broadcast is the same tree downwards. With radix k, a power of
 * two, the k-nomial tree: log2 k levels in a round, of the same nodes.
 *
 * Rabenseifner 2004, 3.3 (there called binary tree). T(p): node (l, j) covers ranks j*2^l to
 * (j+1)*2^l - 1 as far as they exist. Its holder is the root where the node covers the root, else its
 * lowest rank; so any root costs the same and the bracketing does not depend on the root.
 *
 *     p = 6, root 3   level 0           level 1                 level 2                  radix 4   levels 0 and 1     level 2
 *     (0 1)(2 3)(4 5) 1->0  2->3  5->4  (0-1)(2-3): 0 -> 3      (0-3)(4-5): 4 -> 3                 0, 1, 2->3  5->4   4->3
 *
 * Where messages to one process overlap, a round of k-1 of them takes little more time than one of a single message.
 *
 * Before: `value` is the input. After: `value` at the root is the result; ceil(log_k p) rounds of B
 * blocks, the root receives and reduces at most k-1 times as many; two vectors of scratch, with k > 2 up to k+3.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

int coll_rabred_tree_radix(const coll_rabred_problem_t *problem)
{
    return coll_rabred_power_below(coll_rabred_radix(problem));
}

int coll_rabred_tree_siblings(int processes, int radix, int64_t span, int first)
{
    const int64_t nodes = (processes + span - 1) / span;

    return (int) (nodes - first < radix ? nodes - first : radix);
}

/* The rank that holds the value of node j of so many ranks. */
static int holder(const coll_rabred_problem_t *problem, int64_t span, int j)
{
    return problem->root / span == j ? problem->root : (int) (j * span);
}

/* Takes in the values of the siblings first .. first+siblings-1 but the own one. */
static void take_in(coll_rabred_builder_t *b, int64_t span, int first, int own, int siblings)
{
    for (int slot = 0; slot < siblings; slot++) {
        const int peer = holder(b->problem, span, first + slot);
        if (slot != own && 2 == siblings) {
            coll_rabred_recv_reduce(b, peer, b->range, 0 == own ? COLL_RABRED_RIGHT : COLL_RABRED_LEFT, false);
        } else if (slot != own) {
            coll_rabred_recv(b, peer, coll_rabred_operand(b, own, slot), b->range);
        }
    }
    coll_rabred_end_round(b);
    if (siblings > 2) {
        coll_rabred_reduce_operands(b, own, siblings, false);
    }
}

void coll_rabred_phase_binomial_reduce(coll_rabred_builder_t *b)
{
    const coll_rabred_problem_t *problem = b->problem;
    const int rank = problem->rank, radix = coll_rabred_tree_radix(problem);
    bool holds = true;

    for (int64_t span = 1; span < problem->processes; span *= radix) {
        const int node = (int) (rank / span), first = node - node % radix;
        const int siblings = coll_rabred_tree_siblings(problem->processes, radix, span, first);
        const int keeper = holder(problem, radix * span, first / radix);
        if (holds && rank == keeper) {
            take_in(b, span, first, node - first, siblings);
            continue;
        }
        if (holds) {
            coll_rabred_send(b, keeper, b->value, b->range, 2 == siblings);
        }
        holds = false;
        coll_rabred_end_round(b);
    }
    if (rank == problem->root) {
        coll_rabred_settle(b);
    }
}

void coll_rabred_phase_binomial_broadcast(coll_rabred_builder_t *b)
{
    const int rank = b->problem->rank, processes = b->problem->processes, radix = coll_rabred_tree_radix(b->problem);
    int64_t span = 1;

    while (radix * span < processes) {
        span *= radix;
    }
    for (; span >= 1; span /= radix) {
        const int slot = (int) (rank / span % radix);
        if (0 == rank % span && slot > 0) {
            coll_rabred_recv(b, (int) (rank - slot * span), COLL_RABRED_OUT, b->range);
        }
        for (int64_t to = rank + span; 0 == rank % span && 0 == slot && to < rank + radix * span && to < processes; to += span) {
            coll_rabred_send(b, (int) to, COLL_RABRED_OUT, b->range, false);
        }
        coll_rabred_end_round(b);
    }
}

/*
 * Pipelined reduce down a chain (reduce): the processes stand in a circle behind the root; the farthest one sends its blocks one
 * by one to the next, each other reduces what arrives into its own and sends that on.
 *
 * p = 4, n = 3, root 0; A, B, C the blocks, B_23 reduced over two processes:
 *
 *     round 0                                        A_3 3->2
 *     round 1                        A_23 2->1       B_3 3->2
 *     round 2       A_123 1->0       B_23 2->1       C_3 3->2
 *     round 3       B_123 1->0       C_23 2->1
 *     round 4       C_123 1->0
 *
 * No process waits for what it has sent, so short blocks follow each other without a latency in between: the least time of
 * all for very long vectors and few processes. Operands meet in the order of the circle, not of the ranks: for commutative
 * operators. Before: `value` is the input. After: OUT at the root holds the result. n+p-2 rounds, n of them of a process; n
 * blocks sent and received. Scratch 2: a window (windows.c).
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

void coll_rabred_phase_chain(coll_rabred_builder_t *b)
{
    const int processes = b->problem->processes, rank = b->problem->rank;
    const int distance = coll_rabred_around(processes, rank, -b->problem->root);
    const bool first = distance == processes - 1, last = 0 == distance;   /* in the chain */
    const size_t blocks = b->range.count;

    for (size_t i = first; i <= blocks; i++) {
        const coll_rabred_range_t taken = {b->range.first + i, i < blocks && !first};
        const coll_rabred_range_t sent = {b->range.first + i - 1, i > 0 && !last};
        coll_rabred_go_to_round(b, (uint32_t) ((size_t) (processes - 2 - distance) + i));
        if (taken.count > 0) {
            b->value = b->input;
            coll_rabred_recv_reduce(b, coll_rabred_around(processes, rank, 1), taken, COLL_RABRED_IN == b->value ? COLL_RABRED_RIGHT : COLL_RABRED_LEFT, false);
        }
        coll_rabred_send(b, coll_rabred_around(processes, rank, -1), first ? b->input : b->work[0], sent, true);
        coll_rabred_end_round(b);
    }
}

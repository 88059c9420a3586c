/*
 * Pipelined reduce on the circulant graph (reduce): the round-optimal broadcast of n blocks from the root, played
 * backwards: the last round first, what was received is sent, and what comes back is reduced into the own block.
 *
 * Traeff, doi 10.1145/3735139; which blocks travel when is said in circulant_blocks.c. The broadcast takes phases of q
 * rounds; x virtual rounds in front make n-1+q a multiple of q; blocks below 0 are not sent, those from n on are the
 * last one, which no process receives twice. p = 5, n = 3, root 0, skips 3, 2, 1; A, B, C the blocks, B_124 reduced over
 * three processes:
 *
 *     round 0, to r-3     A_1 ->P3     B_2 ->P4     C_3 ->P0     C_4 ->P1
 *     round 1, to r-2     B_1 ->P4     C_2 ->P0                  A_4 ->P2
 *     round 2, to r-1     C_14 ->P0                 A_13 ->P2    B_124 ->P3
 *     round 3, to r-3                               B_1234 ->P0
 *     round 4, to r-2                  A_1234 ->P0
 *                         from P1      from P2      from P3      from P4
 *
 * Operands meet in any order: for commutative operators. Before: `value` is the input. After: OUT at the root
 * holds the result. n-1+q rounds of one block sent and one received; every other process sends n blocks, the
 * root receives n-1+q. Scratch is for partial results and for what arrives to be reduced into them: windows of a few blocks
 * (windows.c).
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

#include <stdlib.h>

/* Reduces what the peer sends into the own block; `begun`: something has been before. */
static void take(coll_rabred_builder_t *b, int peer, coll_rabred_range_t block, bool *begun)
{
    b->value = *begun ? b->work[0] : b->input;
    coll_rabred_recv_reduce(b, peer, block, COLL_RABRED_IN == b->value ? COLL_RABRED_RIGHT : COLL_RABRED_LEFT, false);
    *begun = true;
}

/* Block `relative` of the phase whose first block is `first`, blocks from n on being the last; none below 0. */
static coll_rabred_range_t block_of(const coll_rabred_builder_t *b, int64_t first, int relative)
{
    int64_t block = first + relative, last = (int64_t) b->range.count - 1;

    return (coll_rabred_range_t) {(coll_rabred_blocks_t) (block < last ? block : last), block >= 0};
}

void coll_rabred_phase_pipelined_circulant(coll_rabred_builder_t *b)
{
    int processes = b->problem->processes, q = coll_rabred_ceil_log2(processes);
    int distance = (b->problem->rank - b->problem->root + processes) % processes;
    int64_t rounds = (int64_t) b->range.count - 1 + q, virtual = (q - rounds % q) % q;
    int own[COLL_RABRED_LEVELS], other[COLL_RABRED_LEVELS], given[COLL_RABRED_LEVELS] = {0};
    bool *begun = calloc(b->range.count, sizeof(*begun));

    if (NULL == begun) {
        b->failed = true;
        return;
    }
    coll_rabred_circulant_blocks(processes, distance, own);
    for (int k = 0; k < q; k++) {
        coll_rabred_circulant_blocks(processes, (distance + coll_rabred_skip(processes, 2, k)) % processes, other);
        given[k] = other[k];
    }
    for (int64_t round = rounds + virtual - 1; round >= virtual; round--) {
        int k = (int) (round % q), skip = coll_rabred_skip(processes, 2, k);
        int64_t first = round - k - virtual;
        coll_rabred_range_t taken = block_of(b, first, given[k]), sent = block_of(b, first, own[k]);
        if (distance + skip != processes && taken.count > 0) {
            take(b, coll_rabred_around(processes, b->problem->rank, skip), taken, &begun[taken.first]);
        }
        if (0 != distance && sent.count > 0) {
            coll_rabred_send(b, coll_rabred_around(processes, b->problem->rank, -skip), begun[sent.first] ? b->work[0] : b->input, sent, true);
        }
        coll_rabred_end_round(b);
    }
    free(begun);
}

/*
 * Direct exchange: k sibling groups at once, each member with all its k-1 siblings in one round.
 * Rabenseifner & Traeff 2004, Fig. 1, with k-1 neighbours instead of one: where messages to different
 * processes overlap, a round of k-1 messages takes little more time than one of a single message.
 * Members 0, 1, 2 at the same position of three groups, parts A-C of the range, vectors V:
 *
 *            divided: one round           way back: one round     whole: one round       whole, reduce to 0
 *     0      B -> 1, C -> 2, A_1, A_2     A -> 1, 2; B, C         V0 -> 1, 2; V1, V2     V1, V2
 *     1      A -> 0, C -> 2, B_0, B_2     B -> 0, 2; A, C         V1 -> 0, 2; V0, V2     V1 -> 0, leaves
 *     2      A -> 0, B -> 1, C_0, C_1     C -> 0, 1; A, B         V2 -> 0, 1; V0, V1     V2 -> 0, leaves
 *
 * Reductions follow the tree T(k) once all operands are there; two siblings exchange as a pair does. Of whole
 * ranges in a reduce only the sibling on the root's side needs the others', and goes on alone.
 *
 * Before: `range` and `value` of all k. After: the own part of the range, or all of it. One round each way.
 * Divided: (k-1)/k of the range sent, received and reduced; on the way back (k-1)/k sent and received. Whole:
 * k-1 ranges sent, received and reduced; reduce: one sent, or k-1 received and reduced.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

/* The slot of the only sibling that receives; -1 if all do. */
static int receiver(const coll_rabred_builder_t *b, int level)
{
    bool rooted = COLL_RABRED_REDUCE == b->problem->collective && COLL_RABRED_DIRECT == b->plan.level[level].kind;

    return rooted && !b->trail[level].split ? coll_rabred_root_slot(b, level) : -1;
}

bool coll_rabred_direct_leaves(const coll_rabred_builder_t *b, int level)
{
    int only = receiver(b, level);

    return only >= 0 && only != b->trail[level].slot;
}

/* What the sibling in `slot` goes on with. */
static coll_rabred_range_t kept(const coll_rabred_builder_t *b, int level, int slot)
{
    const coll_rabred_trail_t *trail = &b->trail[level];

    return trail->split ? coll_rabred_part(trail->range, b->plan.level[level].radix, slot) : trail->range;
}

void coll_rabred_direct(coll_rabred_builder_t *b, int level)
{
    const coll_rabred_trail_t *trail = &b->trail[level];
    int k = b->plan.level[level].radix, own = trail->slot, only = receiver(b, level);

    if (2 == k && only < 0) {
        coll_rabred_pair(b, level);
        return;
    }
    b->range = kept(b, level, own);
    for (int stride = 1; stride < k && (only < 0 || own == only); stride++) {
        int from = coll_rabred_around(k, own, -stride);
        coll_rabred_recv(b, coll_rabred_sibling(b, level, from), coll_rabred_operand(b, own, from), b->range);
    }
    for (int stride = 1; stride < k; stride++) {
        int to = coll_rabred_around(k, own, stride);
        if (only < 0 || to == only) {
            coll_rabred_send(b, coll_rabred_sibling(b, level, to), b->value, kept(b, level, to), false);
        }
    }
    coll_rabred_end_round(b);
    if (only < 0 || own == only) {
        coll_rabred_reduce_operands(b, own, k, !trail->split && only < 0);
    }
    if (trail->split) {
        b->record[b->records++] = (coll_rabred_record_t) {.level = level};
    }
}

void coll_rabred_direct_back(coll_rabred_builder_t *b, int level)
{
    const coll_rabred_trail_t *trail = &b->trail[level];
    int k = b->plan.level[level].radix, own = trail->slot;

    for (int stride = 1; stride < k; stride++) {
        int from = coll_rabred_around(k, own, -stride);
        coll_rabred_recv(b, coll_rabred_sibling(b, level, from), COLL_RABRED_OUT, kept(b, level, from));
    }
    for (int stride = 1; stride < k; stride++) {
        coll_rabred_send(b, coll_rabred_sibling(b, level, coll_rabred_around(k, own, stride)), COLL_RABRED_OUT, kept(b, level, own), false);
    }
    coll_rabred_end_round(b);
}

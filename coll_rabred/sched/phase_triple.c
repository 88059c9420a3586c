/*
 * The 3-2 elimination: three groups become one of twice their size; the third absorbs nothing and
 * leaves. Rabenseifner & Traeff 2004, 3.1 and Fig. 4. Members a, b, c at the same position of the
 * three groups, blocks A-B of the range, lower half A, upper half B:
 *
 *            start      sub-round 1              sub-round 2
 *     a      A-B_0                               B -> b, A_0-2 = A_0 op A_1-2
 *     b      A-B_1      A -> c, B_1-2            B_0-2 = B_0 op B_1-2
 *     c      A-B_2      B -> b, A_1-2            A -> a
 *
 * Whole ranges: c sends all to b; then a and b exchange all. The way back is the same messages in the
 * opposite direction, the last first; so c needs no round of its own. If c's group holds the root of a
 * reduce, b and c change roles: what they compute stays the same.
 *
 * Before: `range` and `value` of a, b and c. After: a has the lower half, b the upper one; c is out.
 * Two rounds; a is idle in the first. The whole range sent and received by c; half of it reduced by each.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

enum { SLOT_A, SLOT_B, SLOT_C };

/* Sends a range of the partial result, which `peer` reduces, and notes it for the way back. */
static void give(coll_rabred_builder_t *b, int peer, uint32_t from, coll_rabred_range_t range)
{
    coll_rabred_send(b, peer, from, range, true);
    coll_rabred_record(b, peer, range, true);
}

static void take(coll_rabred_builder_t *b, int peer, coll_rabred_range_t range, coll_rabred_side_t side)
{
    coll_rabred_recv_reduce(b, peer, range, side, false);
    coll_rabred_record(b, peer, range, false);
}

static void triple_halves(coll_rabred_builder_t *b, int slot, const int *peer, coll_rabred_side_t side)
{
    coll_rabred_range_t lower = coll_rabred_part(b->range, 2, 0), upper = coll_rabred_part(b->range, 2, 1);
    coll_rabred_range_t kept = SLOT_B == slot ? upper : lower, given = SLOT_B == slot ? lower : upper;
    uint32_t from = b->value;

    if (SLOT_A != slot) {   /* b and c exchange halves */
        int other = peer[SLOT_B == slot ? SLOT_C : SLOT_B];
        coll_rabred_record(b, other, kept, false);
        coll_rabred_record(b, other, given, true);
        coll_rabred_exchange(b, other, kept, given, side);
        coll_rabred_end_round(b);
    }
    coll_rabred_go_to_round(b, b->trail[b->survived].round + 1);
    if (SLOT_A == slot) {
        take(b, peer[SLOT_C], lower, COLL_RABRED_RIGHT);
        give(b, peer[SLOT_B], from, upper);
    } else if (SLOT_B == slot) {
        take(b, peer[SLOT_A], upper, COLL_RABRED_LEFT);
    } else {
        give(b, peer[SLOT_A], b->value, lower);
    }
    coll_rabred_end_round(b);
    b->range = kept;
}

static void triple_whole(coll_rabred_builder_t *b, int slot, const int *peer, coll_rabred_side_t side)
{
    if (SLOT_B == slot) {
        take(b, peer[SLOT_C], b->range, side);
        coll_rabred_end_round(b);
    } else if (SLOT_C == slot) {
        give(b, peer[SLOT_B], b->value, b->range);
        coll_rabred_end_round(b);
    }
    coll_rabred_go_to_round(b, b->trail[b->survived].round + 1);
    if (SLOT_C != slot) {
        coll_rabred_exchange(b, peer[SLOT_A == slot ? SLOT_B : SLOT_A], b->range, b->range,
                             SLOT_A == slot ? COLL_RABRED_RIGHT : COLL_RABRED_LEFT);
        coll_rabred_end_round(b);
    }
}

void coll_rabred_triple(coll_rabred_builder_t *b, int level)
{
    const coll_rabred_trail_t *trail = &b->trail[level];
    int peer[] = {coll_rabred_sibling(b, level, SLOT_A), coll_rabred_sibling(b, level, SLOT_B),
                  coll_rabred_sibling(b, level, SLOT_C)};
    /* Of b and c, the one with the lower ranks has the left operand; they may have changed roles. */
    bool lower = 1 == coll_rabred_plan_child(&b->plan.level[level], 0, trail->slot);
    coll_rabred_side_t side = lower ? COLL_RABRED_RIGHT : COLL_RABRED_LEFT;

    (trail->split ? triple_halves : triple_whole)(b, trail->slot, peer, side);
}

/*
 * Recursive halving for reduce_scatter: exchanges from the longest distance to the shortest, so that
 * blocks end at their owners; operands meet out of rank order, for commutative operators only.
 *
 * Thakur, Rabenseifner & Gropp 2005, 4.4. 4 processes, one block each:
 *
 *            start    distance 2            distance 1
 *     P0     A-D_0    C-D ->, A-B_0,2       B ->, A_0-3
 *     P1     A-D_1    C-D ->, A-B_1,3       A ->, B_0-3
 *     P2     A-D_2    A-B ->, C-D_0,2       D ->, C_0-3
 *     P3     A-D_3    A-B ->, C-D_1,3       C ->, D_0-3
 *
 * Before: a group of a power of two; `value` of a member is the vector of itself or of its pair. After:
 * OUT holds the own blocks; a last round hands those of the partner over, where there are pairs. f
 * rounds and that; (p-1)/p of the vector sent and reduced at powers of two.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

coll_rabred_range_t coll_rabred_members_blocks(const coll_rabred_builder_t *b, int first, int members)
{
    int last = first + members - 1;
    int from = first < b->pairs ? 2 * first : first + b->pairs, to = last < b->pairs ? 2 * last + 1 : last + b->pairs;
    coll_rabred_range_t low = coll_rabred_owned(&b->schedule->problem, from);
    coll_rabred_range_t high = coll_rabred_owned(&b->schedule->problem, to);

    return (coll_rabred_range_t) {low.first, high.first + high.count - low.first};
}

void coll_rabred_phase_recursive_halving(coll_rabred_builder_t *b)
{
    for (int distance = b->group / 2; distance > 0; distance /= 2) {
        if (b->me >= 0) {
            int kept = b->me & ~(distance - 1), given = kept ^ distance;
            coll_rabred_range_t keep = coll_rabred_members_blocks(b, kept, distance);
            coll_rabred_exchange(b, coll_rabred_member(b, b->me ^ distance), keep, coll_rabred_members_blocks(b, given, distance),
                                 kept < given ? COLL_RABRED_RIGHT : COLL_RABRED_LEFT);
            b->range = keep;
        }
        coll_rabred_end_round(b);
    }
}

void coll_rabred_phase_hand_over(coll_rabred_builder_t *b)
{
    int rank = b->problem->rank, partner = rank ^ 1;
    bool paired = rank < 2 * b->pairs;

    if (paired && b->me < 0) {
        coll_rabred_recv(b, partner, COLL_RABRED_OUT, coll_rabred_owned(&b->schedule->problem, rank));
    } else if (paired) {
        coll_rabred_send(b, partner, b->value, coll_rabred_owned(&b->schedule->problem, partner), false);
    }
    coll_rabred_end_round(b);
    if (b->me >= 0) {
        coll_rabred_copy(b, COLL_RABRED_OUT, b->value, coll_rabred_owned(&b->schedule->problem, rank));
    }
}

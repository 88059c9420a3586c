/*
 * Exchanges in a group of a power of two, nearest neighbour first: whole vectors (recursive doubling),
 * or halves (recursive halving) and the way back (doubling, gather).
 *
 * Rabenseifner 2004, 3.4 and 3.5; Thakur, Rabenseifner & Gropp 2005, 5.1. Halving, 4 members, blocks
 * A-D, A-B_0-1 standing for blocks A to B reduced over members 0 to 1:
 *
 *            start   distance 1            distance 2        doubling: 2      1
 *     P0     A-D_0   C-D ->, A-B_0-1       B ->, A_0-3       A-B_0-3          A-D_0-3
 *     P1     A-D_1   A-B ->, C-D_0-1       D ->, C_0-3       C-D_0-3          A-D_0-3
 *     P2     A-D_2   C-D ->, A-B_2-3       A ->, B_0-3       A-B_0-3          A-D_0-3
 *     P3     A-D_3   A-B ->, C-D_2-3       C ->, D_0-3       C-D_0-3          A-D_0-3
 *
 * Before: `value` of every member is its vector. After halving, f = log2 of the group rounds later:
 * `value` holds `range` of the result, one f-th of all halvings; `record` has the splits. B - B/2^f
 * blocks sent and reduced, half of B in each work buffer. doubling and gather play the record
 * backwards: f rounds, B - B/2^f blocks (gather: to the root only).
 * exchanges: f rounds of B blocks; results alternate between the work buffers.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "builder.h"

void coll_rabred_phase_exchanges(coll_rabred_builder_t *b)
{
    for (int distance = 1; distance < b->group; distance *= 2) {
        if (b->me >= 0) {
            coll_rabred_exchange(b, coll_rabred_member(b, b->me ^ distance), b->range, b->range,
                                 b->me & distance ? COLL_RABRED_LEFT : COLL_RABRED_RIGHT);
        }
        coll_rabred_end_round(b);
    }
    if (b->me >= 0) {
        coll_rabred_settle(b);
    }
}

void coll_rabred_phase_halving(coll_rabred_builder_t *b)
{
    for (int distance = 1; distance < b->group; distance *= 2) {
        if (b->me >= 0) {
            int peer = coll_rabred_member(b, b->me ^ distance);
            bool upper = 0 != (b->me & distance);
            coll_rabred_range_t halves[] = {coll_rabred_lower_half(b->range), coll_rabred_upper_half(b->range)};
            coll_rabred_exchange(b, peer, halves[upper], halves[!upper], upper ? COLL_RABRED_LEFT : COLL_RABRED_RIGHT);
            b->record[b->records++] = (coll_rabred_record_t) {peer, halves[!upper]};
            b->range = halves[upper];
        }
        coll_rabred_end_round(b);
    }
    if (b->me >= 0) {
        coll_rabred_settle(b);
    }
}

void coll_rabred_phase_doubling(coll_rabred_builder_t *b)
{
    for (int distance = b->group / 2; distance > 0; distance /= 2) {
        if (b->me >= 0) {
            coll_rabred_record_t split = b->record[--b->records];
            coll_rabred_recv(b, split.peer, COLL_RABRED_OUT, split.given);
            coll_rabred_send(b, split.peer, COLL_RABRED_OUT, b->range, false);
            b->range = coll_rabred_join(b->range, split.given);
        }
        coll_rabred_end_round(b);
    }
}

/* The member whose rank is the root. */
static int root_member(const coll_rabred_builder_t *b)
{
    int root = b->problem->root;

    return root < 2 * b->pairs ? root / 2 : root - b->pairs;
}

void coll_rabred_phase_gather(coll_rabred_builder_t *b)
{
    bool active = b->me >= 0;

    for (int distance = b->group / 2; distance > 0; distance /= 2) {
        if (active) {
            coll_rabred_record_t split = b->record[--b->records];
            active = 0 == ((b->me ^ root_member(b)) & distance);
            if (active) {
                coll_rabred_recv(b, split.peer, b->value, split.given);
            } else {
                coll_rabred_send(b, split.peer, b->value, b->range, false);
            }
            b->range = coll_rabred_join(b->range, split.given);
        }
        coll_rabred_end_round(b);
    }
}

/*
 * Fold to a power of two: with p = p' + e, p' a power of two, the ranks 2i and 2i+1 below 2e become
 * one member of a group of p'; unfold returns the result to those that left.
 *
 * fold (Rabenseifner 2004, 3.4): 2i+1 sends its vector to 2i. fold_halves (3.5): the pair exchanges
 * halves, both reduce theirs, one hands its half over; here for p = 5, blocks A-D, A-B_0-1 standing
 * for blocks A to B reduced over ranks 0 to 1:
 *
 *            start      round 0             round 1        group
 *     P0     A-D_0      C-D -> P1, A-B_0-1  A-D_0-1        member 0
 *     P1     A-D_1      A-B -> P0, C-D_0-1  C-D -> P0      -
 *     P2     A-D_2                          A-D_2          member 1
 *     P3, P4                                               members 2, 3
 *
 * A root at 2i+1 goes on in place of 2i, at no cost. Before: `value` is the input of all p. After:
 * `value` of member i covers its pair; no process outside the group has a part in later reductions.
 * fold: 1 round, B blocks. fold_halves: 2 rounds, B blocks, B/2 reduced. unfold: 1 round, B blocks.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

/* Sets the group; true if this rank is one of a pair. */
static bool pair_up(coll_rabred_builder_t *b)
{
    int processes = b->problem->processes, rank = b->problem->rank;

    b->group = coll_rabred_power_below(processes);
    b->pairs = processes - b->group;
    b->me = coll_rabred_member_of(b, rank);
    return rank < 2 * b->pairs;
}

void coll_rabred_phase_fold(coll_rabred_builder_t *b)
{
    int partner = b->problem->rank ^ 1;

    if (pair_up(b)) {
        if (b->me >= 0) {
            coll_rabred_recv_reduce(b, partner, b->range, COLL_RABRED_RIGHT, false);
        } else {
            coll_rabred_send(b, partner, b->value, b->range, true);
        }
    }
    if (b->pairs > 0) {
        coll_rabred_end_round(b);
    }
}

void coll_rabred_phase_fold_halves(coll_rabred_builder_t *b)
{
    int partner = b->problem->rank ^ 1;
    bool even = partner > b->problem->rank;
    bool paired = pair_up(b);
    coll_rabred_range_t lower = coll_rabred_part(b->range, 2, 0), upper = coll_rabred_part(b->range, 2, 1);
    coll_rabred_range_t kept = even ? lower : upper, given = even ? upper : lower;

    if (0 == b->pairs) {
        return;
    }
    if (paired) {
        coll_rabred_exchange(b, partner, kept, given, even ? COLL_RABRED_RIGHT : COLL_RABRED_LEFT);
    }
    coll_rabred_end_round(b);
    if (paired && b->me >= 0) {
        coll_rabred_recv(b, partner, b->value, given);
    } else if (paired) {
        coll_rabred_send(b, partner, b->value, kept, false);
    }
    coll_rabred_end_round(b);
}

void coll_rabred_phase_unfold(coll_rabred_builder_t *b)
{
    int partner = b->problem->rank ^ 1;

    if (0 == b->pairs) {
        return;
    }
    if (b->me < 0) {
        coll_rabred_recv(b, partner, COLL_RABRED_OUT, coll_rabred_whole(b));
    } else if (b->me < b->pairs) {
        coll_rabred_send(b, partner, COLL_RABRED_OUT, coll_rabred_whole(b), false);
    }
    coll_rabred_end_round(b);
}

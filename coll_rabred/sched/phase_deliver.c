/*
 * Deliver (reduce_scatter): after combine with contiguous ranges the result of a block stands where the
 * halvings left it, in bit-reversed ("mirrored") places; in one round every holder sends each owner what it lacks.
 * J. L. Traeff, An Improved Algorithm for (Non-commutative) Reduce-Scatter with an Application, EuroPVM/MPI 2005,
 * doi 10.1007/11557265_20.
 *
 * 4 processes, blocks A-D, one a process:
 *
 *            after combine   round 0
 *     P0     A               keeps A
 *     P1     C               C -> P2, B from P2
 *     P2     B               B -> P1, C from P1
 *     P3     D               keeps D
 *
 * Where the last levels did not divide, several members hold the same range; an owner that is one of
 * them serves itself, any other is served by the member that its rank selects. Before: as combine
 * leaves it. After: OUT holds the own blocks. One round, at most a whole range sent by each. Permuted blocks
 * need less (phase_permuted.c).
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

/* The final group: position s * copies + d holds part s of the vector. */
typedef struct {
    int parts, copies;
    int levels;                       /* that divided */
} holders_t;

static holders_t find_holders(const coll_rabred_builder_t *b)
{
    holders_t holders = {1, 1, 0};
    size_t longest = coll_rabred_whole(b).count;
    bool split = true;

    for (int i = 0; i < b->plan.levels; i++) {
        int radix = b->plan.level[i].radix;
        split = split && (1 == radix || longest > b->halve_above);
        holders.levels = split ? i + 1 : holders.levels;
        holders.parts *= split ? radix : 1;
        holders.copies *= split ? 1 : radix;
        longest = (longest + (size_t) radix - 1) / (size_t) radix;
    }
    return holders;
}

/* The blocks of part s. */
static coll_rabred_range_t part_range(const coll_rabred_builder_t *b, const holders_t *holders, int s)
{
    coll_rabred_range_t range = coll_rabred_whole(b);
    int parts = holders->parts;

    for (int i = 0; i < holders->levels; i++) {
        int radix = b->plan.level[i].radix;
        parts /= radix;
        range = coll_rabred_part(range, radix, s / parts % radix);
    }
    return range;
}

/* The part that a rank holds itself; -1 if it was eliminated or left in a fold. */
static int own_part(const coll_rabred_builder_t *b, const holders_t *holders, int rank)
{
    int group = coll_rabred_member_of(b, rank), position = 0, slot;

    if (group < 0) {
        return -1;
    }
    for (int i = 0; i < b->plan.levels; i++) {
        group = coll_rabred_plan_parent(&b->plan.level[i], group, &slot);
        if (slot >= b->plan.level[i].radix) {
            return -1;
        }
        position = position * b->plan.level[i].radix + slot;
    }
    return position / holders->copies;
}

static coll_rabred_range_t overlap(coll_rabred_range_t a, coll_rabred_range_t b)
{
    coll_rabred_blocks_t first = a.first > b.first ? a.first : b.first;
    coll_rabred_blocks_t a_end = a.first + a.count, b_end = b.first + b.count;
    coll_rabred_blocks_t end = a_end < b_end ? a_end : b_end;

    return (coll_rabred_range_t) {first, end > first ? end - first : 0};
}

/* Sends every owner that this process serves its blocks of the own range. */
static void serve(coll_rabred_builder_t *b, const holders_t *holders, int mine, int copy)
{
    for (int rank = 0; rank < b->problem->processes; rank++) {
        coll_rabred_range_t blocks = overlap(coll_rabred_owned(&b->schedule->problem, rank), b->range);
        if (rank != b->problem->rank && blocks.count > 0 && rank % holders->copies == copy
            && mine != own_part(b, holders, rank)) {
            coll_rabred_send(b, rank, b->value, blocks, false);
        }
    }
}

static void deliver_parts(coll_rabred_builder_t *b)
{
    holders_t holders = find_holders(b);
    int rank = b->problem->rank, mine = own_part(b, &holders, rank);
    coll_rabred_range_t own = coll_rabred_owned(&b->schedule->problem, rank);

    for (int s = 0; s < holders.parts; s++) {
        coll_rabred_range_t blocks = overlap(own, part_range(b, &holders, s));
        if (s != mine && blocks.count > 0) {
            int position = s * holders.copies + rank % holders.copies;
            int holder = coll_rabred_member(b, coll_rabred_plan_member(&b->plan, b->plan.levels, 0, position));
            coll_rabred_recv(b, holder, COLL_RABRED_OUT, blocks);
        }
    }
    if (mine >= 0) {
        const coll_rabred_trail_t *last = &b->trail[b->plan.levels - 1];
        int position = last->position * b->plan.level[b->plan.levels - 1].radix + last->slot;
        serve(b, &holders, mine, position % holders.copies);
    }
    coll_rabred_end_round(b);
    if (mine >= 0) {
        coll_rabred_copy(b, COLL_RABRED_OUT, b->value, overlap(own, b->range));
    }
}

void coll_rabred_phase_deliver(coll_rabred_builder_t *b)
{
    (NULL == b->place ? deliver_parts : coll_rabred_deliver_places)(b);
}

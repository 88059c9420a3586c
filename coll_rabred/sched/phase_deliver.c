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
 * them serves itself, any other is served by the member that its rank selects. With lanes every
 * lane has holders of its own part. Before: as combine leaves it. After: OUT holds the own blocks. One round,
 * at most a whole range sent by each. Permuted blocks need less (phase_permuted.c).
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

/* The final group of a lane: position s * copies + d holds part s of its range. */
typedef struct {
    int lane;
    int copies;
    int levels;                       /* that divided */
} holders_t;

static holders_t find_holders(const coll_rabred_builder_t *b, int lane)
{
    holders_t holders = {lane, 1, 0};
    size_t longest = coll_rabred_lane(b, lane).count;
    bool split = true;

    for (int i = 0; i < b->plan.levels; i++) {
        int radix = b->plan.level[i].radix;
        split = split && (1 == radix || longest > b->halve_above);
        holders.levels = split ? i + 1 : holders.levels;
        holders.copies *= split ? 1 : radix;
        longest = (longest + (size_t) radix - 1) / (size_t) radix;
    }
    return holders;
}

/* Where a rank ends in the final group; -1 if it was eliminated, left in a fold or is not in this lane. */
static int position_of(const coll_rabred_builder_t *b, const holders_t *holders, int rank)
{
    int group = coll_rabred_lane_index(b, holders->lane, rank), position = 0, slot;

    for (int i = 0; i < b->plan.levels && group >= 0; i++) {
        int radix = b->plan.level[i].radix;
        group = coll_rabred_plan_parent(&b->plan.level[i], group, &slot);
        group = slot < radix ? group : -1;
        position = position * radix + slot;
    }
    return group < 0 ? -1 : position;
}

static coll_rabred_range_t overlap(coll_rabred_range_t a, coll_rabred_range_t b)
{
    coll_rabred_blocks_t first = a.first > b.first ? a.first : b.first;
    coll_rabred_blocks_t a_end = a.first + a.count, b_end = b.first + b.count;
    coll_rabred_blocks_t end = a_end < b_end ? a_end : b_end;

    return (coll_rabred_range_t) {first, end > first ? end - first : 0};
}

/* True if the rank holds this part itself. */
static bool holds(const coll_rabred_builder_t *b, const holders_t *holders, int rank, int part)
{
    int position = position_of(b, holders, rank);

    return position >= 0 && part == position / holders->copies;
}

/* Receives what others hold of the own blocks in `range`, which part s is after so many levels. */
static void collect(coll_rabred_builder_t *b, const holders_t *holders, int levels, int s, coll_rabred_range_t range)
{
    int rank = b->problem->rank;
    coll_rabred_range_t blocks = overlap(coll_rabred_owned(&b->schedule->problem, rank), range);

    if (0 == blocks.count) {
        return;
    }
    if (levels < holders->levels) {
        int radix = b->plan.level[levels].radix;
        for (int slot = 0; slot < radix; slot++) {
            collect(b, holders, levels + 1, s * radix + slot, coll_rabred_part(range, radix, slot));
        }
    } else if (!holds(b, holders, rank, s)) {
        int member = coll_rabred_plan_member(&b->plan, b->plan.levels, 0, s * holders->copies + rank % holders->copies);
        coll_rabred_recv(b, coll_rabred_lane_member(b, holders->lane, member), COLL_RABRED_OUT, blocks);
    }
}

/* The first rank of which a block comes behind `block`, or is that one. */
static int first_owner(const coll_rabred_builder_t *b, coll_rabred_blocks_t block)
{
    int low = 0, high = b->problem->processes - 1;

    while (low < high) {
        int middle = low + (high - low) / 2;
        coll_rabred_range_t owned = coll_rabred_owned(&b->schedule->problem, middle);
        if (owned.first + owned.count <= block) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Sends every owner that this process, at `position`, serves its blocks of the own range. */
static void serve(coll_rabred_builder_t *b, const holders_t *holders, int position)
{
    const coll_rabred_problem_t *problem = &b->schedule->problem;
    int copies = holders->copies, rank = first_owner(b, b->range.first), served = position % copies;

    rank += (served - rank % copies + copies) % copies;
    for (; rank < problem->processes && coll_rabred_owned(problem, rank).first < b->range.first + b->range.count; rank += copies) {
        coll_rabred_range_t blocks = overlap(coll_rabred_owned(problem, rank), b->range);
        if (rank != problem->rank && blocks.count > 0 && !holds(b, holders, rank, position / copies)) {
            coll_rabred_send(b, rank, b->value, blocks, false);
        }
    }
}

static void deliver_parts(coll_rabred_builder_t *b)
{
    int rank = b->problem->rank, position = -1;

    for (int lane = 0; lane < b->lanes; lane++) {
        holders_t holders = find_holders(b, lane);
        collect(b, &holders, 0, 0, coll_rabred_lane(b, lane));
    }
    for (int lane = 0; lane < b->lanes && position < 0; lane++) {
        holders_t holders = find_holders(b, lane);
        position = position_of(b, &holders, rank);
        if (position >= 0) {
            serve(b, &holders, position);
        }
    }
    coll_rabred_end_round(b);
    if (position >= 0) {
        coll_rabred_copy(b, COLL_RABRED_OUT, b->value, overlap(coll_rabred_owned(&b->schedule->problem, rank), b->range));
    }
}

void coll_rabred_phase_deliver(coll_rabred_builder_t *b)
{
    (NULL == b->place ? deliver_parts : coll_rabred_deliver_places)(b);
}

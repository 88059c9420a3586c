/*
 * Times of binary blocks: who is ready when, block by block, from the smallest up and from the largest down.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "clock.h"

#define SUM coll_rabred_sum

/* The exponent of the largest of the blocks of so many processes. */
static int exponent_of(int processes)
{
    return coll_rabred_ceil_log2(coll_rabred_power_below(processes));
}

/* What a member of a block of 2^exponent holds when that has halved. */
static size_t piece_of(const coll_rabred_clock_t *c, int exponent)
{
    return (coll_rabred_all(c) + ((size_t) 1 << exponent) - 1) >> exponent;
}

/* Halvings inside a block, or doublings. */
static uint64_t inside_time(coll_rabred_clock_t *c, int exponent, bool reduces)
{
    uint64_t time = 0;

    for (int i = 1; i <= exponent; i++) {
        coll_rabred_share_at(c, 1 << (i - 1), 2, SIZE_MAX);
        time = SUM(time, coll_rabred_exchange_time(c, piece_of(c, i)));
        time = SUM(time, reduces ? coll_rabred_reduce_time(c, piece_of(c, i)) : 0);
    }
    coll_rabred_share_among_neighbours(c);
    return time;
}

/* Between a member of a smaller block and those of a larger one that have its piece's parts, as many as hold an element. */
static uint64_t between_time(coll_rabred_clock_t *c, int larger, int smaller)
{
    const size_t parts = (size_t) 1 << (larger - smaller), piece = piece_of(c, smaller), part = piece / parts;   /* some have a block more */
    const size_t messages = c->filled < parts * part ? (c->filled + part - 1) / part : parts;

    coll_rabred_share_at(c, 1 << larger, 2, (size_t) 1 << smaller);
    uint64_t time = SUM(coll_rabred_transfers_time(c, messages, part), coll_rabred_wire_time(c, piece - parts * part, COLL_RABRED_ONE_WAY));
    coll_rabred_share_among_neighbours(c);
    return time;
}

/* When the last member of a block has what it and all smaller ones, of so many processes, have together; or when the first has it. */
static uint64_t combined(coll_rabred_clock_t *c, int processes, bool last)
{
    int exponent = exponent_of(processes), rest = processes - (1 << exponent);
    const size_t piece = piece_of(c, exponent);
    uint64_t ready = inside_time(c, exponent, true);

    if (0 == rest) {
        return ready;
    }
    uint64_t given = combined(c, rest, true);
    given = coll_rabred_is_long(c, piece) ? coll_rabred_latest(ready, given) : given;
    uint64_t arrived = SUM(given, last ? between_time(c, exponent, exponent_of(rest)) : coll_rabred_transfer_time(c, piece));
    ready = SUM(ready, exponent > 0 ? coll_rabred_further(c, 1, piece, COLL_RABRED_ONE_WAY) : 0);
    return SUM(coll_rabred_latest(ready, arrived), coll_rabred_reduce_time(c, piece));
}

/*
 * What deliver takes less than the time of two messages after the last member of the largest block, where only the first of those
 * to whom a smaller one's member sends have two blocks: they have begun by then. Where it is one process, it owns one of the two.
 */
static uint64_t early_to_deliver(coll_rabred_clock_t *c, uint64_t last)
{
    const int processes = c->problem->processes, members = coll_rabred_power_below(processes), rest = processes - members;
    const uint64_t further = coll_rabred_further(c, 1, coll_rabred_own(c), COLL_RABRED_CROSSING);

    if (0 == rest || 2 * rest > members || c->filled <= c->held[c->plan.plan.levels]) {   /* nor of what one process has alone */
        return 0;
    }
    return 1 == rest ? further : coll_rabred_earliest(further, coll_rabred_difference(last, combined(c, processes, false)));
}

void coll_rabred_time_binary_blocks(coll_rabred_clock_t *c)
{
    c->plan.group = coll_rabred_power_below(c->problem->processes);
    c->held[0] = coll_rabred_all(c);
    for (int groups = c->plan.group, root = -1; groups > 1;) {
        const int level = c->plan.plan.levels;
        c->held[level + 1] = coll_rabred_parts_of(c->held[level], 2, 1);
        c->split[level] = true;
        groups = coll_rabred_plan_exchange(&c->plan.plan, groups, 2, &root);
    }
    const uint64_t last = combined(c, c->problem->processes, true);
    coll_rabred_spend(c, coll_rabred_difference(last, coll_rabred_scatters(c->problem->collective) ? early_to_deliver(c, last) : 0));
}

/* When a member to whom the smaller block's piece came early has reduced it: pieces arrive one after the other. */
static uint64_t early(coll_rabred_clock_t *c, int exponent)
{
    size_t piece = piece_of(c, exponent);
    uint64_t ready = inside_time(c, exponent, true), reduction = coll_rabred_reduce_time(c, piece);
    uint64_t apart = SUM(coll_rabred_further(c, 1, piece, COLL_RABRED_CROSSING), coll_rabred_wire_time(c, piece, COLL_RABRED_ONE_WAY));
    uint64_t hidden = SUM(coll_rabred_wire_time(c, piece, COLL_RABRED_CROSSING), reduction);

    return SUM(SUM(ready, reduction), exponent > 0 ? coll_rabred_difference(apart, hidden) : 0);
}

/*
 * From the members of a larger block to those of the next smaller one. While the last of them waited for the pieces that came
 * one after the other, those that had theirs have begun.
 */
static uint64_t back_between_time(coll_rabred_clock_t *c, int exponent, int processes)
{
    uint64_t one = coll_rabred_transfer_time(c, piece_of(c, exponent));
    uint64_t all = between_time(c, exponent, exponent_of(processes - (1 << exponent)));

    if (coll_rabred_is_long(c, piece_of(c, exponent))) {
        return all;
    }
    return coll_rabred_latest(one, coll_rabred_difference(SUM(early(c, exponent), all), combined(c, processes, true)));
}

/* When the blocks of so many processes have the result, the largest one holding its pieces at 0. */
static uint64_t doubled(coll_rabred_clock_t *c, int processes)
{
    int exponent = exponent_of(processes), rest = processes - (1 << exponent);
    uint64_t own = inside_time(c, exponent, false);

    if (0 == rest) {
        return own;
    }
    uint64_t given = coll_rabred_is_long(c, piece_of(c, exponent))
                         ? coll_rabred_transfer_time(c, piece_of(c, exponent))
                         : coll_rabred_further(c, 1, piece_of(c, exponent), COLL_RABRED_ONE_WAY);
    uint64_t arrived = back_between_time(c, exponent, processes);
    return coll_rabred_latest(SUM(given, own), SUM(arrived, doubled(c, rest)));
}

void coll_rabred_time_binary_blocks_back(coll_rabred_clock_t *c)
{
    coll_rabred_spend(c, doubled(c, c->problem->processes));
}

/*
 * Times of plans, level by level: combine and its ways back. Two clocks go up the plan: of group 0, which every
 * triple makes late, and of all others; and for a root those of this, and of who is the last to send to it.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "clock.h"
#include "phases.h"

#define SUM coll_rabred_sum
#define LATEST coll_rabred_latest

static size_t part_of(size_t held, int radix)
{
    return coll_rabred_parts_of(held, radix, 1);
}

/* Blocks with as many elements as n times the first so many have, in whose order few elements stand together but where blocks are permuted. */
static size_t repeated(const coll_rabred_clock_t *c, size_t n, size_t held)
{
    const size_t elements = n * (held < c->filled ? held : c->filled);

    return c->filled < coll_rabred_all(c) && !c->permuted ? elements / c->filled * coll_rabred_all(c) + elements % c->filled : n * held;
}

/* The allgather of Bruck et al. among k: of as many parts of what is held, or of all of it from each. */
static uint64_t bruck_time(const coll_rabred_clock_t *c, int k, size_t held, bool parts)
{
    uint64_t time = 0;

    for (int64_t distance = 1; distance < k; distance *= 2) {
        const int64_t n = distance < k - distance ? distance : k - distance;
        time = SUM(time, coll_rabred_exchange_time(c, parts ? coll_rabred_parts_of(held, k, (int) n) : repeated(c, (size_t) n, held)));
    }
    return time;
}

/* How many groups meet at a level. */
static int groups_at(const coll_rabred_level_t *level)
{
    return COLL_RABRED_THIN == level->kind || COLL_RABRED_TRIPLE == level->kind ? level->radix + 1 : level->radix;
}

/* As many of those that follow each other hold, before a level, what only they will give to the root. */
static size_t holders(const coll_rabred_clock_t *c, int level)
{
    return part_of(coll_rabred_all(c), (int) c->held[level]);
}

/* One process of each group receives from all others of it, and only on the way to the root. */
static bool collects(const coll_rabred_clock_t *c, const coll_rabred_level_t *level, bool split)
{
    return COLL_RABRED_DIRECT == level->kind && COLL_RABRED_REDUCE == c->problem->collective && !split;
}

/* How many parts of so many blocks hold an element: of permuted ones each has those as far apart as there are processes in a group. */
static size_t filled_parts(const coll_rabred_clock_t *c, const coll_rabred_level_t *level, size_t blocks)
{
    const size_t apart = c->permuted ? (size_t) (c->plan.group / level->groups) : blocks;

    return (c->filled + apart - 1) / apart;
}

/* A level at which all siblings stay. */
static uint64_t meeting_time(coll_rabred_clock_t *c, const coll_rabred_level_t *level, size_t held, bool split)
{
    int k = level->radix;
    size_t part = split ? part_of(held, k) : held, others = (size_t) k - 1;
    uint64_t reduction = coll_rabred_product(others, coll_rabred_reduce_time(c, part));

    if (COLL_RABRED_CIRCULANT == level->kind) {
        return coll_rabred_circulant_time(c, k, held, true);
    }
    const size_t filled = split ? filled_parts(c, level, part) : (size_t) k;
    if (filled <= 1) {   /* all is sent at once, to one process */
        return SUM(coll_rabred_transfers_time(c, others, part), reduction);
    }
    if (COLL_RABRED_DIRECT == level->kind) {
        return SUM(collects(c, level, split) ? coll_rabred_transfers_time(c, others, part) : coll_rabred_exchanges_time(c, others, part), reduction);
    }
    if (2 == k) {
        return SUM(coll_rabred_exchange_time(c, part), reduction);
    }
    return SUM(split ? coll_rabred_ring_time(c, (size_t) k, filled, part) : bruck_time(c, k, held, false), reduction);
}

/* One process hands all it holds to another. */
static uint64_t absorbed_time(const coll_rabred_clock_t *c, size_t held)
{
    return SUM(coll_rabred_transfer_time(c, held), coll_rabred_reduce_time(c, held));
}

/* What a triple makes late, c and a, and b in a triple of a group that was late, loses that at later levels. */
static void hide_in_triple(coll_rabred_clock_t *c, size_t blocks, bool split, uint64_t late)
{
    uint64_t latency = coll_rabred_hidden_latency(c, blocks);
    bool was_late = c->first > c->now;

    c->hidden = was_late ? 0 : latency;
    c->lateness = late;
    c->joined = 1;
    if (!split || !was_late || latency < c->hidden_to_root) {
        c->hidden_to_root = split ? latency : 0;
    }
}

/* Moves both clocks over a level; returns what it takes where siblings meet. */
static uint64_t climb_level(coll_rabred_clock_t *c, const coll_rabred_level_t *level, size_t held, bool split)
{
    if (COLL_RABRED_THIN == level->kind) {
        c->now = SUM(c->now, absorbed_time(c, held));
        c->first = LATEST(c->first, c->now);
        c->hidden = 0;
        c->lateness = absorbed_time(c, held);
        c->joined = level->thinned + 1;
        return 0;
    }
    uint64_t time = meeting_time(c, level, held, split);
    if (COLL_RABRED_TRIPLE == level->kind) {   /* of b and c, to whom a comes in the second sub-round */
        const uint64_t late = split ? time : absorbed_time(c, held);
        hide_in_triple(c, split ? part_of(held, 2) : held, split, late);
        c->first = LATEST(c->first, SUM(c->now, late));
    }
    c->first = SUM(c->first, time);
    c->now = SUM(c->now, time);
    return time;
}

/* The next messages are those of a level of a combine. */
static void share_level(coll_rabred_clock_t *c, int i)
{
    const coll_rabred_level_t *level = &c->plan.plan.level[i];

    coll_rabred_share_groups(c, level->groups, groups_at(level), collects(c, level, c->split[i]) ? holders(c, i) : SIZE_MAX);
}

/* What the gather takes at a level that divided its range; 0 where only the root's part holds an element. */
static uint64_t gather_time(coll_rabred_clock_t *c, int i)
{
    const coll_rabred_level_t *level = &c->plan.plan.level[i];
    const size_t radix = (size_t) level->radix, part = part_of(c->held[i], level->radix), filled = filled_parts(c, level, part);

    coll_rabred_share_groups(c, level->groups, groups_at(level), holders(c, i));
    return COLL_RABRED_CIRCULANT == level->kind && filled > 1 ? coll_rabred_collect_time(c, level->radix, c->held[i])
                                                              : coll_rabred_transfers_time(c, (filled < radix ? filled : radix) - 1, part);
}

/* Of those through whom parts come to the root, notes these if theirs come later than all before. */
static void note_chain(coll_rabred_clock_t *c, uint64_t ready, uint64_t way)
{
    if (SUM(ready, way) > SUM(c->meetings.chain, c->meetings.way)) {
        c->meetings.chain = ready;
        c->meetings.way = way;
    }
}

/*
 * Of a reduce, the root and those through whom parts come to it meet others at a level that takes `time`, who were ready at `others`: the
 * message of who was earlier has come by then. Where ranges are divided, those whom they meet send to the root too.
 */
static void meet_root(coll_rabred_clock_t *c, int i, uint64_t others, uint64_t time)
{
    const coll_rabred_level_t *level = &c->plan.plan.level[i];
    const size_t held = c->held[i], part = c->split[i] ? part_of(held, level->radix) : held;
    const uint64_t root = c->meetings.root, chain = c->meetings.chain, way = c->meetings.way;

    if (COLL_RABRED_THIN == level->kind) {
        return;
    }
    const uint64_t rest = coll_rabred_difference(time, coll_rabred_hidden_latency(c, part));
    if (COLL_RABRED_TRIPLE == level->kind) {
        others = SUM(others, c->split[i] ? time : absorbed_time(c, held));
    }
    c->meetings.root = LATEST(SUM(root, rest), SUM(others, time));
    c->meetings.chain = 0 == way ? 0 : LATEST(SUM(chain, rest), SUM(others, time));
    const uint64_t last = c->split[i] && COLL_RABRED_REDUCE == c->problem->collective ? gather_time(c, i) : 0;
    if (last > 0) {
        if (way > 0) {
            note_chain(c, LATEST(SUM(others, rest), SUM(chain, time)), SUM(way, last));
        }
        note_chain(c, LATEST(SUM(others, rest), SUM(root, time)), last);
    }
}

/*
 * By what those that the root meets at this distance are earlier than others that were late, when these absorbed more: by all that it
 * took, or, where vectors stayed whole or went to the first, by what a message hides from the first of them, who was late and met others
 * that were not.
 */
static uint64_t spared(const coll_rabred_clock_t *c, int level, int distance, bool to_first)
{
    if (distance >= c->joined) {
        return c->lateness;
    }
    const bool all_late = 2 * distance <= c->joined;
    return all_late || (c->split[level - 1] && !to_first) ? 0 : coll_rabred_earliest(c->lateness, coll_rabred_hidden_latency(c, c->held[level]));
}

/* Of few elements, all that the groups of a level hold goes to the first of them, up a tree. */
static bool leads_to_first(const coll_rabred_clock_t *c, int i)
{
    const coll_rabred_level_t *level = &c->plan.plan.level[i];

    return c->split[i] && c->filled < coll_rabred_all(c) && filled_parts(c, level, part_of(c->held[i], level->radix)) <= 1;
}

void coll_rabred_time_combine(coll_rabred_clock_t *c)
{
    const coll_rabred_plan_t *plan = &c->plan.plan;
    size_t longest = c->plan.range.count;   /* in places, where these are permuted */
    int distance = 1;
    bool split = true, absorbed = c->plan.pairs > 0, to_first = true;

    c->held[0] = c->permuted ? coll_rabred_all(c) : longest;
    for (int i = 0; i < plan->levels; i++) {
        const coll_rabred_level_t *level = &plan->level[i];
        bool thins = COLL_RABRED_THIN == level->kind;
        split = split && (thins || longest > c->plan.halve_above);
        c->split[i] = split && !thins;
        share_level(c, i);
        const uint64_t now = c->now, ready = coll_rabred_difference(now, absorbed ? spared(c, i, distance, to_first) : 0);
        const bool leads = leads_to_first(c, i);
        c->meetings.root = leads && !to_first ? c->first : c->meetings.root;
        to_first = leads;
        const uint64_t time = climb_level(c, level, c->held[i], c->split[i]);
        distance = thins ? 1 : distance;
        absorbed = absorbed || thins;
        coll_rabred_hide(c, thins || COLL_RABRED_TRIPLE == level->kind ? 0 : distance, c->held[i]);
        c->hidden_in_whole = c->split[i] ? 0 : c->hidden_in_whole;
        if (to_first || COLL_RABRED_REDUCE == c->problem->collective) {
            meet_root(c, i, ready, time);
        }
        if (to_first) {   /* group 0 is its root; of the others those count that come to it, now and later */
            absorbed = absorbed && distance < c->joined;
            c->tree = true;
            c->now = SUM(absorbed ? now : ready, time);
            c->first = c->meetings.root;
        }
        distance *= thins ? 1 : level->radix;
        c->held[i + 1] = c->split[i] ? part_of(c->held[i], level->radix) : c->held[i];
        longest = c->split[i] ? part_of(longest, level->radix) : longest;
    }
    c->hidden_to_root = LATEST(c->hidden_to_root, c->hidden_in_whole);
    c->now = c->first = to_first ? c->first : LATEST(c->now, c->first);
}

/* The way back of a level that divided its range, without what a triple needs beside it. */
static uint64_t meeting_back_time(coll_rabred_clock_t *c, const coll_rabred_level_t *level, size_t held)
{
    int k = level->radix;

    if (COLL_RABRED_CIRCULANT == level->kind) {
        return coll_rabred_circulant_time(c, k, held, false);
    }
    if (COLL_RABRED_DIRECT == level->kind) {
        return coll_rabred_exchanges_time(c, (size_t) k - 1, part_of(held, k));
    }
    return 2 == k ? coll_rabred_exchange_time(c, part_of(held, k)) : bruck_time(c, k, held, true);
}

/* The clock of group 0 is the early one on the way back: who left in a triple, and its neighbour, come last. */
void coll_rabred_time_route_back(coll_rabred_clock_t *c)
{
    bool whole = false;

    for (int i = c->plan.plan.levels - 1; i >= 0; i--) {
        const coll_rabred_level_t *level = &c->plan.plan.level[i];
        bool triple = COLL_RABRED_TRIPLE == level->kind;
        coll_rabred_share_groups(c, level->groups, groups_at(level), SIZE_MAX);
        uint64_t given = coll_rabred_transfer_time(c, c->held[i]);
        if (COLL_RABRED_THIN == level->kind) {
            c->now = SUM(c->now, given) - c->hidden;
        } else if (c->split[i]) {
            uint64_t time = meeting_back_time(c, level, c->held[i]);
            c->first -= whole ? c->hidden_to_root : 0;
            whole = false;
            c->first = SUM(c->first, time);
            c->now = LATEST(SUM(c->now, time), triple ? SUM(c->first, time) : c->first);
        } else {
            c->now = LATEST(c->now, triple ? SUM(c->first, given) - c->hidden : c->first);
            whole = true;
        }
        c->hidden = c->split[i] ? 0 : c->hidden;
    }
    c->now = c->first = LATEST(c->now, c->first);
}

void coll_rabred_time_gather(coll_rabred_clock_t *c)
{
    uint64_t time = 0;

    for (int i = c->plan.plan.levels - 1; i >= 0 && 0 == c->meetings.way; i--) {
        time = SUM(time, c->split[i] ? gather_time(c, i) : 0);
    }
    coll_rabred_spend(c, time);
    c->now = c->first = LATEST(c->now, SUM(c->meetings.chain, c->meetings.way));
}

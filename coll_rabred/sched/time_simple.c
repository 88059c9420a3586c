/*
 * Times of phases that have no plan: trees, folds, rings and exchanges between all.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "clock.h"
#include "phases.h"

#define SUM coll_rabred_sum
#define PRODUCT coll_rabred_product
#define LATEST coll_rabred_latest

static size_t processes(const coll_rabred_clock_t *c)
{
    return (size_t) c->problem->processes;
}

/*
 * Short vectors are all sent at once and wait in the root's port, where nothing is reduced before the second and the root's own
 * comes last; long ones wait for the root to reduce the one before.
 */
void coll_rabred_time_linear_reduce(coll_rabred_clock_t *c)
{
    size_t all = coll_rabred_all(c);
    uint64_t one = coll_rabred_transfer_time(c, all), reduction = coll_rabred_reduce_time(c, all);
    uint64_t further = coll_rabred_is_long(c, all) ? one : coll_rabred_further(c, 1, all, COLL_RABRED_ONE_WAY);
    uint64_t next = coll_rabred_is_long(c, all) ? SUM(one, reduction) : LATEST(further, reduction);

    coll_rabred_spend(c, SUM(one, reduction));
    if (processes(c) > 2) {
        coll_rabred_spend(c, SUM(SUM(further, reduction), PRODUCT(processes(c) - 3, next)));
    }
}

void coll_rabred_time_linear_broadcast(coll_rabred_clock_t *c)
{
    coll_rabred_spend(c, coll_rabred_transfers_time(c, processes(c) - 1, coll_rabred_all(c)));
}

/* The root copies its own when all others have left. */
void coll_rabred_time_linear_scatter(coll_rabred_clock_t *c)
{
    size_t own = coll_rabred_own(c), owners = (c->filled + own - 1) / own;
    uint64_t time = coll_rabred_transfers_time(c, owners - 1, own);
    uint64_t early = coll_rabred_is_long(c, own) || 0 == time ? 0 : c->here->latency;

    coll_rabred_spend(c, LATEST(time, SUM(time - early, coll_rabred_copy_time(c, own))));
}

/*
 * The tree over so many processes, up to its root or down from it. Whole nodes take a round of messages and their reductions a
 * level. Of a smaller last node what goes up may have waited in the port; and down to it goes the last message, while those of the
 * next level follow as soon as the port is free. Long messages wait for both ends.
 */
static uint64_t tree_time(coll_rabred_clock_t *c, int members, bool up)
{
    const size_t all = coll_rabred_all(c);
    const int radix = coll_rabred_tree_radix(c->problem);
    const uint64_t reduction = up ? coll_rabred_reduce_time(c, all) : 0;
    int64_t span = 1;
    uint64_t whole = 0;

    for (; radix * span <= members; span *= radix) {
        coll_rabred_share_up(c, (int) span, radix);
        whole = SUM(whole, SUM(coll_rabred_transfers_time(c, (size_t) radix - 1, all), PRODUCT((uint64_t) radix - 1, reduction)));
    }
    if (span == members) {
        return whole;
    }
    const size_t messages = (size_t) ((members - 1) / span), rest = (size_t) (members - (int64_t) messages * span);
    const uint64_t right = tree_time(c, (int) rest, up);
    coll_rabred_share_up(c, (int) span, radix);
    const uint64_t one = coll_rabred_transfer_time(c, all), reductions = PRODUCT(messages, reduction);
    const uint64_t to_whole = coll_rabred_transfers_time(c, messages - ((int64_t) rest < span), all), last = coll_rabred_transfers_time(c, messages, all);
    if (up && coll_rabred_is_long(c, all)) {
        return SUM(SUM(LATEST(whole, right), last), reductions);
    }
    const uint64_t port = coll_rabred_is_long(c, all) ? last : coll_rabred_further(c, messages, all, COLL_RABRED_ONE_WAY);
    return SUM(LATEST(SUM(whole, LATEST(port, to_whole)), SUM(right, up ? one : last)), reductions);
}

void coll_rabred_time_binomial_reduce(coll_rabred_clock_t *c)
{
    coll_rabred_spend(c, tree_time(c, c->problem->processes, true));
}

void coll_rabred_time_binomial_broadcast(coll_rabred_clock_t *c)
{
    coll_rabred_spend(c, tree_time(c, c->problem->processes, false));
}

/* The next messages are those of a fold, or of its way back. */
static void share_pairs(coll_rabred_clock_t *c)
{
    coll_rabred_share_at(c, 1, 2, SIZE_MAX);
}

static bool pair_up(coll_rabred_clock_t *c)
{
    c->plan.group = coll_rabred_power_below(c->problem->processes);
    c->plan.pairs = c->problem->processes - c->plan.group;
    share_pairs(c);
    return c->plan.pairs > 0;
}

void coll_rabred_time_fold(coll_rabred_clock_t *c)
{
    size_t all = coll_rabred_all(c);

    if (pair_up(c)) {
        coll_rabred_spend(c, SUM(coll_rabred_transfer_time(c, all), coll_rabred_reduce_time(c, all)));
        c->lateness = c->now;
        c->joined = c->plan.pairs;
    }
}

void coll_rabred_time_fold_halves(coll_rabred_clock_t *c)
{
    size_t half = (coll_rabred_all(c) + 1) / 2;

    if (c->filled <= half) {   /* nothing is in the other one */
        coll_rabred_time_fold(c);
    } else if (pair_up(c)) {
        coll_rabred_spend(c, SUM(coll_rabred_exchange_time(c, half), coll_rabred_reduce_time(c, half)));
        coll_rabred_spend(c, coll_rabred_transfer_time(c, half));
    }
}

/* Where no two of the first members meet, at distances as many as their number and more, each stays in place. */
void coll_rabred_hide(coll_rabred_clock_t *c, int distance, size_t blocks)
{
    if (distance >= c->joined && c->joined > 0) {
        const uint64_t latency = coll_rabred_hidden_latency(c, blocks);
        c->hidden = coll_rabred_earliest(SUM(c->hidden, latency), c->lateness);
        c->hidden_in_whole = coll_rabred_earliest(SUM(c->hidden_in_whole, latency), c->lateness);
    }
}

void coll_rabred_time_unfold(coll_rabred_clock_t *c)
{
    if (c->plan.pairs > 0) {
        share_pairs(c);
        coll_rabred_spend_early(c, coll_rabred_transfer_time(c, coll_rabred_all(c)));
    }
}

/* A single element is where it belongs; what hides is of who has it. */
void coll_rabred_time_hand_over(coll_rabred_clock_t *c)
{
    if (1 == c->elements) {
        c->now = coll_rabred_difference(c->now, c->hidden);
    } else if (c->plan.pairs > 0) {
        uint64_t ready = coll_rabred_difference(c->first, c->hidden);
        share_pairs(c);
        c->now = LATEST(c->now, SUM(ready, coll_rabred_transfer_time(c, coll_rabred_own(c))));
    }
    coll_rabred_spend(c, coll_rabred_copy_time(c, coll_rabred_own(c)));
}

/* Of the first so many members of a group after a fold. */
static size_t members_blocks(const coll_rabred_clock_t *c, size_t members)
{
    size_t pairs = (size_t) c->plan.pairs;

    return members + (members < pairs ? members : pairs);
}

/* Those that a folded vector makes late keep more blocks than those that wait for them, who meet nobody else that is late. */
void coll_rabred_time_recursive_halving(coll_rabred_clock_t *c)
{
    bool apart = c->plan.group / 2 >= c->joined;

    for (int distance = c->plan.group / 2; distance > 0; distance /= 2) {
        coll_rabred_share_groups(c, c->plan.group / distance, 2, SIZE_MAX);
        size_t kept = members_blocks(c, (size_t) distance), theirs = apart ? (size_t) distance : kept;
        coll_rabred_hide(c, distance, kept);
        c->first = SUM(c->first, SUM(coll_rabred_exchange_time(c, kept), coll_rabred_reduce_time(c, kept)));
        c->now = SUM(c->now, SUM(coll_rabred_exchange_time(c, theirs), coll_rabred_reduce_time(c, theirs)));
    }
}

void coll_rabred_time_doubling_scatter(coll_rabred_clock_t *c)
{
    for (int distance = 1; distance < c->plan.group; distance *= 2) {
        coll_rabred_share_groups(c, c->plan.group / distance, 2, SIZE_MAX);
        size_t kept = processes(c) - members_blocks(c, 2 * (size_t) distance) + members_blocks(c, 1);
        coll_rabred_hide(c, distance, kept);
        coll_rabred_spend(c, SUM(coll_rabred_exchange_time(c, kept), coll_rabred_reduce_time(c, kept)));
    }
}

/* Who has nothing to receive sends all at once; those who have wait for each other only. */
uint64_t coll_rabred_ring_time(coll_rabred_clock_t *c, size_t members, size_t receivers, size_t blocks)
{
    const uint64_t rounds = PRODUCT(members - 1, coll_rabred_exchange_time(c, blocks));

    if (receivers >= members) {
        return rounds;
    }
    const uint64_t at_once = coll_rabred_transfers_time(c, members - 1, blocks);
    coll_rabred_share_among_first(c, c->filled);
    const uint64_t wait = coll_rabred_difference(coll_rabred_exchange_time(c, blocks), coll_rabred_further(c, 1, blocks, COLL_RABRED_ONE_WAY));
    return coll_rabred_earliest(rounds, SUM(at_once, PRODUCT(receivers - 1, wait)));
}

void coll_rabred_time_pairwise(coll_rabred_clock_t *c)
{
    const size_t own = coll_rabred_own(c);

    coll_rabred_share_among_all(c);
    coll_rabred_spend(c, coll_rabred_ring_time(c, processes(c), c->filled, own));
    coll_rabred_spend(c, PRODUCT(processes(c) - 1, coll_rabred_reduce_time(c, own)));
}

/* What comes round over so many messages of one kind, and the pace of these. */
static void come_round(const coll_rabred_clock_t *c, size_t hops, uint64_t *way, uint64_t *pace)
{
    const uint64_t one = coll_rabred_exchange_time(c, coll_rabred_own(c));

    *way = SUM(*way, PRODUCT(hops, one));
    *pace = LATEST(*pace, coll_rabred_is_long(c, coll_rabred_own(c)) ? one : coll_rabred_further(c, 1, coll_rabred_own(c), COLL_RABRED_CROSSING));
}

void coll_rabred_time_ring_allgather(coll_rabred_clock_t *c)
{
    const size_t hops = processes(c) - 1, crossings = coll_rabred_crossings(c);
    uint64_t way = 0, pace = 0;

    if (crossings < hops) {
        coll_rabred_stay_inside(c);
        come_round(c, hops - crossings, &way, &pace);
        coll_rabred_cross_alone(c);
    }
    come_round(c, crossings, &way, &pace);
    coll_rabred_spend(c, LATEST(way, PRODUCT(hops, pace)));
}

void coll_rabred_time_direct_gather(coll_rabred_clock_t *c)
{
    coll_rabred_share_among_first(c, c->filled);
    coll_rabred_spend(c, coll_rabred_transfers_time(c, c->filled - 1, coll_rabred_own(c)));
}

void coll_rabred_time_allgather_reduce(coll_rabred_clock_t *c)
{
    size_t all = coll_rabred_all(c);

    for (size_t reach = 1; reach < processes(c); reach *= 2) {
        coll_rabred_share_around(c, reach, 1);
        size_t held = reach < processes(c) - reach ? reach : processes(c) - reach;
        coll_rabred_spend(c, coll_rabred_exchange_time(c, held * all));
    }
    coll_rabred_spend(c, PRODUCT(processes(c) - 1, coll_rabred_reduce_time(c, all)));
    coll_rabred_spend(c, coll_rabred_copy_time(c, all));
}

void coll_rabred_time_census(coll_rabred_clock_t *c)
{
    size_t all = coll_rabred_all(c), rest = processes(c) - 1;
    uint64_t reduction = coll_rabred_reduce_time(c, all);

    coll_rabred_share_around(c, 1, 1);
    coll_rabred_spend(c, coll_rabred_exchange_time(c, all));
    for (int bit = coll_rabred_ceil_log2(c->problem->processes) - 2; bit >= 0; bit--) {
        coll_rabred_share_around(c, (rest + 1) >> (bit + 1), 1);
        coll_rabred_spend(c, SUM(coll_rabred_exchange_time(c, all), PRODUCT(1 + (rest >> bit) % 2, reduction)));
    }
    coll_rabred_spend(c, reduction);
}

/*
 * Times of circulants, round by round, and of the way to a root: messages of a round overlap, and short ones of the next with them.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "clock.h"

#define SUM coll_rabred_sum
#define LATEST coll_rabred_latest

size_t coll_rabred_parts_of(size_t held, int k, int n)
{
    return (held * (size_t) n + (size_t) k - 1) / (size_t) k;
}

/* The last message of a round is the shortest. */
uint64_t coll_rabred_circulant_time(coll_rabred_clock_t *c, int k, size_t held, bool reduces)
{
    const int radix = coll_rabred_radix(c->problem);
    uint64_t time = 0;

    if (1 == c->elements && reduces && NULL == c->nodes) {   /* on nodes who gives to the root is not all that crosses */
        return coll_rabred_collect_time(c, k, 0);
    }
    for (int i = 0, q = coll_rabred_rounds(k, radix); i < q; i++) {
        const int reach = coll_rabred_skip(k, radix, i), end = coll_rabred_skip(k, radix, i + 1), messages = (end - 1) / reach;
        const size_t last = coll_rabred_parts_of(held, k, end - messages * reach), others = coll_rabred_parts_of(held, k, reach);
        coll_rabred_share_around(c, (size_t) (c->problem->processes / k) * (size_t) reach, (size_t) messages);
        const uint64_t before = coll_rabred_further(c, (size_t) messages - 1, others, COLL_RABRED_CROSSING);
        const uint64_t passed = coll_rabred_is_long(c, others) && !coll_rabred_is_long(c, last) ? coll_rabred_further(c, 1, last, COLL_RABRED_CROSSING) : 0;
        const uint64_t both_ways = LATEST(SUM(coll_rabred_exchanges_time(c, (size_t) messages - 1, others), messages > 1 ? passed : 0),
                                          SUM(before, coll_rabred_exchange_time(c, last)));
        time = SUM(time, 1 == c->elements ? coll_rabred_transfers_time(c, (size_t) messages, others) : both_ways);   /* of a single one, to one */
        time = SUM(time, reduces ? coll_rabred_reduce_time(c, coll_rabred_parts_of(held, k, end - reach)) : 0);
    }
    return time;
}

/* When processes of a circulant have collected what they give to the root: s_j parts, or what remains for the last of a round. */
typedef struct {
    int k, reach[COLL_RABRED_LEVELS + 1];
    size_t held;
    uint64_t whole[COLL_RABRED_LEVELS], rest[COLL_RABRED_LEVELS];
} tree_t;

/* How many parts the last of those that give in round j have where none is missing. */
static int rest_of(const tree_t *tree, int j)
{
    return (tree->reach[j + 1] - 1) % tree->reach[j] + 1;
}

/*
 * To a root. Who collects from `parts` gets, round by round, what the processes at distances s_j, 2 s_j, .. have collected, up to
 * s_j+1 or to the last of them: one of each so many ranks sends. Where they reduce, all of them do so at once.
 */
static uint64_t collected(coll_rabred_clock_t *c, const tree_t *tree, int parts)
{
    uint64_t time = 0, arrived = 0;

    for (int j = 0; tree->reach[j] < parts; j++) {
        const int reach = tree->reach[j], end = tree->reach[j + 1] < parts ? tree->reach[j + 1] : parts;
        const uint64_t start = time;
        uint64_t reductions = 0;
        bool first = 0 == j, waited = false;
        coll_rabred_share_at(c, c->problem->processes / tree->k * reach, (end - 1) / reach + 1, 0 == tree->held ? (size_t) reach : 1);
        for (int from = (end - 1) / reach * reach; from > 0; from -= reach) {   /* the last of them has the least to collect */
            const int given = end - from < reach ? end - from : reach;
            const size_t blocks = 0 == tree->held ? 1 : coll_rabred_parts_of(tree->held, tree->k, given);
            const uint64_t ready = given == reach ? tree->whole[j] : given == rest_of(tree, j) ? tree->rest[j] : collected(c, tree, given);
            const uint64_t one = coll_rabred_transfer_time(c, blocks);
            const bool waits = coll_rabred_is_long(c, blocks), follows = waits ? waited : !first;
            const uint64_t port = follows ? SUM(arrived, coll_rabred_further(c, 1, blocks, COLL_RABRED_ONE_WAY)) : arrived;
            arrived = LATEST(port, SUM(waits ? LATEST(start, ready) : ready, one));
            waited = waits;
            first = false;
            reductions = SUM(reductions, 0 == tree->held ? coll_rabred_reduce_time(c, 1) : 0);
        }
        time = SUM(LATEST(time, arrived), reductions);
    }
    return time;
}

uint64_t coll_rabred_collect_time(coll_rabred_clock_t *c, int k, size_t held)
{
    const int radix = coll_rabred_radix(c->problem), rounds = coll_rabred_rounds(k, radix);
    tree_t tree = {.k = k, .held = held};

    for (int j = 0; j <= rounds; j++) {
        tree.reach[j] = coll_rabred_skip(k, radix, j);
    }
    for (int j = 0; j < rounds; j++) {
        tree.whole[j] = collected(c, &tree, tree.reach[j]);
        tree.rest[j] = collected(c, &tree, rest_of(&tree, j));
    }
    return collected(c, &tree, k);
}

/* Of a single element it is a tree's way up, and where all have some all cross each other. Trees of few elements, to roots beside each other, cross
   the more, the more there are: in between, as plays of 2 to 8 elements show. */
void coll_rabred_time_circulant_scatter(coll_rabred_clock_t *c)
{
    enum { FEW = 16 };
    const int p = c->problem->processes;
    uint64_t time = coll_rabred_circulant_time(c, p, coll_rabred_all(c), true);

    if (1 < c->elements && c->elements < FEW && 2 * c->elements < (size_t) p && NULL == c->nodes) {
        const uint64_t one = coll_rabred_earliest(coll_rabred_collect_time(c, p, 0), time);
        time = one + (time - one) / (c->elements + 1) * (c->elements - 1);
    }
    coll_rabred_spend(c, time);
    coll_rabred_spend(c, coll_rabred_copy_time(c, coll_rabred_own(c)));
}

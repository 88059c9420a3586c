/*
 * Times of pipelines of n pieces, as their schedules played show them: what the rounds cost, and what the first piece needs
 * to get through.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "clock.h"

#define SUM coll_rabred_sum
#define PRODUCT coll_rabred_product

/* From one process to another: short pieces leave without waiting for each other's arrival. */
static uint64_t stream_time(const coll_rabred_clock_t *c)
{
    uint64_t one = coll_rabred_transfer_time(c, 1), reduction = coll_rabred_reduce_time(c, 1);
    uint64_t next = coll_rabred_is_long(c, 1)
                        ? SUM(one, reduction)
                        : coll_rabred_latest(coll_rabred_further(c, 1, 1, COLL_RABRED_ONE_WAY), reduction);

    return SUM(SUM(one, reduction), PRODUCT(coll_rabred_all(c) - 1, next));
}

/* The rounds that short pieces save which arrive early: with few processes, as many as their schedules show. */
static size_t saved_rounds(size_t n, int processes)
{
    static const struct { size_t always, of_hundred_pieces; } saved[] = {
        [3] = {1, 0}, [4] = {0, 22}, [5] = {1, 14}, [6] = {1, 0}, [7] = {1, 0}, [8] = {0, 8}, [9] = {2, 10}, [10] = {1, 8}, [11] = {1, 8},
        [12] = {1, 0}, [13] = {1, 5}, [14] = {1, 0}, [15] = {1, 0}
    };

    return processes >= 16 ? 0 : saved[processes].always + n * saved[processes].of_hundred_pieces / 100;
}

/* n-1+q rounds; all messages cross others but those of the last q. */
void coll_rabred_time_pipelined_circulant(coll_rabred_clock_t *c)
{
    size_t n = coll_rabred_all(c), q = (size_t) coll_rabred_ceil_log2(c->problem->processes);

    uint64_t all_distances = 0, last = 0;

    for (size_t k = 0; k < q; k++) {
        coll_rabred_share_around(c, (size_t) coll_rabred_skip(c->problem->processes, 2, (int) k), 1);
        all_distances = SUM(all_distances, coll_rabred_exchange_time(c, 1));
        last = SUM(last, coll_rabred_transfer_time(c, 1));
    }
    uint64_t saved = SUM(coll_rabred_hidden_latency(c, 1), coll_rabred_reduce_time(c, 1));

    if (2 == c->problem->processes || 1 == n) {
        coll_rabred_spend(c, 1 == n ? coll_rabred_collect_time(c, c->problem->processes, 0) : stream_time(c));
        return;
    }
    c->hidden = coll_rabred_is_long(c, 1) ? 0 : PRODUCT(saved_rounds(n, c->problem->processes), saved);
    coll_rabred_spend_early(c, SUM(last, SUM(PRODUCT(all_distances / q, n - 1), all_distances % q * (n - 1) / q)));
    coll_rabred_spend(c, PRODUCT(n - 1 + q, coll_rabred_reduce_time(c, 1)));
}

/* Hops of one kind on the way of the first piece, and how far the others are behind it. Of long ones each waits for its receiver, which
   takes the piece before it. */
static void hop(const coll_rabred_clock_t *c, uint64_t hops, uint64_t *first, uint64_t *behind)
{
    const bool waits = coll_rabred_is_long(c, 1) && coll_rabred_all(c) > 1;
    const uint64_t reduction = coll_rabred_reduce_time(c, 1), alone = waits && hops > 2 ? 2 : hops;
    const uint64_t crossed = SUM(coll_rabred_exchange_time(c, 1), reduction), further = coll_rabred_further(c, 1, 1, COLL_RABRED_CROSSING);
    const uint64_t next = coll_rabred_latest(further, SUM(coll_rabred_wire_time(c, 1, COLL_RABRED_CROSSING), reduction));

    *first = SUM(*first, SUM(PRODUCT(alone, SUM(coll_rabred_transfer_time(c, 1), reduction)), PRODUCT(hops - alone, crossed)));
    *behind = coll_rabred_latest(*behind, waits ? crossed : next);
}

/* The first piece through all, the others behind it at the pace of the slowest. */
void coll_rabred_time_chain(coll_rabred_clock_t *c)
{
    const uint64_t hops = (uint64_t) c->problem->processes - 1, crossings = coll_rabred_crossings(c);
    uint64_t first = 0, behind = 0;

    if (1 == hops) {
        coll_rabred_spend(c, stream_time(c));
        return;
    }
    if (crossings < hops) {
        coll_rabred_stay_inside(c);
        hop(c, hops - crossings, &first, &behind);
        coll_rabred_cross_alone(c);
    }
    hop(c, crossings, &first, &behind);
    coll_rabred_spend(c, SUM(first, PRODUCT(coll_rabred_all(c) - 1, behind)));
}

/* By three processes, in n > 1 short pieces: the two leaves cross a latency a round, or the root takes two pieces in it. */
static uint64_t three_in_two_trees(const coll_rabred_clock_t *c)
{
    const uint64_t reduction = coll_rabred_reduce_time(c, 1), further = coll_rabred_further(c, 1, 1, COLL_RABRED_ONE_WAY);
    const uint64_t first = SUM(PRODUCT(2, SUM(coll_rabred_transfer_time(c, 1), reduction)), SUM(further, reduction));
    const uint64_t crossed = SUM(coll_rabred_exchange_time(c, 1), further / 2);
    const uint64_t round = SUM(coll_rabred_latest(crossed, PRODUCT(2, further)), reduction);

    return SUM(first, PRODUCT(coll_rabred_all(c) - 2, round) / 2);
}

/* An edge of one of two trees, at a level where these go `distance` up or down, passes a place between positions, or none does: it ends in, and
   begins in, what lies from one position to another, or neither. */
static void pass(size_t place, size_t distance, size_t from, size_t to, size_t *in, size_t *out)
{
    const size_t beyond = place % (4 * distance), parent = place - beyond + 2 * distance;
    const size_t child = beyond <= 2 * distance ? parent - distance : parent + distance;

    if (beyond > distance && beyond <= 3 * distance) {
        *in += parent >= from && parent < to;
        *out += child >= from && child < to;
    }
}

/* Edges of both trees that lead into a node of k adjacent ranks, or out of it, whichever are more: of the busiest of the first whole nodes behind
   the root's. On each goes one of two pieces. Where k is a power of two subtrees fit nodes, and there are three; behind the last position
   there is none. */
static size_t busiest_edges(const coll_rabred_clock_t *c)
{
    enum { TREES = 2, NODES = 4 };
    const size_t p = (size_t) c->problem->processes, k = (size_t) c->nodes->largest;
    size_t most = 0;

    for (size_t node = 1; node <= NODES && (node + 1) * k <= p; node++) {
        size_t in = 0, out = 0;
        for (size_t tree = 0; tree < TREES; tree++) {
            const size_t from = node * k + tree, to = from + k;
            for (size_t distance = 1; distance < p; distance *= 2) {
                pass(from, distance, from, to, &in, &out);
                if (to < p) {
                    pass(to, distance, from, to, &in, &out);
                }
            }
        }
        most = in > most ? in : most;
        most = out > most ? out : most;
    }
    return most;
}

/* Levels of one kind of messages on the way of the first piece, with others that come before it or, by the pace of the ports, twice as many; and
   how far the rest is behind: where pieces are long, those who wait for two partners make the others wait. */
static void climb(const coll_rabred_clock_t *c, size_t levels, size_t others, uint64_t *first, uint64_t *behind)
{
    const size_t n = coll_rabred_all(c), waits = coll_rabred_is_long(c, 1) && c->problem->processes > 4 ? n / 6 : 0;
    const uint64_t bytes = coll_rabred_wire_time(c, 1, COLL_RABRED_CROSSING), one = coll_rabred_exchange_time(c, 1);
    const uint64_t rounds = SUM(PRODUCT((n + 1) / 2, one), coll_rabred_further(c, n / 2, 1, COLL_RABRED_CROSSING));

    if (1 == n) {
        *first = SUM(*first, SUM(PRODUCT(levels, coll_rabred_transfer_time(c, 1)), coll_rabred_further(c, others, 1, COLL_RABRED_ONE_WAY)));
    } else {
        const uint64_t way = SUM(PRODUCT(levels, one), coll_rabred_further(c, others, 1, COLL_RABRED_CROSSING));
        *first = SUM(*first, coll_rabred_latest(way, coll_rabred_further(c, levels + 2 * others, 1, COLL_RABRED_CROSSING)));
        *behind = coll_rabred_latest(*behind, SUM(rounds, PRODUCT(waits, bytes)));
    }
}

/* f + n/2 rounds, of two pieces in n/2 of them, and on the way of the first piece through f levels others that come before. With few
   processes short ones arrive while others are reduced. */
void coll_rabred_time_two_trees(coll_rabred_clock_t *c)
{
    const size_t n = coll_rabred_all(c), p = (size_t) c->problem->processes;
    const size_t f = (size_t) coll_rabred_ceil_log2(coll_rabred_power_below((int) p)), beyond = p - ((size_t) 1 << f);
    const size_t levels = 1 == n ? (size_t) coll_rabred_ceil_log2((int) p) : f;
    const size_t upper = (size_t) coll_rabred_ceil_log2((int) coll_rabred_crossings(c) + 1) + 1, between = upper < levels ? upper : levels;
    const size_t doubled = f - 1 - (n > 1 && 0 == beyond && f > 1);   /* the topmost node of a whole tree has one child */
    const size_t others = between < doubled ? between : doubled;
    uint64_t first = 0, behind = 0;

    if (2 == p) {
        coll_rabred_spend(c, stream_time(c));
        return;
    }
    if (3 == p && n > 1 && !coll_rabred_is_long(c, 1)) {
        coll_rabred_spend(c, three_in_two_trees(c));
        return;
    }
    if (coll_rabred_crossings(c) < p - 1) {
        coll_rabred_stay_inside(c);
        climb(c, levels - between, doubled - others, &first, &behind);
        coll_rabred_cross_alone(c);
    }
    climb(c, between, others, &first, &behind);
    if (n > 1 && coll_rabred_crossings(c) < p - 1) {
        behind = coll_rabred_latest(behind, PRODUCT(PRODUCT(busiest_edges(c), n / 2), coll_rabred_wire_time(c, 1, COLL_RABRED_CROSSING)));
    }
    coll_rabred_spend(c, SUM(first, behind));
    if (1 == n) {
        coll_rabred_spend(c, PRODUCT(2 * f - 1 + (beyond < 2 ? beyond : 2), coll_rabred_reduce_time(c, 1)));
    } else {
        const uint64_t reduction = PRODUCT(n + 2 * f - 1, coll_rabred_reduce_time(c, 1));
        c->hidden = coll_rabred_is_long(c, 1) || p > 5 ? 0 : reduction / 4;
        coll_rabred_spend(c, reduction);
        c->now -= c->hidden < c->now ? c->hidden : 0;
    }
}

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
                        : coll_rabred_latest(coll_rabred_further(c, 1, c->here->transfer), reduction);

    return SUM(SUM(one, reduction), PRODUCT(coll_rabred_all(c) - 1, next));
}

/* The most messages, one after the other, to the root of a circulant's tree of so many: who gathers `parts` gets what those
   at the distances s_j have, all but the last whose depths are known. */
static size_t depth_of(int processes, int parts, const size_t *known)
{
    size_t depth = 0;

    for (int j = 0; coll_rabred_skip(processes, j) < parts; j++) {
        int from = coll_rabred_skip(processes, j), to = coll_rabred_skip(processes, j + 1);
        size_t below = to <= parts ? known[j] : depth_of(processes, parts - from, known);
        depth = 1 + below > depth ? 1 + below : depth;
    }
    return depth;
}

static size_t depth(int processes)
{
    size_t known[COLL_RABRED_LEVELS];

    for (int j = 0, q = coll_rabred_ceil_log2(processes); j < q; j++) {
        known[j] = depth_of(processes, coll_rabred_skip(processes, j + 1) - coll_rabred_skip(processes, j), known);
    }
    return depth_of(processes, processes, known);
}

/* The rounds that short pieces save which arrive early: a single one all that are not on its way, others, with few processes, as
   many as their schedules show. */
static size_t saved_rounds(size_t n, int processes)
{
    static const struct { size_t always, of_hundred_pieces; } saved[] = {
        [3] = {1, 0}, [4] = {0, 22}, [5] = {1, 14}, [6] = {1, 0}, [7] = {1, 0}, [8] = {0, 8}, [9] = {2, 10}, [10] = {1, 8}, [11] = {1, 8},
        [12] = {1, 0}, [13] = {1, 5}, [14] = {1, 0}, [15] = {1, 0}
    };

    if (1 == n || processes >= 16) {
        return 1 == n ? (size_t) coll_rabred_ceil_log2(processes) - depth(processes) : 0;
    }
    return saved[processes].always + n * saved[processes].of_hundred_pieces / 100;
}

/* n-1+q rounds; all messages cross others but those of the last q. */
void coll_rabred_time_pipelined_circulant(coll_rabred_clock_t *c)
{
    size_t n = coll_rabred_all(c), q = (size_t) coll_rabred_ceil_log2(c->problem->processes);

    coll_rabred_share_among_all(c);
    uint64_t saved = SUM(coll_rabred_hidden_latency(c, 1), n > 1 ? coll_rabred_reduce_time(c, 1) : 0);

    if (2 == c->problem->processes) {
        coll_rabred_spend(c, stream_time(c));
        return;
    }
    c->hidden = coll_rabred_is_long(c, 1) ? 0 : PRODUCT(saved_rounds(n, c->problem->processes), saved);
    coll_rabred_spend_early(c, SUM(PRODUCT(q, coll_rabred_transfer_time(c, 1)), PRODUCT(n - 1, coll_rabred_exchange_time(c, 1))));
    coll_rabred_spend(c, PRODUCT(n - 1 + q, coll_rabred_reduce_time(c, 1)));
}

/* The first piece through all, the others behind it. Of long ones each waits for its receiver, which takes the piece before it. */
void coll_rabred_time_chain(coll_rabred_clock_t *c)
{
    const uint64_t hops = (uint64_t) c->problem->processes - 1, n = coll_rabred_all(c), reduction = coll_rabred_reduce_time(c, 1);
    const uint64_t alone = SUM(coll_rabred_transfer_time(c, 1), reduction), crossed = SUM(coll_rabred_exchange_time(c, 1), reduction);
    const uint64_t bytes = coll_rabred_wire_time(c, 1, c->here->exchange);

    if (1 == hops) {
        coll_rabred_spend(c, stream_time(c));
    } else if (coll_rabred_is_long(c, 1) && n > 1) {
        coll_rabred_spend(c, SUM(PRODUCT(2, alone), PRODUCT(hops - 2 + n - 1, crossed)));
    } else {
        coll_rabred_spend(c, PRODUCT(hops, alone));
        coll_rabred_spend(c, PRODUCT(n - 1, coll_rabred_latest(coll_rabred_further(c, 1, c->here->exchange), SUM(bytes, reduction))));
    }
}

/* By three processes, in n > 1 short pieces: the two leaves cross a latency a round, or the root takes two pieces in it. */
static uint64_t three_in_two_trees(const coll_rabred_clock_t *c)
{
    const uint64_t reduction = coll_rabred_reduce_time(c, 1), further = coll_rabred_further(c, 1, c->here->transfer);
    const uint64_t first = SUM(PRODUCT(2, SUM(coll_rabred_transfer_time(c, 1), reduction)), SUM(further, reduction));
    const uint64_t crossed = SUM(coll_rabred_exchange_time(c, 1), further / 2);
    const uint64_t round = SUM(coll_rabred_latest(crossed, PRODUCT(2, further)), reduction);

    return SUM(first, PRODUCT(coll_rabred_all(c) - 2, round) / 2);
}

/*
 * f + n/2 rounds, of two pieces in n/2 of them, and on the way of the first piece through f levels others that come before.
 * Where pieces are long, those who wait for two partners make the others wait; with few processes short ones arrive while
 * others are reduced.
 */
void coll_rabred_time_two_trees(coll_rabred_clock_t *c)
{
    size_t n = coll_rabred_all(c), p = (size_t) c->problem->processes;
    size_t q = (size_t) coll_rabred_ceil_log2((int) p), f = (size_t) coll_rabred_ceil_log2(coll_rabred_power_below((int) p));
    uint64_t bytes = coll_rabred_wire_time(c, 1, c->here->exchange);

    if (2 == p) {
        coll_rabred_spend(c, stream_time(c));
    } else if (3 == p && n > 1 && !coll_rabred_is_long(c, 1)) {
        coll_rabred_spend(c, three_in_two_trees(c));
    } else if (1 == n) {
        size_t beyond = p - ((size_t) 1 << f);   /* the last full level */
        coll_rabred_spend(c, SUM(PRODUCT(q, coll_rabred_transfer_time(c, 1)), PRODUCT(f - 1, coll_rabred_further(c, 1, c->here->transfer))));
        coll_rabred_spend(c, PRODUCT(2 * f - 1 + (beyond < 2 ? beyond : 2), coll_rabred_reduce_time(c, 1)));
    } else {
        size_t waits = coll_rabred_is_long(c, 1) && p > 4 ? n / 6 : 0;
        uint64_t reduction = PRODUCT(n + 2 * f - 1, coll_rabred_reduce_time(c, 1));
        c->hidden = coll_rabred_is_long(c, 1) || p > 5 ? 0 : reduction / 4;
        coll_rabred_spend(c, PRODUCT((n + 1) / 2 + f, coll_rabred_exchange_time(c, 1)));
        coll_rabred_spend(c, PRODUCT(n / 2, coll_rabred_further(c, 1, c->here->exchange)));
        coll_rabred_spend(c, PRODUCT(2 * f - 2 + waits, bytes));
        coll_rabred_spend(c, reduction);
        c->now -= c->hidden < c->now ? c->hidden : 0;
    }
}

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

/* Latencies that short pieces hide which arrive early: with few processes in some rounds. */
static size_t hidden_rounds(size_t n, int processes)
{
    bool power = coll_rabred_power_below(processes) == processes;

    if (1 == n || processes >= 16) {
        return 1 == n && !power;
    }
    return 1 + (processes > 4 ? n / 12 : 0);
}

/* n-1+q rounds; all messages cross others but those of the last q. */
void coll_rabred_time_pipelined_circulant(coll_rabred_clock_t *c)
{
    size_t n = coll_rabred_all(c), q = (size_t) coll_rabred_ceil_log2(c->problem->processes);

    if (2 == c->problem->processes) {
        coll_rabred_spend(c, stream_time(c));
        return;
    }
    c->hidden = PRODUCT(hidden_rounds(n, c->problem->processes), coll_rabred_hidden_latency(c, 1));
    coll_rabred_spend(c, PRODUCT(q, coll_rabred_transfer_time(c, 1)));
    coll_rabred_spend(c, PRODUCT(n - 1 + q, coll_rabred_reduce_time(c, 1)));
    coll_rabred_spend_early(c, PRODUCT(n - 1, coll_rabred_exchange_time(c, 1)));
}

/*
 * f + n/2 rounds, of two pieces in n/2 of them, and on the way of the first piece through f levels others that come before.
 * Where pieces are long, those who wait for two partners make the others wait.
 */
void coll_rabred_time_two_trees(coll_rabred_clock_t *c)
{
    size_t n = coll_rabred_all(c), p = (size_t) c->problem->processes;
    size_t q = (size_t) coll_rabred_ceil_log2((int) p), f = (size_t) coll_rabred_ceil_log2(coll_rabred_power_below((int) p));
    uint64_t bytes = coll_rabred_bytes_time(coll_rabred_bytes(c, 1), 1 == n ? c->here->transfer : c->here->exchange);

    if (2 == p) {
        coll_rabred_spend(c, stream_time(c));
    } else if (1 == n) {
        coll_rabred_spend(c, SUM(PRODUCT(q, coll_rabred_transfer_time(c, 1)), PRODUCT(f - 1, bytes)));
        coll_rabred_spend(c, PRODUCT(2 * f - 1, coll_rabred_reduce_time(c, 1)));
    } else {
        size_t waits = coll_rabred_is_long(c, 1) && p > 4 ? n / 6 : 0;
        coll_rabred_spend(c, PRODUCT((n + 1) / 2 + f, coll_rabred_exchange_time(c, 1)));
        coll_rabred_spend(c, PRODUCT(n / 2, coll_rabred_further(c, 1, c->here->exchange)));
        coll_rabred_spend(c, PRODUCT(2 * f - 2 + waits, bytes));
        coll_rabred_spend(c, PRODUCT(n + 2 * f - 1, coll_rabred_reduce_time(c, 1)));
    }
}

/*
 * Time of segment dissemination: how many values of nodes travel and are reduced in a round, as phase_segments.c's schedules
 * show them; the maximal nodes of the tree in 2^j processes that follow each other are at most j + 1.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "clock.h"

static size_t ceil_log2(size_t x)
{
    return (size_t) coll_rabred_ceil_log2((int) x);
}

static size_t ones(size_t x)
{
    size_t ones = 0;

    for (; x > 0; x &= x - 1) {
        ones++;
    }
    return ones;
}

/* Values that the busiest process sends to each of those it sends to in a round, after which all `units` know all. */
static size_t values(size_t reach, size_t units, size_t radix, bool last)
{
    size_t rest = units - reach;
    bool odd = 2 == radix ? reach > 16 : 1 == units % 2;

    if (last && reach >= rest) {
        return 1 == radix % 2 ? ceil_log2(rest + 1) : ceil_log2(rest) + 1;
    }
    return ceil_log2(reach) + (odd || 0 == reach % 2 || 1 == reach);
}

/* Reductions of a process with radix 2, for which a power of two are most; but those of the last round, or all. */
static size_t reductions(size_t units, bool all)
{
    size_t q = ceil_log2(units), q_before = q - !all, rest = units > 1 ? units - ((size_t) 1 << (q - 1)) : 0;

    if (all && (size_t) 1 << q == units) {
        return q * (q + 1) / 2;
    }
    return q < 2 && !all ? 0 : q_before * (q_before - 1) / 2 + ones(rest) - (!all && rest > 1);
}

/* In the last round of a reduce_scatter all send to those at `distance` and so many of its multiples before them, but nothing to who owns no
   element: does any of those who receive send, too? */
static bool receivers_meet(const coll_rabred_clock_t *c, size_t distance, size_t partners)
{
    const size_t filled = coll_rabred_filled(c);

    return distance < filled || (size_t) c->problem->processes - distance * partners < filled;
}

void coll_rabred_time_segments(coll_rabred_clock_t *c)
{
    const size_t *argument = c->problem->argument;
    size_t p = (size_t) c->problem->processes, all = coll_rabred_all(c), radix = (size_t) coll_rabred_radix(c->problem);
    bool scatters = coll_rabred_scatters(c->problem->collective);

    size_t unit = 1 == argument[COLL_RABRED_DOUBLING] && 2 == radix ? p & (~p + 1) : 1, units = p / unit;
    for (size_t reach = 1; reach < unit; reach *= 2) {
        size_t blocks = scatters && 2 * reach == p ? coll_rabred_own(c) : all;
        coll_rabred_share_around(c, reach, 1);
        coll_rabred_spend(c, coll_rabred_sum(coll_rabred_exchange_time(c, blocks), coll_rabred_reduce_time(c, blocks)));
    }
    size_t whole = 0;   /* values that come in before the last round, or in all; some of them are not reduced by the busiest */
    for (size_t reach = 1; reach < units; reach *= radix) {
        bool last = reach * radix >= units;
        size_t partners = last ? (units - 1) / reach : radix - 1, blocks = scatters && last ? coll_rabred_own(c) : all;
        coll_rabred_share_around(c, reach * unit, partners);
        const size_t sent = values(reach, units, radix, last) * blocks;
        const bool crossing = !scatters || !last || receivers_meet(c, reach * unit, partners);
        coll_rabred_spend(c, crossing ? coll_rabred_exchanges_time(c, partners, sent) : coll_rabred_transfers_time(c, partners, sent));
        whole += scatters && last ? 0 : partners * values(reach, scatters ? units / 2 * 2 : units, radix, last);
    }
    if (units > 1) {
        size_t spared = scatters ? (whole + 4) / 6 : whole / 10;
        size_t reduced = 2 == radix ? reductions(units, !scatters) : whole - spared;
        coll_rabred_spend(c, coll_rabred_product(reduced, coll_rabred_reduce_time(c, all)));
        coll_rabred_spend(c, scatters ? coll_rabred_product(ceil_log2(units), coll_rabred_reduce_time(c, coll_rabred_own(c))) : 0);
    }
}

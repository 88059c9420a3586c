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

/* Values that a process sends in a round: to each of its partners but the last, to the last, which may know some, and to all. */
typedef struct {
    size_t each, last, all;
} values_t;

/* Of process `first`: the maximal nodes of the tree in its interval; to the last partner those that begin in the part of it that is `unknown` there. */
static values_t values_from(size_t first, size_t units, size_t reach, size_t partners, size_t unknown)
{
    values_t values = {0, 0, 0};
    size_t most = (size_t) coll_rabred_power_below((int) reach);

    for (size_t passed = 0; passed < (partners > 1 ? reach : unknown); values.each++) {
        const size_t at = first + passed < units ? first + passed : first + passed - units;
        const size_t left = reach - passed, behind = units - at;   /* of the interval, of the ranks */
        size_t span = at > 0 ? at & (~at + 1) : units;
        values.last += passed < unknown;
        if (behind <= left && span >= behind) {
            span = behind;   /* the node that the last rank cuts short */
        } else {
            while (most > left) {
                most /= 2;
            }
            span = span < most ? span : most;
        }
        passed += span;
    }
    values.all = (partners - 1) * values.each + values.last;
    return values;
}

/* Of the busiest process: it is one whose interval begins or ends beside a power of two. */
static values_t most_values(size_t units, size_t reach, size_t partners)
{
    const size_t behind = units - partners * reach, unknown = behind < reach ? behind : reach;
    const size_t power = (size_t) coll_rabred_power_below((int) units - 1);
    size_t beside = (size_t) coll_rabred_power_below((int) reach) - 1;
    values_t most = {0, 0, 0};

    for (int i = 0; i < 2; i++, beside /= 2) {
        const size_t starts[] = {units - reach + beside, (2 * power - beside) % units, power - beside};
        for (size_t k = 0; k < sizeof(starts) / sizeof(starts[0]); k++) {
            const values_t values = values_from(starts[k], units, reach, partners, unknown);
            most = values.all > most.all ? values : most;
        }
    }
    return most;
}

/* Reductions of a process with radix 2, for which a power of two are most; but those of the last round, or all. */
static size_t halvings(size_t units, bool all)
{
    size_t q = ceil_log2(units), q_before = q - !all, rest = units > 1 ? units - ((size_t) 1 << (q - 1)) : 0;

    if (all && (size_t) 1 << q == units) {
        return q * (q + 1) / 2;
    }
    return q < 2 && !all ? 0 : q_before * (q_before - 1) / 2 + ones(rest) - (!all && rest > 1);
}

/* The same with another radix, of values that come in during the first round, and later: of the former all, but those that the last round of a
   reduce_scatter needs; of the latter fewer, since those who send most do not reduce most. */
static size_t reductions(size_t radix, size_t first, size_t later, bool scatters)
{
    const size_t left = scatters && first > 0 ? ones(radix) - 1 : 0;

    return first - left + (1 == radix % 2 ? (2 * later + 1) / 3 : (4 * later + 2) / 5);
}

/* In the last round of a reduce_scatter all send to those at `distance` and so many of its multiples before them, but nothing to who owns no
   element: does any of those who receive send, too? */
static bool receivers_meet(const coll_rabred_clock_t *c, size_t distance, size_t partners)
{
    const size_t filled = c->filled;

    return distance < filled || (size_t) c->problem->processes - distance * partners < filled;
}

/* Of these values, of so many blocks each; the last message, which may be shorter, adds what a second one like it does. */
static uint64_t send_time(const coll_rabred_clock_t *c, bool crossing, size_t partners, const values_t *values, size_t blocks)
{
    uint64_t (*const time)(const coll_rabred_clock_t *, size_t, size_t) = crossing ? coll_rabred_exchanges_time : coll_rabred_transfers_time;
    const size_t each = values->each * blocks, last = values->last * blocks;

    return partners < 2 ? time(c, 1, last) : coll_rabred_sum(time(c, partners - 1, each), time(c, 2, last) - time(c, 1, last));
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
    size_t taken[2] = {0, 0};   /* values that come in to be reduced, all of them: in the first round, later */
    for (size_t reach = 1; reach < units; reach *= radix) {
        bool last = reach * radix >= units;
        size_t partners = last ? (units - 1) / reach : radix - 1, blocks = scatters && last ? coll_rabred_own(c) : all;
        coll_rabred_share_around(c, reach * unit, partners);
        const values_t values = most_values(units, reach, partners);
        const bool crossing = !scatters || !last || receivers_meet(c, reach * unit, partners);
        coll_rabred_spend(c, send_time(c, crossing, partners, &values, blocks));
        taken[reach > 1] += scatters && last ? 0 : values.all;
    }
    if (units > 1) {
        const size_t reduced = 2 == radix ? halvings(units, !scatters) : reductions(radix, taken[0], taken[1], scatters);
        coll_rabred_spend(c, coll_rabred_product(reduced, coll_rabred_reduce_time(c, all)));
        coll_rabred_spend(c, scatters ? coll_rabred_product(ceil_log2(units), coll_rabred_reduce_time(c, coll_rabred_own(c))) : 0);
    }
}

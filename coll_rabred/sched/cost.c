/*
 * Notation: p processes, q = ceil(log2 p), P = 2^f the largest power of two not above p, fold = 1 where
 * p is not P. The papers' formulas (Rabenseifner 2004, 3.3 to 3.7) hold for rounds and blocks sent,
 * except that reduce by ring sends all parts to the root in one round instead of p-1.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "cost.h"
#include "arithmetic.h"
#include "phases.h"

void coll_rabred_cost_linear(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    size_t p = (size_t) problem->processes;
    bool rooted = COLL_RABRED_REDUCE == problem->collective;
    bool whole = COLL_RABRED_ALLREDUCE == problem->collective || rooted;
    size_t blocks = whole ? 1 : p;

    *cost = (coll_rabred_cost_t) {
        .rounds = rooted ? p - 1 : p,
        .sent = rooted ? 1 : COLL_RABRED_ALLREDUCE == problem->collective ? p - 1 : p,
        .reduced = (p - 1) * blocks,
        .copied = whole ? problem->in_place : 1,
        .three_address = rooted && !problem->in_place,
        .scratch = (1 + (problem->in_place || !whole)) * blocks
    };
}

void coll_rabred_cost_binomial_tree(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    const int radix = coll_rabred_tree_radix(problem);
    bool rooted = COLL_RABRED_REDUCE == problem->collective;
    size_t levels = 0, children = 0, several = 0;   /* several: levels on which more than one child sends */

    for (int64_t span = 1; span < problem->processes; span *= radix) {
        const size_t siblings = (size_t) coll_rabred_tree_siblings(problem->processes, radix, span, 0);
        levels++;
        children += siblings - 1;
        several += siblings > 2;
    }
    *cost = (coll_rabred_cost_t) {
        .rounds = rooted ? levels : 2 * levels,
        .sent = rooted ? 1 : children,
        .reduced = children,
        .copied = problem->in_place && (rooted || 1 == levels % 2),
        .three_address = several + (rooted && !problem->in_place),
        .scratch = (several > 0 ? (size_t) radix : 1) + (several > 0 ? 3 : 1) * rooted,
        .at_most = rooted && problem->in_place && several > 0
    };
}

/* P and f of a number of processes, and whether any leave before the main part. */
size_t coll_rabred_cost_power(int processes, size_t *exponent, size_t *fold)
{
    size_t below = (size_t) coll_rabred_power_below(processes);

    *exponent = (size_t) coll_rabred_ceil_log2((int) below);
    *fold = (size_t) processes == below ? 0 : 1;
    return below;
}

void coll_rabred_cost_recursive_doubling(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    size_t f, fold, P = coll_rabred_cost_power(problem->processes, &f, &fold), p = (size_t) problem->processes;

    if (COLL_RABRED_ALLREDUCE != problem->collective) {
        size_t exchanged = f * p - 2 * (P - 1) + f * (1 + fold);   /* the fold leaves members of two blocks */
        *cost = (coll_rabred_cost_t) {
            .rounds = f + 2 * fold,
            .sent = exchanged + fold,
            .reduced = exchanged + fold * p,
            .copied = 1,
            .three_address = exchanged,
            .scratch = 3 * p,
            .at_most = 1 == fold
        };
        return;
    }
    *cost = (coll_rabred_cost_t) {
        .rounds = f + 2 * fold,
        .sent = f + fold,
        .reduced = f + fold,
        .copied = problem->in_place && (1 == fold || 1 == f % 2),
        .three_address = f,
        .scratch = 2
    };
}

void coll_rabred_cost_halving_doubling(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    size_t f, fold, P = coll_rabred_cost_power(problem->processes, &f, &fold);
    bool rooted = COLL_RABRED_REDUCE == problem->collective;

    *cost = (coll_rabred_cost_t) {
        .rounds = 2 * f + (rooted ? 2 : 3) * fold,
        .sent = rooted ? P - 1 + P / 2 + fold * P / 2 : 2 * (P - 1) + fold * (P + P / 2),
        .reduced = P - 1 + fold * P / 2,
        .copied = problem->in_place && (rooted || 3 != problem->processes),
        .three_address = rooted || !problem->in_place ? P / 2 : 0,
        .scratch = P + (rooted + fold) * P / 2
    };
}

void coll_rabred_cost_ring(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    size_t p = (size_t) problem->processes;
    bool rooted = COLL_RABRED_REDUCE == problem->collective;
    bool whole = COLL_RABRED_ALLREDUCE == problem->collective;
    /* Where the own vector alone is an operand of the root of T(p), it may lie under OUT. */
    bool own_last = p - 1 == (size_t) coll_rabred_power_below((int) p - 1);

    *cost = (coll_rabred_cost_t) {
        .rounds = rooted ? p : whole ? 2 * (p - 1) : p - 1,
        .sent = rooted ? p : whole ? 2 * (p - 1) : p - 1,
        .reduced = p - 1,
        .copied = problem->in_place && (rooted || whole || own_last),
        .three_address = 2 == p ? rooted || !(whole && problem->in_place) : rooted || whole || !problem->in_place ? 1 : 2,
        .scratch = whole || (!rooted && !problem->in_place) ? p - 1 : p
    };
}

/* Of a radix above 2: rounds, and bounds that no one needs to be near. */
static void cost_wide_segments(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    size_t p = (size_t) problem->processes, q = (size_t) coll_rabred_ceil_log2(problem->processes);
    size_t radix = problem->argument[COLL_RABRED_RADIX], rounds = (size_t) coll_rabred_rounds(problem->processes, (int) radix);
    size_t vectors = rounds * (radix - 1) * 2 * q;
    size_t blocks = vectors * (coll_rabred_scatters(problem->collective) ? p : 1);
    *cost = (coll_rabred_cost_t) {
        .rounds = rounds,
        .sent = blocks,
        .reduced = blocks,
        .copied = problem->in_place,
        .three_address = blocks,
        .scratch = 2 * blocks,
        .at_most = true
    };
}

void coll_rabred_cost_segment_dissemination(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    if (problem->argument[COLL_RABRED_RADIX] > 2) {
        cost_wide_segments(problem, cost);
        return;
    }
    int unit = 1 == problem->argument[COLL_RABRED_DOUBLING] ? problem->processes & -problem->processes : 1;
    size_t e = (size_t) coll_rabred_ceil_log2(unit), q = (size_t) coll_rabred_ceil_log2(problem->processes) - e;
    size_t wrapped = q > 3 ? (q - 3) * (q - 3) / 4 : 0;   /* with the rest, the largest S(p) of its q: tried to 1025 */
    size_t p = (size_t) problem->processes, vectors = q * (q + 1) / 2 + e;

    *cost = (coll_rabred_cost_t) {
        .rounds = q + e,
        .sent = vectors + wrapped,
        .reduced = vectors,
        .copied = problem->in_place,
        .three_address = vectors,
        .scratch = (q > 0 ? 4 * q - 3 : e < 3 ? e : 3) + (q > 0 && e > 0) + problem->in_place,
        .at_most = true
    };
    if (coll_rabred_scatters(problem->collective) && p > 2) {   /* whole vectors, but for the last round */
        size_t last = q > 0 ? q : 1;
        cost->sent = (vectors + wrapped - last) * p + last;
        cost->reduced = cost->three_address = q > 1 ? ((q - 1) * (q - 2) / 2 + 1 + e) * p + 2 * q - 3 : vectors * p;
        cost->scratch = (q > 1 ? 4 * q - 6 + (e > 0) : 3) * p + q;
    }
}

void coll_rabred_cost_allgather_reduce(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    size_t p = (size_t) problem->processes;

    *cost = (coll_rabred_cost_t) {
        .rounds = (size_t) coll_rabred_ceil_log2(problem->processes),
        .sent = p - 1,
        .reduced = p - 1,
        .copied = 1,
        .three_address = problem->in_place,   /* else the last vector is received where the result will stand */
        .scratch = p - 1 + problem->in_place
    };
}

void coll_rabred_cost_census(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    size_t q = (size_t) coll_rabred_ceil_log2(problem->processes), ones = 0;

    for (unsigned rest = (unsigned) problem->processes - 1; rest > 0; rest &= rest - 1) {
        ones++;
    }
    *cost = (coll_rabred_cost_t) {
        .rounds = q,
        .sent = q,
        .reduced = q - 1 + ones,
        .three_address = q - problem->in_place,
        .scratch = 3 + problem->in_place
    };
}

void coll_rabred_cost_circulant(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    const int radix = coll_rabred_radix(problem), rounds = coll_rabred_rounds(problem->processes, radix);
    size_t q = (size_t) rounds, p = (size_t) problem->processes, longest = (size_t) coll_rabred_skip(problem->processes, radix, rounds - 1);
    size_t first = p - longest < longest ? p - longest : longest;   /* parts in the first message */
    bool rooted = COLL_RABRED_REDUCE == problem->collective, whole = COLL_RABRED_ALLREDUCE == problem->collective;

    *cost = (coll_rabred_cost_t) {
        .rounds = rooted || whole ? 2 * q : q,
        .sent = whole ? 2 * (p - 1) : rooted ? p - 1 + first : p - 1,
        .reduced = p - 1,
        .copied = (whole && problem->in_place ? 0 : longest - first) + (whole || rooted ? 0 : 1),
        .three_address = whole && problem->in_place ? 0 : first,
        .scratch = ((whole ? 1 : 2) + (radix > 2)) * p
    };
}

void coll_rabred_cost_recursive_halving(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    size_t f, fold, P = coll_rabred_cost_power(problem->processes, &f, &fold), p = (size_t) problem->processes;

    *cost = (coll_rabred_cost_t) {
        .rounds = f + 2 * fold,
        .sent = p - 1 + fold,
        .reduced = 1 == fold ? p + 2 * (P - 1) : p - 1,   /* pairs come first: the larger half */
        .copied = 1,
        .three_address = p / 2,
        .scratch = 1 == fold ? 2 * p : (5 * p + 3) / 4,
        .at_most = true
    };
}

void coll_rabred_cost_binary_blocks(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    size_t f, fold, P = coll_rabred_cost_power(problem->processes, &f, &fold), blocks = 0;
    bool rooted = COLL_RABRED_REDUCE == problem->collective;

    if (coll_rabred_scatters(problem->collective)) {
        const size_t p = (size_t) problem->processes, held = (p + P - 1) / P;
        *cost = (coll_rabred_cost_t) {.rounds = 2 == p ? 1 : f + 1 + (1 == fold), .sent = p, .reduced = 1 == fold ? held : 0, .copied = 1,
                                      .three_address = p / 2, .scratch = 3 * p / 2, .at_most = true};
        for (size_t i = 1; i <= f; i++) {
            cost->reduced += (p + ((size_t) 1 << i) - 1) >> i;
        }
        return;
    }
    for (unsigned rest = (unsigned) problem->processes; rest > 0; rest &= rest - 1) {
        blocks++;
    }
    /* A root in a smaller block of several processes reduces rank 0's piece into neither operand. */
    bool stands_in = rooted && !problem->in_place && (size_t) problem->processes > P + 1;
    *cost = (coll_rabred_cost_t) {
        .rounds = 2 * f + (1 == fold ? 2 - rooted : 0),
        .sent = rooted ? P - 1 + P / 2 : 2 * (P - 1) + (blocks < 3 ? blocks - 1 : 2),
        .reduced = P - 1 + (rooted && blocks > 2 ? 2 : blocks > 1),
        .copied = problem->in_place,
        .three_address = (rooted || !problem->in_place ? P / 2 : 0) + stands_in,
        .scratch = P + rooted * P / 2
    };
}

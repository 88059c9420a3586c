/*
 * Costs of the pipelined reduces, in n = as many blocks as pieces; q = ceil(log2 p). Scratch is that of the windows
 * (windows.c), bounds that were found by building: to p = 1100 and n = 7q+10, and of two trees to n = 2^20.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "arithmetic.h"
#include "cost.h"

static size_t pieces(const coll_rabred_problem_t *problem)
{
    size_t pieces = problem->argument[COLL_RABRED_PIECES];

    return 0 == pieces ? 1 : pieces;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

void coll_rabred_cost_pipelined_circulant(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    size_t n = pieces(problem), q = (size_t) coll_rabred_ceil_log2(problem->processes);

    *cost = (coll_rabred_cost_t) {
        .rounds = n - 1 + q,
        .sent = n,
        .reduced = n - 1 + q,
        .scratch = least(2 * n, 4 * q + 1)
    };
}

void coll_rabred_cost_pipelined_chain(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    size_t n = pieces(problem);

    *cost = (coll_rabred_cost_t) {
        .rounds = n + (size_t) problem->processes - 2,
        .sent = n,
        .reduced = n,
        .scratch = least(n, 2)
    };
}

void coll_rabred_cost_pipelined_two_trees(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    size_t n = pieces(problem), depth[2], fold, first = (n + 1) / 2, second = n / 2;

    coll_rabred_cost_power(problem->processes - 1, &depth[0], &fold);
    coll_rabred_cost_power(problem->processes, &depth[1], &fold);
    first += depth[0];
    second += 0 == second ? 0 : depth[1];
    *cost = (coll_rabred_cost_t) {   /* one round more for a root in the middle */
        .rounds = 2 == problem->processes ? n : (first > second ? first : second) + 1,
        .sent = n,
        .reduced = n + (n + 1) / 2,
        .copied = problem->in_place ? n : 0,
        .three_address = n,
        .scratch = least(2 * n, 24),
        .at_most = true
    };
}

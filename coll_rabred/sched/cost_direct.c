/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "cost.h"
#include "arithmetic.h"

/* Direct exchange of p = k1 k2 .. kh processes, k1 the largest factor; as many blocks. */
typedef struct {
    size_t p, h, widest;              /* k1 */
    size_t partners, parts;           /* sums: k-1; blocks of the range after a level of more than two */
    size_t first, later;              /* blocks of the range after one level; and what later ones need beside it */
    bool pairs;                       /* the last factor is 2 */
} shape_t;

static shape_t shape_of(const coll_rabred_problem_t *problem)
{
    int factor[32], levels = coll_rabred_factors(problem->processes, problem->argument[COLL_RABRED_RADIX], factor);
    shape_t shape = {.p = (size_t) problem->processes, .h = (size_t) levels, .widest = (size_t) factor[0],
                     .pairs = levels > 0 && 2 == factor[levels - 1]};
    size_t range = shape.p;

    for (int i = 0; i < levels; i++) {
        range /= (size_t) factor[i];
        shape.partners += (size_t) factor[i] - 1;
        shape.parts += factor[i] > 2 ? range : 0;
        shape.first = 0 == i ? range : shape.first;
        shape.later += 0 == i ? 0 : range;
    }
    return shape;
}

/* Every range divided at every level: threshold 0. */
static void cost_divided(const shape_t *s, bool rooted, bool in_place, coll_rabred_cost_t *cost)
{
    *cost = (coll_rabred_cost_t) {
        .rounds = 2 * s->h,
        .sent = rooted ? s->p - 1 + s->first : 2 * (s->p - 1),
        .reduced = s->p - 1,
        .copied = in_place && (s->pairs || 1 == s->h % 2),
        .three_address = s->parts + (rooted || !in_place ? s->first : 0),
        .scratch = s->p + (s->h > 1 ? s->first + s->later : 0) + rooted * s->first
    };
}

/* No range divided: threshold of all of `blocks`. In reduce only one of k siblings collects and goes on. */
static void cost_whole(const shape_t *s, size_t blocks, bool rooted, bool in_place, coll_rabred_cost_t *cost)
{
    *cost = (coll_rabred_cost_t) {
        .rounds = s->h,
        .sent = blocks * (rooted ? 1 : s->partners),
        .reduced = blocks * s->partners,
        .copied = in_place && 1 == s->h % 2 ? blocks : 0,
        .three_address = blocks * (rooted ? s->h + (!in_place && s->widest > 2) : s->partners),
        .scratch = blocks * (s->widest + (s->h > 1 ? 2 + rooted + (s->h > 2) : in_place))
    };
}

/* Reduce_scatter; with one level ranges are always divided. */
static void cost_scattered(const shape_t *s, bool divided, bool permuted, coll_rabred_cost_t *cost)
{
    size_t several = s->h > 1, delivered = several && !permuted;

    if (divided || !several) {
        *cost = (coll_rabred_cost_t) {
            .rounds = s->h + delivered,
            .sent = s->p - 1 + delivered,
            .reduced = s->p - 1,
            .copied = 1,
            .three_address = s->parts + s->first,
            /* permuted pieces lie far apart */
            .scratch = several && permuted ? s->p * (s->widest + 4) : s->p + s->first + 2 * s->later
        };
    } else {
        *cost = (coll_rabred_cost_t) {
            .rounds = s->h,
            .sent = s->p * s->partners,
            .reduced = s->p * s->partners,
            .copied = 1,
            .three_address = s->p * s->partners,
            .scratch = s->p * (s->widest + 4)
        };
    }
}

void coll_rabred_cost_direct_exchange(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    shape_t shape = shape_of(problem);
    bool rooted = COLL_RABRED_REDUCE == problem->collective, divided = 0 == problem->argument[COLL_RABRED_THRESHOLD];

    if (coll_rabred_scatters(problem->collective)) {
        cost_scattered(&shape, divided, 0 != problem->argument[COLL_RABRED_PERMUTED], cost);
    } else if (divided) {
        cost_divided(&shape, rooted, problem->in_place, cost);
    } else {
        cost_whole(&shape, 0 == problem->blocks ? shape.p : problem->blocks, rooted, problem->in_place, cost);
    }
}

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "cost.h"
#include "arithmetic.h"

/*
 * The plans of Rabenseifner & Traeff 2004: p = 2^e k1 k2 .. kh o; butterflies, rings of k1 to kh, then
 * elimination of the rest o, an odd number, P = 2^f the largest power of two not above it, fold = 1
 * where o > 1. N = 2^e k1 .. kh P members stay and there are as many blocks.
 */
typedef struct {
    size_t e, rings, f, fold;
    size_t N, P, first;               /* first: k1, or 2 where no ring comes first */
    size_t strides, steps;            /* sums over the rings: k-1; ceil(log2 k) */
    size_t parts;                     /* sum over the rings: blocks of the range after it */
    size_t widest;                    /* largest k; 1 without rings */
} shape_t;

static void add_rings(shape_t *shape, size_t k, size_t *rest)
{
    for (; 0 == *rest % k; *rest /= k) {
        shape->first = 0 == shape->e && 0 == shape->rings ? k : shape->first;
        shape->rings++;
        shape->N *= k;
        shape->strides += k - 1;
        shape->steps += (size_t) coll_rabred_ceil_log2((int) k);
        shape->widest = k > shape->widest ? k : shape->widest;
    }
}

/* Of p processes with rings of the two radices, if they are above 1. */
static shape_t shape_of(int processes, const size_t radices[2])
{
    shape_t shape = {.N = 1, .first = 2, .widest = 1};
    size_t rest = (size_t) processes, range;

    for (; 0 == rest % 2; rest /= 2) {
        shape.e++;
        shape.N *= 2;
    }
    for (size_t i = 0; i < 2; i++) {
        if (radices[i] > 1) {
            add_rings(&shape, radices[i], &rest);
        }
    }
    shape.P = coll_rabred_cost_power((int) rest, &shape.f, &shape.fold);
    shape.N *= shape.P;
    range = shape.N >> shape.e;
    for (size_t i = 0; i < 2; i++) {
        for (size_t left = (size_t) processes >> shape.e; radices[i] > 1 && 0 == left % radices[i]; left /= radices[i]) {
            range /= radices[i];
            shape.parts += range;
        }
    }
    return shape;
}

/* Every range divided at every level: threshold 0. */
static void cost_divided(const shape_t *s, bool rooted, bool in_place, coll_rabred_cost_t *cost)
{
    size_t forward = s->e + s->strides + (1 == s->fold ? s->f + 1 : 0);
    size_t back = rooted ? s->e + s->rings + s->f : s->e + s->steps + (1 == s->fold ? s->f + 1 : 0);
    size_t extra = s->fold * s->P / 2;
    bool parity = s->e > 0 || 1 == s->fold || 1 == s->rings % 2;

    *cost = (coll_rabred_cost_t) {
        .rounds = forward + back,
        .sent = rooted ? s->N - 1 + s->N / s->first : 2 * (s->N - 1) + extra,
        .reduced = s->N - 1 + extra,
        .copied = in_place && parity,
        .three_address = s->parts + (rooted || !in_place ? s->N / s->first : 0),
        .scratch = s->rings > 0 ? (rooted ? 2 * s->N : (8 * s->N + 4) / 5) : s->N + rooted * s->N / 2
    };
}

/* No range divided: threshold of all of N blocks, whatever their number. */
static void cost_whole(const shape_t *s, size_t N, bool rooted, bool in_place, coll_rabred_cost_t *cost)
{
    size_t vectors = s->e + s->strides + s->f;
    bool parity = 1 == s->fold || 1 == (s->e + s->rings) % 2;
    /* The root in the third group of the first triple reduces onto its input's place. */
    bool swapped = rooted && !in_place && 1 == s->fold && 0 == s->e + s->rings;

    *cost = (coll_rabred_cost_t) {
        .rounds = s->e + s->steps + s->f + (rooted ? 1 : 2) * s->fold,
        .sent = N * (vectors + (rooted ? 0 : s->fold)),
        .reduced = N * (vectors + s->fold),
        .copied = in_place && parity ? N : 0,
        .three_address = N * (vectors + swapped),
        .scratch = N * (2 + (s->rings > 0 ? s->widest + 1 : 0) + rooted)
    };
}

/* Reduce_scatter by plans, with one block a process and one round to deliver them. */
static void cost_scattered(const shape_t *s, size_t p, bool divided, bool permuted, coll_rabred_cost_t *cost)
{
    size_t levels = s->e + s->rings + s->f, vectors = s->e + s->strides + s->f;
    /* Else every part already stands where it belongs. */
    bool moved = 1 == s->fold || (levels > 1 && !permuted);

    if (divided) {
        *cost = (coll_rabred_cost_t) {
            .rounds = s->e + s->strides + (1 == s->fold ? s->f + 1 : 0) + moved,
            .sent = p - 1 + moved,
            .reduced = p - 1 + s->fold * ((p >> s->e) / 2 + levels),   /* odd ranges round up at a level */
            .copied = 1,
            .three_address = (p + s->first - 1) / s->first + s->parts * p / s->N + s->rings,
            .scratch = (permuted ? 3 + (s->rings > 0 ? s->widest + s->rings : 0) : 2) * p,   /* pieces lie far apart */
            .at_most = true
        };
    } else {
        *cost = (coll_rabred_cost_t) {
            .rounds = s->e + s->steps + s->f + 2 * s->fold,
            .sent = p * vectors + 2 * s->fold,
            .reduced = p * (vectors + s->fold),
            .copied = 1,
            .three_address = p * vectors,
            .scratch = p * (3 + (s->rings > 0 ? s->widest + 1 : 0)),
            .at_most = true
        };
    }
}

static void cost_of_plan(const coll_rabred_problem_t *problem, const size_t radices[2], coll_rabred_cost_t *cost)
{
    shape_t shape = shape_of(problem->processes, radices);
    bool rooted = COLL_RABRED_REDUCE == problem->collective;

    if (COLL_RABRED_ALLREDUCE != problem->collective && !rooted) {
        cost_scattered(&shape, (size_t) problem->processes, 0 == problem->argument[COLL_RABRED_THRESHOLD],
                       0 != problem->argument[COLL_RABRED_PERMUTED], cost);
        return;
    }
    if (0 == problem->argument[COLL_RABRED_THRESHOLD]) {
        cost_divided(&shape, rooted, problem->in_place, cost);
    } else {
        cost_whole(&shape, 0 == problem->blocks ? shape.N : problem->blocks, rooted, problem->in_place, cost);
    }
}

void coll_rabred_cost_elimination(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    cost_of_plan(problem, (const size_t[2]) {1, 1}, cost);
}

void coll_rabred_cost_small_ring(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    cost_of_plan(problem, (const size_t[2]) {(size_t) coll_rabred_ring_radix(problem->processes), 1}, cost);
}

/* A fold of whole vectors, halves, and one round to deliver them, unless two processes hold what they own. */
void coll_rabred_cost_butterfly_mirror(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    size_t f, fold, p = (size_t) problem->processes;

    (void) coll_rabred_cost_power(problem->processes, &f, &fold);
    *cost = (coll_rabred_cost_t) {
        .rounds = fold + f + (p > 2),
        .sent = p - 1 + (p > 2),
        .reduced = p - 1 + fold * (p + f),   /* odd ranges round up at a level */
        .copied = 1,
        .three_address = (p + 1) / 2,
        .scratch = 2 * p,
        .at_most = true
    };
}

/* Where pairs come first, what follows finds the partial result in memory of its own. */
void coll_rabred_cost_butterfly_circulant(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    size_t p = (size_t) problem->processes;
    bool rooted = COLL_RABRED_REDUCE == problem->collective;

    coll_rabred_cost_circulant(problem, cost);
    if (0 == p % 2) {
        cost->copied = problem->in_place;
        cost->three_address = rooted || !problem->in_place ? p / 2 : 0;
        cost->scratch = p + rooted * p / 2;
    }
}

void coll_rabred_cost_ordered_pairwise(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    int odd = problem->processes / (problem->processes & -problem->processes);

    cost_of_plan(problem, (const size_t[2]) {(size_t) odd, 1}, cost);
}

void coll_rabred_cost_factored(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    cost_of_plan(problem, (const size_t[2]) {3, 5}, cost);
}

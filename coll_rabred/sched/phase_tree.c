/*
 * The tree T(p) on one process that has all contributions to its range: reduced at once, left before
 * right. Node (l, j) of T(p) covers ranks j 2^l .. (j+1) 2^l - 1; for p = 5 it is ((0 1)(2 3)) 4.
 *
 * Before: `value` is the own contribution; those of others stand where coll_rabred_contribution says.
 * After: OUT holds the result of `range` where there is one, else `value`. p-1 reductions.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

/* The input is read until the end, and writing OUT may destroy any of it. */
static bool out_over_input(const coll_rabred_builder_t *b)
{
    return b->problem->in_place && COLL_RABRED_IN == b->input;
}

static bool has_own_out(const coll_rabred_builder_t *b)
{
    return b->has_out || COLL_RABRED_REDUCE != b->problem->collective;
}

/* The last one where the result will stand, each other in a temporary. */
static uint32_t place_of(const coll_rabred_builder_t *b, int rank)
{
    if (rank == b->problem->processes - 1 && has_own_out(b) && !b->problem->in_place) {
        return COLL_RABRED_OUT;
    }
    return COLL_RABRED_TMP + (uint32_t) rank;
}

uint32_t coll_rabred_contribution(const coll_rabred_builder_t *b, int rank)
{
    return rank == b->problem->rank ? b->value : place_of(b, rank);
}

void coll_rabred_place_own(coll_rabred_builder_t *b)
{
    uint32_t own = place_of(b, b->problem->rank);

    coll_rabred_copy(b, own, b->value, b->range);
    b->value = own;
}

uint32_t coll_rabred_reduce_node(coll_rabred_builder_t *b, const coll_rabred_tree_t *tree, int first, int end)
{
    if (end - first == 1) {
        return tree->place(b, tree->context, first);
    }
    int half = coll_rabred_power_below(end - first - 1);
    uint32_t left = coll_rabred_reduce_node(b, tree, first, first + half);
    uint32_t right = coll_rabred_reduce_node(b, tree, first + half, end);
    uint32_t into = tree->target(b, tree->context, end, end - first == tree->n, left, right);
    coll_rabred_reduce(b, into, left, right, b->range);
    return into;
}

static uint32_t contribution_of(const coll_rabred_builder_t *b, void *context, int rank)
{
    (void) context;
    return coll_rabred_contribution(b, rank);
}

static uint32_t target(const coll_rabred_builder_t *b, void *context, int end, bool whole, uint32_t left, uint32_t right)
{
    (void) context;
    if (whole && has_own_out(b) && COLL_RABRED_OUT != left
        && !(out_over_input(b) && (COLL_RABRED_IN == left || COLL_RABRED_IN == right))) {
        return COLL_RABRED_OUT;
    }
    return COLL_RABRED_IN == right ? place_of(b, end - 1) : right;
}

void coll_rabred_reduce_contributions(coll_rabred_builder_t *b)
{
    const coll_rabred_tree_t tree = {.n = b->problem->processes, .place = contribution_of, .target = target};

    b->value = coll_rabred_reduce_node(b, &tree, 0, tree.n);
    if (has_own_out(b) && COLL_RABRED_OUT != b->value) {
        coll_rabred_copy(b, COLL_RABRED_OUT, b->value, b->range);
    }
}

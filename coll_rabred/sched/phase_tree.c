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

/* Reduces the node of T(p) over ranks first..end-1; returns where its value stands. */
static uint32_t reduce_node(coll_rabred_builder_t *b, int first, int end)
{
    if (end - first == 1) {
        return coll_rabred_contribution(b, first);
    }
    int half = coll_rabred_power_below(end - first - 1);
    uint32_t left = reduce_node(b, first, first + half);
    uint32_t right = reduce_node(b, first + half, end);
    uint32_t into = COLL_RABRED_IN == right ? place_of(b, end - 1) : right;
    bool root = 0 == first && end == b->problem->processes;
    if (root && has_own_out(b) && COLL_RABRED_OUT != left
        && !(out_over_input(b) && (COLL_RABRED_IN == left || COLL_RABRED_IN == right))) {
        into = COLL_RABRED_OUT;
    }
    coll_rabred_reduce(b, into, left, right, b->range);
    return into;
}

void coll_rabred_reduce_contributions(coll_rabred_builder_t *b)
{
    b->value = reduce_node(b, 0, b->problem->processes);
    if (has_own_out(b) && COLL_RABRED_OUT != b->value) {
        coll_rabred_copy(b, COLL_RABRED_OUT, b->value, b->range);
    }
}

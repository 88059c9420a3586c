/*
 * Ring: pairwise exchange, where every process collects all contributions to its own part and reduces
 * them once they are there; then a ring carries the parts round, or all go straight to the root.
 *
 * Rabenseifner 2004, 3.7; Thakur, Rabenseifner & Gropp 2005, 4.4 (pairwise exchange), 5.3. The
 * reductions follow the canonical tree T(p), which postponing makes free. p = 3, parts A-C:
 *
 *            round 0          round 1          then            ring 0    ring 1
 *     P0     B ->P1, A2       C ->P2, A1       A=(A0 A1)A2     A ->P1    C ->P1
 *     P1     C ->P2, B0       A ->P0, B2       B=(B0 B1)B2     B ->P2    A ->P2
 *     P2     A ->P0, C1       B ->P1, C0       C=(C0 C1)C2     C ->P0    B ->P0
 *
 * Before: `value` is the input. After pairwise: `value` holds `range`, the own part of the result
 * (coll_rabred_owned), in OUT where there is one; p-1 rounds, p-1 parts sent and reduced, scratch for
 * the contributions. ring_allgather: p-1 rounds, p-1 parts. direct_gather: one round.
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

/* Where the contribution of a rank is received; the last one where the result will stand. */
static uint32_t contribution(const coll_rabred_builder_t *b, int rank)
{
    if (rank == b->problem->processes - 1 && has_own_out(b) && !b->problem->in_place) {
        return COLL_RABRED_OUT;
    }
    return COLL_RABRED_TMP + (uint32_t) rank;
}

/* Reduces the node of T(p) over ranks first..end-1 in the own part; returns where its value stands. */
static uint32_t reduce_tree(coll_rabred_builder_t *b, int first, int end)
{
    if (end - first == 1) {
        return first == b->problem->rank ? b->input : contribution(b, first);
    }
    int half = coll_rabred_power_below(end - first - 1);
    uint32_t left = reduce_tree(b, first, first + half);
    uint32_t right = reduce_tree(b, first + half, end);
    uint32_t into = COLL_RABRED_IN == right ? contribution(b, end - 1) : right;
    bool root = 0 == first && end == b->problem->processes;
    if (root && has_own_out(b) && COLL_RABRED_OUT != left
        && !(out_over_input(b) && (COLL_RABRED_IN == left || COLL_RABRED_IN == right))) {
        into = COLL_RABRED_OUT;
    }
    coll_rabred_reduce(b, into, left, right, b->range);
    return into;
}

void coll_rabred_phase_pairwise(coll_rabred_builder_t *b)
{
    int processes = b->problem->processes, rank = b->problem->rank;

    b->range = coll_rabred_owned(b->problem, rank);
    for (int stride = 1; stride < processes; stride++) {
        int to = (int) (((int64_t) rank + stride) % processes);
        int from = (rank - stride + processes) % processes;
        coll_rabred_recv(b, from, contribution(b, from), b->range);
        coll_rabred_send(b, to, b->input, coll_rabred_owned(b->problem, to), false);
        coll_rabred_end_round(b);
    }
    b->value = reduce_tree(b, 0, processes);
    if (has_own_out(b) && COLL_RABRED_OUT != b->value) {
        coll_rabred_copy(b, COLL_RABRED_OUT, b->value, b->range);
    }
}

void coll_rabred_phase_ring_allgather(coll_rabred_builder_t *b)
{
    int processes = b->problem->processes, rank = b->problem->rank;

    for (int step = 0; step < processes - 1; step++) {
        int part = (rank - step + processes) % processes;
        int next = (part - 1 + processes) % processes;
        coll_rabred_recv(b, (rank - 1 + processes) % processes, COLL_RABRED_OUT, coll_rabred_owned(b->problem, next));
        coll_rabred_send(b, (rank + 1) % processes, COLL_RABRED_OUT, coll_rabred_owned(b->problem, part), false);
        coll_rabred_end_round(b);
    }
}

void coll_rabred_phase_direct_gather(coll_rabred_builder_t *b)
{
    const coll_rabred_problem_t *problem = b->problem;

    if (problem->rank != problem->root) {
        coll_rabred_send(b, problem->root, b->value, b->range, false);
    }
    for (int rank = 0; rank < problem->processes && problem->rank == problem->root; rank++) {
        if (rank != problem->root) {
            coll_rabred_recv(b, rank, COLL_RABRED_OUT, coll_rabred_owned(problem, rank));
        }
    }
    coll_rabred_end_round(b);
}

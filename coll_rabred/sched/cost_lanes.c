/*
 * Lanes: L processes of every node, each with w blocks, the part of a lane; n processes on the largest node.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "cost.h"

/* What is done between the nodes, without regard to nodes. */
typedef void (*between_t)(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost);

/* One lane, as if its w blocks were as many for each of its members; bounds where they are not. */
static void cost_of_lane(const coll_rabred_problem_t *problem, size_t w, between_t between, coll_rabred_cost_t *cost)
{
    int members = problem->nodes->nodes;
    coll_rabred_problem_t lane = {.collective = problem->collective, .processes = members, .in_place = problem->in_place};
    size_t times = coll_rabred_scatters(problem->collective) ? (w + (size_t) members - 1) / (size_t) members : 1;

    for (int i = 0; i < COLL_RABRED_ARGUMENTS; i++) {
        lane.argument[i] = problem->argument[i];
    }
    lane.blocks = 0 == problem->blocks ? 0 : (coll_rabred_blocks_t) w;
    between(&lane, cost);
    cost->sent *= times;
    cost->reduced *= times;
    cost->copied *= times;
    cost->three_address *= times;
    cost->scratch *= times;
}

static void cost_of_all(const coll_rabred_problem_t *problem, between_t between, coll_rabred_cost_t *cost)
{
    const coll_rabred_nodes_t *nodes = problem->nodes;
    bool scatters = coll_rabred_scatters(problem->collective), whole = COLL_RABRED_ALLREDUCE == problem->collective;

    if (NULL == nodes) {
        between(problem, cost);
        return;
    }
    size_t L = (size_t) nodes->smallest, n = (size_t) nodes->largest, blocks = problem->blocks;
    if (0 == blocks) {
        blocks = scatters ? (size_t) problem->processes : coll_rabred_algorithms[problem->algorithm].blocks(problem);
    }
    size_t w = (blocks + L - 1) / L;
    cost_of_lane(problem, w, between, cost);
    cost->at_most = true;
    cost->rounds_at_most = scatters || nodes->smallest < nodes->largest;   /* some processes have less to wait for */
    if (n > 1 || scatters) {
        cost->rounds += n > 1 ? 2 : 1;
        cost->sent += (L - 1) * w + (whole ? n - 1 : 1) * w;   /* the parts of others; the own one */
        cost->reduced += (n - 1) * w;
        cost->copied = problem->in_place || scatters ? w : 0;
        cost->three_address += 2 * w;
        cost->scratch += (n + 1) * w;
    }
}

void coll_rabred_cost_lanes(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    cost_of_all(problem, coll_rabred_cost_elimination, cost);
}

void coll_rabred_cost_direct_lanes(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    cost_of_all(problem, coll_rabred_cost_direct_exchange, cost);
    if (NULL != problem->nodes && COLL_RABRED_REDUCE == problem->collective) {
        cost->scratch += (size_t) problem->nodes->nodes - 1;   /* in the root's node each lane's process gathers it */
    }
}

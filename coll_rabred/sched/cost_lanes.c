/*
 * Lanes: L processes of every node, each with w blocks, the part of a lane; n processes on the largest node.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "cost.h"

/* One lane, as if its w blocks were as many for each of its members; bounds where they are not. */
static void cost_of_lane(const coll_rabred_problem_t *problem, size_t w, coll_rabred_cost_t *cost)
{
    int members = problem->nodes->nodes;
    coll_rabred_problem_t lane = {.collective = problem->collective, .processes = members, .in_place = problem->in_place};
    size_t times = coll_rabred_scatters(problem->collective) ? (w + (size_t) members - 1) / (size_t) members : 1;

    lane.argument[COLL_RABRED_THRESHOLD] = problem->argument[COLL_RABRED_THRESHOLD];
    lane.blocks = 0 == problem->blocks ? 0 : (coll_rabred_blocks_t) w;
    coll_rabred_cost_elimination(&lane, cost);
    cost->sent *= times;
    cost->reduced *= times;
    cost->copied *= times;
    cost->three_address *= times;
    cost->scratch *= times;
}

void coll_rabred_cost_lanes(const coll_rabred_problem_t *problem, coll_rabred_cost_t *cost)
{
    const coll_rabred_nodes_t *nodes = problem->nodes;
    bool scatters = coll_rabred_scatters(problem->collective), whole = COLL_RABRED_ALLREDUCE == problem->collective;

    if (NULL == nodes) {
        coll_rabred_cost_elimination(problem, cost);
        return;
    }
    size_t L = (size_t) nodes->smallest, n = (size_t) nodes->largest, blocks = problem->blocks;
    if (0 == blocks) {
        blocks = scatters ? (size_t) problem->processes : coll_rabred_algorithms[problem->algorithm].blocks(problem);
    }
    size_t w = (blocks + L - 1) / L;
    cost_of_lane(problem, w, cost);
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

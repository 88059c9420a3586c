/*
 * Times of lanes: inside the nodes by the costs of the node, between them by those of the network.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "clock.h"

void coll_rabred_time_lanes(coll_rabred_clock_t *c)
{
    const coll_rabred_nodes_t *nodes = c->problem->nodes;

    if (NULL != nodes) {
        size_t lanes = (size_t) nodes->smallest;
        c->plan.group = nodes->nodes;
        c->plan.range.count = (coll_rabred_blocks_t) ((coll_rabred_all(c) + lanes - 1) / lanes);
    }
}

/* A round inside the largest node, of n messages of a lane's blocks a process, by the node's costs. */
static void spend_inside(coll_rabred_clock_t *c, uint64_t (*time)(const coll_rabred_clock_t *, size_t, size_t), size_t n)
{
    c->here = &c->machine[COLL_RABRED_NODE];
    c->sharing.messages = c->sharing.port = 1;
    coll_rabred_spend(c, time(c, n, c->plan.range.count));
    coll_rabred_share_among_all(c);
}

static size_t others(const coll_rabred_clock_t *c)
{
    return NULL == c->problem->nodes ? 0 : (size_t) c->problem->nodes->largest - 1;
}

void coll_rabred_time_lanes_scatter(coll_rabred_clock_t *c)
{
    spend_inside(c, coll_rabred_exchanges_time, others(c));
    coll_rabred_spend(c, coll_rabred_product(others(c), coll_rabred_reduce_time(c, c->plan.range.count)));
}

void coll_rabred_time_lanes_allgather(coll_rabred_clock_t *c)
{
    spend_inside(c, coll_rabred_exchanges_time, others(c));
}

/* Lanes whose part is empty give nothing to the root. */
void coll_rabred_time_lanes_gather(coll_rabred_clock_t *c)
{
    const size_t lane = c->plan.range.count, filled = (c->filled + lane - 1) / lane;

    spend_inside(c, coll_rabred_transfers_time, filled <= others(c) ? filled - 1 : others(c));
}

/*
 * What processes of a node do to each other's messages: they share the node's port. Every node counts as one of the largest.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "clock.h"

/* `messages` leave a node in the time of `port` that a process sends; fewer do not make the port faster. */
static void share(coll_rabred_clock_t *c, size_t messages, size_t port)
{
    c->here = c->between;
    c->sharing.messages = messages > port ? messages : 1;
    c->sharing.port = messages > port ? port : 1;
}

static unsigned long long higher(unsigned long long a, unsigned long long b)
{
    return a > b ? a : b;
}

void coll_rabred_know_nodes(coll_rabred_clock_t *c, const coll_rabred_nodes_t *nodes)
{
    const coll_rabred_machine_t *node = &c->machine[COLL_RABRED_NODE], *between = c->between;

    c->nodes = nodes;
    c->slower = *between;
    if (NULL != nodes) {
        c->slower.latency = higher(node->latency, between->latency);
        c->slower.gap = higher(node->gap, between->gap);
        c->slower.exchange = higher(node->exchange, between->exchange);
        c->slower.transfer = higher(node->transfer, between->transfer);
        c->slower.eager_copy = higher(node->eager_copy, between->eager_copy);
        c->slower.handshake = higher(node->handshake, between->handshake);
        c->slower.exchange_handshake = higher(node->exchange_handshake, between->exchange_handshake);
        c->slower.eager = node->eager < between->eager ? node->eager : between->eager;
    }
}

static size_t members(const coll_rabred_clock_t *c)
{
    return NULL == c->nodes ? 1 : (size_t) c->nodes->largest;
}

/* Does the algorithm itself keep messages in the node apart from those between nodes, which all processes of the node send at once? */
static bool keeps_apart(const coll_rabred_clock_t *c)
{
    return NULL != c->problem->nodes;
}

static bool are_mixed(const coll_rabred_clock_t *c)
{
    return NULL != c->nodes && !c->nodes->adjacent;
}

void coll_rabred_share_among_all(coll_rabred_clock_t *c)
{
    size_t p = (size_t) c->problem->processes, k = members(c);

    if (NULL != c->nodes && keeps_apart(c)) {
        share(c, (size_t) c->problem->nodes->smallest, 1);
    } else {
        share(c, k * (p - k), p - 1);
    }
}

void coll_rabred_share_among_neighbours(coll_rabred_clock_t *c)
{
    if (keeps_apart(c) || are_mixed(c)) {
        coll_rabred_share_among_all(c);
    } else {
        share(c, 1, 1);
        c->here = &c->slower;
    }
}

void coll_rabred_share_at(coll_rabred_clock_t *c, int distance, int r)
{
    size_t k = members(c), near = (size_t) distance, far = near * (size_t) r;
    bool nested = near >= k || (0 == k % near && 0 == (far < k ? k % far : far % k));   /* groups in nodes, or nodes in groups */

    if (k < 2 || keeps_apart(c) || are_mixed(c) || (far > k && !nested)) {
        coll_rabred_share_among_all(c);
    } else if (far <= k && !nested) {
        coll_rabred_share_among_neighbours(c);
    } else if (far <= k) {
        share(c, 1, 1);
        c->here = &c->machine[COLL_RABRED_NODE];
    } else {
        share(c, k * (far - (near > k ? near : k)), far - near);
    }
}

void coll_rabred_share_to_one(coll_rabred_clock_t *c, int distance, int r)
{
    coll_rabred_share_at(c, distance, r);
    if (!keeps_apart(c) && !are_mixed(c)) {
        c->sharing.messages = c->sharing.port = 1;
    }
}

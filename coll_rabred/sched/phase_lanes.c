/*
 * Lanes: in a node every process collects one part of the vector; then each part goes through a reduction
 * of its own between the nodes, all at the same time; then the parts are put together again.
 *
 * Traeff & Hunold 2020 (Decomposing MPI Collectives for Exploiting Multi-lane Communication, IEEE Cluster).
 * There are as many lanes as the smallest node has processes; lane j is the j-th process of every node,
 * in rank order, and the phases between the nodes run on it as on any group. Processes beyond are in no
 * lane. Nodes of 2 and 3 processes, parts A and B; A_0-1: part A reduced over ranks 0 to 1:
 *
 *            start     lanes_scatter         combine, route_back    lanes_allgather
 *     P0     A-B_0     B -> P1, A_0-1        A_0-4, with P2         A -> P1
 *     P1     A-B_1     A -> P0, B_0-1        B_0-4, with P3         B -> P0
 *     P2     A-B_2     B -> P3, A_2-4        A_0-4, with P0         A -> P3, P4
 *     P3     A-B_3     A -> P2, B_2-4        B_0-4, with P1         B -> P2, P4
 *     P4     A-B_4     A -> P2, B -> P3
 *
 * Operands meet by node, in rank order inside each: in rank order where the ranks of a node follow each
 * other. lanes, which comes first: sets the group and its lane's range. lanes_scatter: one round; a process
 * sends at most the vector, and with n processes in the node receives and reduces n-1 times its part, of
 * which it keeps that many contributions. lanes_allgather: one round, the part sent n-1 times; lanes_gather,
 * to the root in its node: one round. In reduce_scatter, deliver takes the parts to their owners in one more
 * round between nodes. (Lanes of the owners' blocks would save it; but these lie apart, and all n-1
 * contributions would take the room of the whole vector.)
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

#include <stdlib.h>

coll_rabred_range_t coll_rabred_lane(const coll_rabred_builder_t *b, int lane)
{
    return coll_rabred_part(coll_rabred_whole(b), b->lanes, lane);
}

int coll_rabred_lane_member(const coll_rabred_builder_t *b, int lane, int i)
{
    const coll_rabred_nodes_t *nodes = b->problem->nodes;

    return NULL == b->rank_of ? coll_rabred_member(b, i) : nodes->rank[nodes->start[i] + lane];
}

int coll_rabred_lane_index(const coll_rabred_builder_t *b, int lane, int rank)
{
    const coll_rabred_nodes_t *nodes = b->problem->nodes;

    if (NULL == b->rank_of) {
        return coll_rabred_member_of(b, rank);
    }
    return lane == nodes->place[rank] ? nodes->node[rank] : -1;
}

void coll_rabred_phase_lanes(coll_rabred_builder_t *b)
{
    const coll_rabred_nodes_t *nodes = b->problem->nodes;
    int rank = b->problem->rank;

    if (NULL == nodes) {
        return;
    }
    b->rank_of = calloc((size_t) nodes->nodes, sizeof(*b->rank_of));
    if (NULL == b->rank_of) {
        b->failed = true;
        return;
    }
    int lane = nodes->place[rank] % nodes->smallest;
    b->lanes = nodes->smallest;
    b->range = coll_rabred_lane(b, lane);
    b->group = nodes->nodes;
    b->me = coll_rabred_lane_index(b, lane, rank);
    b->root_member = nodes->node[b->problem->root];
    for (int i = 0; i < b->group; i++) {
        b->rank_of[i] = coll_rabred_lane_member(b, lane, i);
    }
}

/* The processes of the own node: how many, their ranks, and which of them this one is. */
typedef struct {
    int members, me;
    const int *rank;
} peers_t;

static peers_t find_peers(const coll_rabred_builder_t *b)
{
    const coll_rabred_nodes_t *nodes = b->problem->nodes;
    int rank = b->problem->rank;

    if (NULL == b->rank_of) {
        return (peers_t) {1, 0, NULL};
    }
    const int *start = &nodes->start[nodes->node[rank]];
    return (peers_t) {start[1] - start[0], nodes->place[rank], &nodes->rank[start[0]]};
}

void coll_rabred_phase_lanes_scatter(coll_rabred_builder_t *b)
{
    peers_t peers = find_peers(b);

    for (int distance = 1; distance < peers.members && b->me >= 0; distance++) {
        int from = coll_rabred_around(peers.members, peers.me, -distance);
        coll_rabred_recv(b, peers.rank[from], coll_rabred_operand(b, peers.me, from), b->range);
    }
    for (int distance = 1; distance < peers.members; distance++) {
        int to = coll_rabred_around(peers.members, peers.me, distance);
        if (to < b->lanes) {
            coll_rabred_send(b, peers.rank[to], b->value, coll_rabred_lane(b, to), false);
        }
    }
    coll_rabred_end_round(b);
    if (b->me >= 0 && peers.members > 1) {
        coll_rabred_reduce_operands(b, peers.me, peers.members, false);
    }
}

void coll_rabred_phase_lanes_allgather(coll_rabred_builder_t *b)
{
    peers_t peers = find_peers(b);

    coll_rabred_go_to_round(b, b->round - 1);   /* the way back has left lanes_scatter's round free */
    for (int distance = 1; distance < peers.members; distance++) {
        int from = coll_rabred_around(peers.members, peers.me, -distance);
        if (from < b->lanes) {
            coll_rabred_recv(b, peers.rank[from], COLL_RABRED_OUT, coll_rabred_lane(b, from));
        }
    }
    for (int distance = 1; distance < peers.members && b->me >= 0; distance++) {
        int to = coll_rabred_around(peers.members, peers.me, distance);
        coll_rabred_send(b, peers.rank[to], COLL_RABRED_OUT, coll_rabred_lane(b, peers.me), false);
    }
    coll_rabred_end_round(b);
}

void coll_rabred_phase_lanes_gather(coll_rabred_builder_t *b)
{
    peers_t peers = find_peers(b);
    int root = b->problem->root;

    for (int lane = 0; lane < b->lanes && root == b->problem->rank; lane++) {
        if (lane != peers.me) {
            coll_rabred_recv(b, peers.rank[lane], COLL_RABRED_OUT, coll_rabred_lane(b, lane));
        }
    }
    if (root != b->problem->rank && b->me >= 0 && b->me == b->root_member && NULL != b->rank_of) {
        coll_rabred_send(b, root, b->value, coll_rabred_lane(b, peers.me), false);
    }
    coll_rabred_end_round(b);
}

/*
 * Circulant reduce-scatter, allgather and gather: optimal volume in ceil(log2 p) rounds each, at any p.
 * Traeff, arXiv 2410.14234. Process r counts blocks from its own: R[i] is the own block of rank r + i
 * mod p. Skips s_q = p, s_k = ceil(s_k+1 / 2), down to s_0 = 1; for p = 5: 5, 3, 2, 1. Parts A-E:
 *
 *            start    skip 3: D-E to r+3,    skip 2: C to r+2,   skip 1: B to r+1,   allgather 1    2         3
 *                     counted from r         reduced onto A      onto A
 *     P0     A-E_0    D,E ->P3, A,B_0,2      C ->P2, A_0,2,3     B ->P1, A_0-4       B <-P1         C <-P2    D,E <-P3
 *     P1     A-E_1    E,A ->P4, B,C_1,3      D ->P3, B_1,3,4     C ->P2, B_0-4       C <-P2         D <-P3    E,A <-P4
 *
 * Operands meet in cyclic order, another one for every part: for commutative operators. Before: `value`
 * is the input. After circulant_scatter: `value` holds `range`, the own part. circulant_allgather: OUT
 * holds all parts everywhere; circulant_gather: at the root, each process sending once what it has
 * gathered. Every phase takes q rounds; (p-1)/p of the vector sent and received (gather: received by
 * the root); messages of at most two pieces; at odd p one part is copied.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

static int rank_at(const coll_rabred_builder_t *b, int distance)
{
    int processes = b->problem->processes;

    return (int) (((int64_t) b->problem->rank + distance + processes) % processes);
}

/* Lists the parts of ranks first, first+1, .. modulo p, n of them, in rising order. */
static void list_parts(coll_rabred_builder_t *b, int first, int n)
{
    int processes = b->problem->processes;

    for (int rank = 0; rank < processes; rank++) {
        if ((rank - first + processes) % processes < n) {
            coll_rabred_list_range(b, coll_rabred_owned(b->problem, rank));
        }
    }
}

void coll_rabred_phase_circulant_scatter(coll_rabred_builder_t *b)
{
    int processes = b->problem->processes, rank = b->problem->rank;
    int longest = coll_rabred_skip(processes, coll_rabred_ceil_log2(processes) - 1);

    for (int k = coll_rabred_ceil_log2(processes) - 1; k >= 0; k--) {
        int reach = coll_rabred_skip(processes, k), parts = coll_rabred_skip(processes, k + 1) - reach;
        uint32_t from = b->value;
        list_parts(b, rank, parts);
        coll_rabred_recv_reduce_list(b, rank_at(b, -reach), COLL_RABRED_LEFT, false);
        list_parts(b, rank_at(b, reach), parts);
        coll_rabred_send_list(b, rank_at(b, reach), from, true);
        coll_rabred_end_round(b);
        if (reach == longest && parts < longest && b->value != from) {
            /* At odd p the middle part takes no part in the first round; later ones read all from one place. */
            coll_rabred_copy(b, b->value, from, coll_rabred_owned(b->problem, rank_at(b, parts)));
        }
    }
    b->range = coll_rabred_owned(b->problem, rank);
    coll_rabred_settle(b);
    if (coll_rabred_scatters(b->problem->collective)) {
        coll_rabred_copy(b, COLL_RABRED_OUT, b->value, b->range);
    }
}

void coll_rabred_phase_circulant_allgather(coll_rabred_builder_t *b)
{
    int processes = b->problem->processes;

    for (int k = 0; k < coll_rabred_ceil_log2(processes); k++) {
        int reach = coll_rabred_skip(processes, k), parts = coll_rabred_skip(processes, k + 1) - reach;
        list_parts(b, rank_at(b, reach), parts);
        coll_rabred_recv_list(b, rank_at(b, reach), COLL_RABRED_OUT);
        list_parts(b, b->problem->rank, parts);
        coll_rabred_send_list(b, rank_at(b, -reach), COLL_RABRED_OUT, false);
        coll_rabred_end_round(b);
    }
}

/* Where a process stands in the tree of a gather. */
typedef struct {
    int round;                        /* in which it sends; q at the root */
    int parts;                        /* that it sends, or the root ends with */
} place_t;

/* The allgather as the root sees it: in round k it gets what the process s_k behind has by then, and so on. */
static place_t find_place(int processes, int distance)
{
    place_t place = {coll_rabred_ceil_log2(processes), processes};

    while (distance > 0) {
        while (coll_rabred_skip(processes, place.round) > distance) {
            place.round--;
        }
        int reach = coll_rabred_skip(processes, place.round), next = coll_rabred_skip(processes, place.round + 1);
        place.parts = (next < place.parts ? next : place.parts) - reach;
        distance -= reach;
    }
    return place;
}

void coll_rabred_phase_circulant_gather(coll_rabred_builder_t *b)
{
    int processes = b->problem->processes, rank = b->problem->rank;
    place_t place = find_place(processes, (rank - b->problem->root + processes) % processes);

    for (int k = 0; k < coll_rabred_ceil_log2(processes); k++) {
        int reach = coll_rabred_skip(processes, k), next = coll_rabred_skip(processes, k + 1);
        if (k < place.round && reach < place.parts) {
            list_parts(b, rank_at(b, reach), (next < place.parts ? next : place.parts) - reach);
            coll_rabred_recv_list(b, rank_at(b, reach), b->value);
        } else if (k == place.round) {
            list_parts(b, rank, place.parts);
            coll_rabred_send_list(b, rank_at(b, -reach), b->value, false);
        }
        coll_rabred_end_round(b);
    }
}

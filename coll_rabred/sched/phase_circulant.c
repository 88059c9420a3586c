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
 * Operands meet in cyclic order, another one for every part: for commutative operators. As a level of a plan
 * its members are p sibling groups and the vector is their range. Before: `value` holds the range. After
 * circulant: `value` holds the own part. circulant_back: OUT holds all parts everywhere; circulant_gather:
 * at the root's sibling, each other one sending once what it has gathered. circulant_scatter: OUT holds what
 * this process owns. Each takes q rounds; (p-1)/p of the range sent and received (gather: received by
 * the root); messages of at most two pieces; at odd p one part of an input is copied.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

/* Who divides what: the siblings at a level of the plan their range, or all processes the vector by what they own. */
typedef struct {
    int members, me;
    int level;                        /* -1: all processes */
} group_t;

static group_t siblings(const coll_rabred_builder_t *b, int level)
{
    return (group_t) {b->plan.level[level].radix, b->trail[level].slot, level};
}

static int member_at(const group_t *g, int distance)
{
    return coll_rabred_around(g->members, g->me, distance);
}

static int rank_at(const coll_rabred_builder_t *b, const group_t *g, int distance)
{
    int member = member_at(g, distance);

    return g->level < 0 ? member : coll_rabred_sibling(b, g->level, member);
}

/* The parts of n members from `first` on, which follow each other. */
static coll_rabred_range_t parts_of(const coll_rabred_builder_t *b, const group_t *g, int first, int n)
{
    if (g->level >= 0) {
        return coll_rabred_join_parts(b->trail[g->level].range, g->members, first, n);
    }
    coll_rabred_range_t low = coll_rabred_owned(b->problem, first), high = coll_rabred_owned(b->problem, first + n - 1);
    return (coll_rabred_range_t) {low.first, high.first + high.count - low.first};
}

static coll_rabred_range_t part(const coll_rabred_builder_t *b, const group_t *g, int member)
{
    return parts_of(b, g, member, 1);
}

/* Lists n parts in rising order: of the member at this distance, the next one, .. modulo their number. */
static void list_parts(coll_rabred_builder_t *b, const group_t *g, int distance, int n)
{
    int first = member_at(g, distance), wrapped = n > g->members - first ? n - (g->members - first) : 0;

    if (wrapped > 0) {
        coll_rabred_list_range(b, parts_of(b, g, 0, wrapped));
    }
    coll_rabred_list_range(b, parts_of(b, g, first, n - wrapped));
}

static void scatter(coll_rabred_builder_t *b, const group_t *g)
{
    int rounds = coll_rabred_ceil_log2(g->members), longest = coll_rabred_skip(g->members, rounds - 1);

    for (int k = rounds - 1; k >= 0; k--) {
        int reach = coll_rabred_skip(g->members, k), parts = coll_rabred_skip(g->members, k + 1) - reach;
        uint32_t from = b->value;
        list_parts(b, g, 0, parts);
        coll_rabred_take_list(b, rank_at(b, g, -reach), COLL_RABRED_LEFT, false);
        list_parts(b, g, reach, parts);
        coll_rabred_give_list(b, rank_at(b, g, reach), from);
        coll_rabred_end_round(b);
        if (reach == longest && parts < longest && b->value != from) {
            /* Of an odd number the middle part takes no part in the first round; later ones read all from one place. */
            coll_rabred_copy(b, b->value, from, part(b, g, member_at(g, parts)));
        }
    }
    b->range = part(b, g, g->me);
}

void coll_rabred_phase_circulant_scatter(coll_rabred_builder_t *b)
{
    group_t g = {b->problem->processes, b->problem->rank, -1};

    scatter(b, &g);
    coll_rabred_copy(b, COLL_RABRED_OUT, b->value, b->range);
}

void coll_rabred_circulant(coll_rabred_builder_t *b, int level)
{
    group_t g = siblings(b, level);

    scatter(b, &g);
    b->record[b->records++] = (coll_rabred_record_t) {.level = level};
}

void coll_rabred_circulant_back(coll_rabred_builder_t *b, int level)
{
    group_t g = siblings(b, level);

    for (int k = 0; k < coll_rabred_ceil_log2(g.members); k++) {
        int reach = coll_rabred_skip(g.members, k), parts = coll_rabred_skip(g.members, k + 1) - reach;
        list_parts(b, &g, reach, parts);
        coll_rabred_recv_list(b, rank_at(b, &g, reach), COLL_RABRED_OUT);
        list_parts(b, &g, 0, parts);
        coll_rabred_send_list(b, rank_at(b, &g, -reach), COLL_RABRED_OUT, false);
        coll_rabred_end_round(b);
    }
    b->range = b->trail[level].range;
}

/* Where a process stands in the tree of a gather. */
typedef struct {
    int round;                        /* in which it sends; q at the root */
    int parts;                        /* that it sends, or the root ends with */
} place_t;

/* The allgather as the root sees it: in round k it gets what the process s_k behind has by then, and so on. */
static place_t find_place(int members, int distance)
{
    place_t place = {coll_rabred_ceil_log2(members), members};

    while (distance > 0) {
        while (coll_rabred_skip(members, place.round) > distance) {
            place.round--;
        }
        int reach = coll_rabred_skip(members, place.round), next = coll_rabred_skip(members, place.round + 1);
        place.parts = (next < place.parts ? next : place.parts) - reach;
        distance -= reach;
    }
    return place;
}

void coll_rabred_circulant_gather(coll_rabred_builder_t *b, int level, int root)
{
    group_t g = siblings(b, level);
    place_t place = find_place(g.members, (g.me - root + g.members) % g.members);

    for (int k = 0; k < coll_rabred_ceil_log2(g.members); k++) {
        int reach = coll_rabred_skip(g.members, k), next = coll_rabred_skip(g.members, k + 1);
        if (k < place.round && reach < place.parts) {
            list_parts(b, &g, reach, (next < place.parts ? next : place.parts) - reach);
            coll_rabred_recv_list(b, rank_at(b, &g, reach), b->value);
        } else if (k == place.round) {
            list_parts(b, &g, 0, place.parts);
            coll_rabred_send_list(b, rank_at(b, &g, -reach), b->value, false);
        }
        coll_rabred_end_round(b);
    }
    b->range = b->trail[level].range;
}

/*
 * Circulant reduce-scatter, allgather and gather: optimal volume in ceil(log2 p) rounds each, at any p; with radix k, where
 * messages to different processes overlap, in ceil(log_k p) rounds of up to k-1 messages.
 * Traeff, arXiv 2410.14234, where k = 2. Process r counts blocks from its own: R[i] is the own block of rank r + i
 * mod p. Skips s_q = p, s_j = ceil(s_j+1 / k), down to s_0 = 1; for p = 5: 5, 3, 2, 1. What is beyond s_j goes s_j, 2 s_j, .. ahead. Parts A-E:
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
 * the root); messages of at most two pieces; at odd p, k = 2, one part of an input is copied.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

/* Who divides what: the siblings at a level of the plan their range, or all processes the vector by what they own. */
typedef struct {
    int members, me, radix;
    int level;                        /* -1: all processes */
} group_t;

static group_t siblings(const coll_rabred_builder_t *b, int level)
{
    return (group_t) {b->plan.level[level].radix, b->trail[level].slot, b->plan.level[level].skips, level};
}

static int rounds_of(const group_t *g)
{
    return coll_rabred_rounds(g->members, g->radix);
}

static int skip(const group_t *g, int round)
{
    return coll_rabred_skip(g->members, g->radix, round);
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
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

/* n parts, of the member at this distance, the next one, .. modulo their number: in rising order; the first piece may be empty. */
typedef struct {
    coll_rabred_range_t piece[2];
} parts_t;

static parts_t parts_at(const coll_rabred_builder_t *b, const group_t *g, int distance, int n)
{
    const int first = member_at(g, distance), wrapped = n > g->members - first ? n - (g->members - first) : 0;

    return (parts_t) {{wrapped > 0 ? parts_of(b, g, 0, wrapped) : (coll_rabred_range_t) {0, 0}, parts_of(b, g, first, n - wrapped)}};
}

static void list_parts(coll_rabred_builder_t *b, const group_t *g, int distance, int n)
{
    const parts_t parts = parts_at(b, g, distance, n);

    coll_rabred_list_range(b, parts.piece[0]);
    coll_rabred_list_range(b, parts.piece[1]);
}

/* Where a piece of what the process so many skips behind sends is received, beside others of the round. */
static uint32_t operand(const coll_rabred_builder_t *b, int skips, int piece)
{
    return coll_rabred_operand(b, -1, 2 * (skips - 1) + piece);
}

/* Several operands of the first n parts, fewer of the last, arrive in one round, to be reduced after it. */
static void receive_several(coll_rabred_builder_t *b, const group_t *g, int reach, int held)
{
    for (int ahead = reach; ahead < held; ahead += reach) {
        const parts_t parts = parts_at(b, g, 0, smaller(reach, held - ahead));
        for (int i = 0; i < 2; i++) {
            coll_rabred_recv_piece(b, i, rank_at(b, g, -ahead), operand(b, ahead / reach, i), parts.piece[i]);
        }
    }
}

static void reduce_several(coll_rabred_builder_t *b, const group_t *g, int reach, int held)
{
    for (int ahead = reach; ahead < held; ahead += reach) {
        const parts_t parts = parts_at(b, g, 0, smaller(reach, held - ahead));
        const uint32_t into = COLL_RABRED_IN == b->value ? b->work[0] : b->value;
        for (int i = 0; i < 2; i++) {
            coll_rabred_reduce(b, into, operand(b, ahead / reach, i), b->value, parts.piece[i]);
        }
        b->value = into;
    }
}

static void scatter(coll_rabred_builder_t *b, const group_t *g)
{
    const int rounds = rounds_of(g), longest = skip(g, rounds - 1), first = smaller(longest, g->members - longest);

    for (int k = rounds - 1; k >= 0; k--) {
        const int reach = skip(g, k), held = skip(g, k + 1);
        const uint32_t from = b->value;
        const bool several = held > 2 * reach;
        if (several) {
            receive_several(b, g, reach, held);
        } else {
            list_parts(b, g, 0, held - reach);
            coll_rabred_take_list(b, rank_at(b, g, -reach), COLL_RABRED_LEFT, false);
        }
        for (int ahead = reach; ahead < held; ahead += reach) {
            list_parts(b, g, ahead, smaller(reach, held - ahead));
            if (several) {
                coll_rabred_send_list(b, rank_at(b, g, ahead), from, false);
            } else {
                coll_rabred_give_list(b, rank_at(b, g, ahead), from);
            }
        }
        coll_rabred_end_round(b);
        if (several) {
            reduce_several(b, g, reach, held);
        }
        if (reach == longest && first < longest && b->value != from) {
            /* Of an odd number the middle part takes no part in the first round; later ones read all from one place. */
            coll_rabred_copy(b, b->value, from, part(b, g, member_at(g, first)));
        }
    }
    b->range = part(b, g, g->me);
}

void coll_rabred_phase_circulant_scatter(coll_rabred_builder_t *b)
{
    group_t g = {b->problem->processes, b->problem->rank, coll_rabred_radix(b->problem), -1};

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

    for (int k = 0; k < rounds_of(&g); k++) {
        const int reach = skip(&g, k), held = skip(&g, k + 1);
        for (int ahead = reach; ahead < held; ahead += reach) {
            list_parts(b, &g, ahead, smaller(reach, held - ahead));
            coll_rabred_recv_list(b, rank_at(b, &g, ahead), COLL_RABRED_OUT);
        }
        for (int ahead = reach; ahead < held; ahead += reach) {
            list_parts(b, &g, 0, smaller(reach, held - ahead));
            coll_rabred_send_list(b, rank_at(b, &g, -ahead), COLL_RABRED_OUT, false);
        }
        coll_rabred_end_round(b);
    }
    b->range = b->trail[level].range;
}

/* Where a process stands in the tree of a gather. */
typedef struct {
    int round;                        /* in which it sends; q at the root */
    int ahead;                        /* to the process so far before it */
    int parts;                        /* that it sends, or the root ends with */
} place_t;

/* The allgather as the root sees it: in round k it gets what the processes s_k, 2 s_k, .. behind have by then, and so on. */
static place_t find_place(const group_t *g, int distance)
{
    place_t place = {rounds_of(g), 0, g->members};

    while (distance > 0) {
        while (skip(g, place.round) > distance) {
            place.round--;
        }
        const int reach = skip(g, place.round);
        place.ahead = distance / reach * reach;
        place.parts = smaller(smaller(place.ahead + reach, skip(g, place.round + 1)), place.parts) - place.ahead;
        distance -= place.ahead;
    }
    return place;
}

void coll_rabred_circulant_gather(coll_rabred_builder_t *b, int level, int root)
{
    group_t g = siblings(b, level);
    place_t place = find_place(&g, (g.me - root + g.members) % g.members);

    for (int k = 0; k < rounds_of(&g); k++) {
        const int reach = skip(&g, k), end = smaller(skip(&g, k + 1), place.parts);
        for (int ahead = reach; k < place.round && ahead < end; ahead += reach) {
            list_parts(b, &g, ahead, smaller(reach, end - ahead));
            coll_rabred_recv_list(b, rank_at(b, &g, ahead), b->value);
        }
        if (k == place.round) {
            list_parts(b, &g, 0, place.parts);
            coll_rabred_send_list(b, rank_at(b, &g, -place.ahead), b->value, false);
        }
        coll_rabred_end_round(b);
    }
    b->range = b->trail[level].range;
}

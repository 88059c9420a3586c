/*
 * Binary blocks: p as a sum of powers of two, a block of adjacent ranks for each, largest first. Every
 * block halves inside; then each block takes in the next smaller one, whose members send every piece
 * of their range to the member that owns it.
 *
 * Rabenseifner 2004, 3.6 and Fig. 3; Thakur, Rabenseifner & Gropp 2005, 5.2. p = 7, blocks of 4, 2 and
 * 1; segments A-D, after the halvings of each block:
 *
 *     P0 A_0-3 <- A   P4 A-B_4-5 <- A-B    P6 A-D_6
 *     P1 C_0-3 <- C   P5 C-D_4-5 <- C-D
 *     P2 B_0-3 <- B      round 1: P6 to P4 and P5
 *     P3 D_0-3 <- D      round 2: P4 to P0 and P2, P5 to P1 and P3
 *
 * The result goes the same way down, and every block doubles; in reduce_scatter the largest block's members deliver it to its
 * owners (phase_deliver.c). The tree is the canonical T(p). In reduce a root outside the largest block takes rank 0's part in
 * the last combination, and plays rank 0 from there. Before: `value` is the input. After combining: `value` of the largest
 * block's members holds `range` of the result, and in reduce_scatter all have the plan of these. At most 2 ceil(log2 p) rounds, or
 * ceil(log2 p) + 1 in reduce_scatter, with up to as many messages at once as the ratio of two adjacent blocks; 2 B blocks
 * sent, or B, and B reduced.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

typedef struct {
    int number;
    int start[32], exponent[32];      /* first rank, log2 of the size */
    uint32_t combined[32];            /* round in which a block takes in the next one */
} division_t;

static division_t divide(int processes)
{
    division_t d = {.number = 0};

    for (int start = 0; start < processes;) {
        int members = coll_rabred_power_below(processes - start);
        d.start[d.number] = start;
        d.exponent[d.number++] = coll_rabred_ceil_log2(members);
        start += members;
    }
    uint32_t ready = (uint32_t) d.exponent[d.number - 1];
    for (int k = d.number - 2; k >= 0; k--) {
        uint32_t halved = (uint32_t) d.exponent[k];
        d.combined[k] = halved > ready ? halved : ready;
        ready = d.combined[k] + 1;
    }
    return d;
}

static int block_of(const division_t *d, int rank)
{
    int k = 0;

    while (k + 1 < d->number && rank >= d->start[k + 1]) {
        k++;
    }
    return k;
}

/* After halvings nearest neighbour first, a position's bits are those of the member reversed. */
static int reversed(int bits, int exponent)
{
    int result = 0;

    for (int i = 0; i < exponent; i++) {
        result |= (bits >> i & 1) << (exponent - 1 - i);
    }
    return result;
}

static int rank_at(const division_t *d, int k, int position)
{
    return d->start[k] + reversed(position, d->exponent[k]);
}

static coll_rabred_range_t range_at(const coll_rabred_builder_t *b, const division_t *d, int k, int position)
{
    coll_rabred_range_t range = coll_rabred_whole(b);

    for (int i = d->exponent[k] - 1; i >= 0; i--) {
        range = coll_rabred_part(range, 2, position >> i & 1);
    }
    return range;
}

/* The last combination sends what rank 0 would get to the root, if that is in another block. */
static bool root_outside(const coll_rabred_builder_t *b, const division_t *d)
{
    return COLL_RABRED_REDUCE == b->problem->collective && block_of(d, b->problem->root) > 0;
}

/* The owners in the larger block k of what this member of block k+1 holds: number, first position. */
static int owners(const division_t *d, int k, int position, int *first)
{
    int ratio = 1 << (d->exponent[k] - d->exponent[k + 1]);

    *first = position * ratio;
    return ratio;
}

static void send_to_larger(coll_rabred_builder_t *b, const division_t *d, int k, int position, uint32_t from)
{
    int first, n = owners(d, k, position, &first);

    for (int x = first; x < first + n; x++) {
        bool to_root = 0 == k && 0 == x && root_outside(b, d);   /* which reduces when it has rank 0's piece, too */
        int to = to_root ? b->problem->root : rank_at(d, k, x);
        if (to != b->problem->rank) {
            coll_rabred_send(b, to, from, range_at(b, d, k, x), !to_root);
        }
    }
}

/* The builder's group and plan become those of block k. */
static void plan_block(coll_rabred_builder_t *b, const division_t *d, int k)
{
    int root = -1;

    b->base = d->start[k];
    b->group = 1 << d->exponent[k];
    b->plan = (coll_rabred_plan_t) {.levels = 0};
    for (int groups = b->group; groups > 1;) {
        groups = coll_rabred_plan_exchange(&b->plan, groups, 2, &root);
    }
}

/* The root reduces rank 0's piece and that of block 1, and goes on as member 0 of the largest block. */
static void become_rank_0(coll_rabred_builder_t *b, const division_t *d)
{
    int owner = rank_at(d, 1, 0), rank = b->problem->rank, k = block_of(d, rank);
    int position = reversed(rank - d->start[k], d->exponent[k]);
    coll_rabred_range_t piece = range_at(b, d, 0, 0), range = coll_rabred_whole(b);
    uint32_t from = b->value;

    if (owner == rank) {
        coll_rabred_recv_reduce(b, 0, piece, COLL_RABRED_LEFT, false);
    } else {
        coll_rabred_recv(b, 0, COLL_RABRED_TMP + 3, piece);
        coll_rabred_recv(b, owner, COLL_RABRED_TMP + 4, piece);
    }
    if (1 == k) {
        send_to_larger(b, d, 0, position, from);
    }
    coll_rabred_end_round(b);
    if (owner != rank) {
        coll_rabred_reduce(b, COLL_RABRED_OUT, COLL_RABRED_TMP + 3, COLL_RABRED_TMP + 4, piece);
        b->value = COLL_RABRED_OUT;
    }
    b->me = b->survived = 0;
    plan_block(b, d, 0);
    for (int i = 0; i < d->exponent[0]; i++) {
        b->trail[i] = (coll_rabred_trail_t) {.split = true, .range = range};
        range = coll_rabred_part(range, 2, 0);
        b->survived++;
    }
    b->range = piece;
    coll_rabred_settle(b);
}

/* A member of block 0 in the last combination, or of any other in its own. */
static void take_in_smaller(coll_rabred_builder_t *b, const division_t *d, int k, int position)
{
    int owner = rank_at(d, k + 1, position >> (d->exponent[k] - d->exponent[k + 1]));

    if (0 == k && 0 == position && root_outside(b, d)) {
        coll_rabred_send(b, b->problem->root, b->value, b->range, rank_at(d, 1, 0) == b->problem->root);
        b->me = -1;
    } else {
        coll_rabred_recv_reduce(b, owner, b->range, COLL_RABRED_RIGHT, false);
    }
    coll_rabred_end_round(b);
}

void coll_rabred_phase_binary_blocks(coll_rabred_builder_t *b)
{
    division_t d = divide(b->problem->processes);
    int rank = b->problem->rank, k = block_of(&d, rank);

    plan_block(b, &d, k);
    b->me = rank - b->base;
    b->halve_above = 0;
    coll_rabred_climb(b);
    int position = reversed(b->me, d.exponent[k]);
    if (k + 1 < d.number) {
        coll_rabred_go_to_round(b, d.combined[k]);
        take_in_smaller(b, &d, k, position);
    }
    if (k > 0) {
        coll_rabred_go_to_round(b, d.combined[k - 1]);
        bool stands_in = root_outside(b, &d) && rank == b->problem->root;
        if (!stands_in || k > 1) {
            send_to_larger(b, &d, k - 1, position, b->value);
            coll_rabred_end_round(b);
        }
        b->me = -1;
        if (stands_in) {
            coll_rabred_go_to_round(b, d.combined[0]);
            become_rank_0(b, &d);
        }
    }
    b->stand_in = root_outside(b, &d) ? b->problem->root : -1;
    coll_rabred_go_to_round(b, (uint32_t) d.exponent[0] + (d.number > 1));
    if (k == 0 && b->me >= 0) {
        coll_rabred_settle(b);
    }
    if (coll_rabred_scatters(b->problem->collective)) {
        plan_block(b, &d, 0);
    }
}

/* The way down: block k gets its ranges from block k-1, sends them on to block k+1, then doubles. */
void coll_rabred_phase_binary_blocks_back(coll_rabred_builder_t *b)
{
    division_t d = divide(b->problem->processes);
    int rank = b->problem->rank, k = block_of(&d, rank), first;
    int position = reversed(rank - d.start[k], d.exponent[k]);
    uint32_t round = b->round + (uint32_t) k;

    if (k > 0) {
        coll_rabred_go_to_round(b, round - 1);
        for (int i = 0, n = owners(&d, k - 1, position, &first); i < n; i++) {
            coll_rabred_recv(b, rank_at(&d, k - 1, first + i), COLL_RABRED_OUT, range_at(b, &d, k - 1, first + i));
        }
        coll_rabred_end_round(b);
    }
    coll_rabred_go_to_round(b, round);
    if (k + 1 < d.number) {
        int owner = position >> (d.exponent[k] - d.exponent[k + 1]);
        coll_rabred_send(b, rank_at(&d, k + 1, owner), COLL_RABRED_OUT, b->range, false);
        coll_rabred_end_round(b);
    }
    coll_rabred_play_back(b, b->round + (uint32_t) d.exponent[k] - 1);
}

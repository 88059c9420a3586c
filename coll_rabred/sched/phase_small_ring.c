/*
 * The small ring: k sibling groups at once, for k = 3, 5, ... Rabenseifner & Traeff 2004, 3.4, with the
 * allgather of Bruck et al. 1997 for whole vectors and for the way back. Members 0, 1, 2 at the same
 * position of three groups, parts A-C of the range:
 *
 *            divided: 2 rounds                    whole: 2 rounds                way back: 2 rounds
 *     0      B -> 1, A_2     C -> 2, A_1          V0 -> 2, V1    V0 -> 1, V2     A -> 2, B    A -> 1, C
 *     1      C -> 2, B_0     A -> 0, B_2          V1 -> 0, V2    V1 -> 2, V0     B -> 0, C    B -> 2, A
 *     2      A -> 0, C_1     B -> 1, C_0          V2 -> 1, V0    V2 -> 0, V1     C -> 1, A    C -> 0, B
 *
 * Reductions wait until all operands are there and follow the canonical tree T(k). Before: `range` and `value`
 * of all k. After: the own part of the range, or all of it. Divided: k-1 rounds, (k-1)/k of the range
 * sent, received and reduced. Whole: ceil(log2 k) rounds, k-1 ranges sent, received and reduced. Way
 * back: ceil(log2 k) rounds, (k-1)/k of the range.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

/* Where contributions are received; and one more. */
enum { SPARE = COLL_RABRED_TMP + 3, SIBLINGS = SPARE + 1 };

uint32_t coll_rabred_operand(const coll_rabred_builder_t *b, int own, int slot)
{
    return own == slot ? b->value : SIBLINGS + (uint32_t) slot;
}

/* A postponed reduction of all operands. `same`: siblings compute the same value, so that every reduction is
   three-address everywhere; else the right operand is the target where it can be. */
typedef struct {
    int own;
    bool same;
    uint32_t spare, final;            /* a buffer with no operand; where the whole shall stand */
} postponed_t;

static uint32_t operand_of(const coll_rabred_builder_t *b, void *context, int slot)
{
    const postponed_t *r = context;

    return coll_rabred_operand(b, r->own, slot);
}

static uint32_t target(const coll_rabred_builder_t *b, void *context, int end, bool whole, uint32_t left, uint32_t right)
{
    postponed_t *r = context;
    uint32_t into = r->same || COLL_RABRED_IN == right ? r->spare : right;

    (void) end;
    if (r->same) {
        r->spare = b->value == right ? left : right;
    }
    return whole ? r->final : into;
}

void coll_rabred_reduce_operands(coll_rabred_builder_t *b, int own, int k, bool same)
{
    postponed_t r = {own, same, SPARE, b->value == b->work[0] ? b->work[1] : b->work[0]};
    const coll_rabred_tree_t tree = {.n = k, .context = &r, .place = operand_of, .target = target};

    b->value = coll_rabred_reduce_node(b, &tree, 0, k);
}

static void exchange_parts(coll_rabred_builder_t *b, int level, int own, int k)
{
    coll_rabred_range_t kept = coll_rabred_part(b->range, k, own);

    for (int stride = 1; stride < k; stride++) {
        int to = (own + stride) % k, from = (own - stride + k) % k;
        coll_rabred_recv(b, coll_rabred_sibling(b, level, from), coll_rabred_operand(b, own, from), kept);
        coll_rabred_send(b, coll_rabred_sibling(b, level, to), b->value, coll_rabred_part(b->range, k, to), false);
        coll_rabred_end_round(b);
    }
    b->range = kept;
}

static void collect_vectors(coll_rabred_builder_t *b, int level, int own, int k)
{
    for (int distance = 1; distance < k; distance *= 2) {
        int held = distance < k - distance ? distance : k - distance;
        int from = (own + distance) % k, to = (own - distance + k) % k;
        for (int i = 0; i < held; i++) {
            coll_rabred_recv_piece(b, i, coll_rabred_sibling(b, level, from), coll_rabred_operand(b, own, (from + i) % k), b->range);
        }
        for (int i = 0; i < held; i++) {
            coll_rabred_send_piece(b, i, coll_rabred_sibling(b, level, to), coll_rabred_operand(b, own, (own + i) % k), b->range, false);
        }
        coll_rabred_end_round(b);
    }
}

void coll_rabred_small_ring(coll_rabred_builder_t *b, int level)
{
    const coll_rabred_trail_t *trail = &b->trail[level];
    int k = b->plan.level[level].radix;

    if (trail->split) {
        exchange_parts(b, level, trail->slot, k);
        b->record[b->records++] = (coll_rabred_record_t) {.level = level};
    } else {
        collect_vectors(b, level, trail->slot, k);
    }
    coll_rabred_reduce_operands(b, trail->slot, k, !trail->split);
}

/* The blocks of parts first .. first+held-1, modulo k, as at most two ranges. */
static int cyclic_parts(coll_rabred_range_t range, int k, int first, int held, coll_rabred_range_t pieces[2])
{
    int wrapped = first + held > k ? first + held - k : 0, n = 0;

    pieces[n++] = coll_rabred_join_parts(range, k, first, held - wrapped);
    if (wrapped > 0) {
        pieces[n++] = coll_rabred_join_parts(range, k, 0, wrapped);
    }
    return n;
}

void coll_rabred_small_ring_back(coll_rabred_builder_t *b, int level)
{
    const coll_rabred_trail_t *trail = &b->trail[level];
    int k = b->plan.level[level].radix, own = trail->slot;
    coll_rabred_range_t pieces[2];

    for (int distance = 1; distance < k; distance *= 2) {
        int held = distance < k - distance ? distance : k - distance;
        int from = (own + distance) % k, to = (own - distance + k) % k;
        for (int i = 0, n = cyclic_parts(trail->range, k, from, held, pieces); i < n; i++) {
            coll_rabred_recv_piece(b, i, coll_rabred_sibling(b, level, from), COLL_RABRED_OUT, pieces[i]);
        }
        for (int i = 0, n = cyclic_parts(trail->range, k, own, held, pieces); i < n; i++) {
            coll_rabred_send_piece(b, i, coll_rabred_sibling(b, level, to), COLL_RABRED_OUT, pieces[i], false);
        }
        coll_rabred_end_round(b);
    }
    b->range = trail->range;
}

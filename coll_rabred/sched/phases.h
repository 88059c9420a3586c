/*
 * The phases that the table's recipes are made of; each is described at the head of its file.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_SCHED_PHASES_H
#define COLL_RABRED_SCHED_PHASES_H

#include "builder.h"

void coll_rabred_phase_linear_reduce(coll_rabred_builder_t *b);
void coll_rabred_phase_linear_broadcast(coll_rabred_builder_t *b);
void coll_rabred_phase_linear_scatter(coll_rabred_builder_t *b);
void coll_rabred_phase_binomial_reduce(coll_rabred_builder_t *b);
void coll_rabred_phase_binomial_broadcast(coll_rabred_builder_t *b);
void coll_rabred_phase_fold(coll_rabred_builder_t *b);
void coll_rabred_phase_fold_halves(coll_rabred_builder_t *b);
void coll_rabred_phase_unfold(coll_rabred_builder_t *b);
void coll_rabred_phase_never_halve(coll_rabred_builder_t *b);
void coll_rabred_phase_always_halve(coll_rabred_builder_t *b);
void coll_rabred_phase_hybrid(coll_rabred_builder_t *b);
void coll_rabred_phase_butterfly(coll_rabred_builder_t *b);
void coll_rabred_phase_overlapping(coll_rabred_builder_t *b);
void coll_rabred_phase_nonoverlapping(coll_rabred_builder_t *b);
void coll_rabred_phase_small_rings(coll_rabred_builder_t *b);
void coll_rabred_phase_circulant(coll_rabred_builder_t *b);
void coll_rabred_phase_butterfly_circulant(coll_rabred_builder_t *b);
void coll_rabred_phase_one_ring(coll_rabred_builder_t *b);
void coll_rabred_phase_direct_exchange(coll_rabred_builder_t *b);
void coll_rabred_phase_factored(coll_rabred_builder_t *b);
void coll_rabred_phase_arrange(coll_rabred_builder_t *b);
void coll_rabred_phase_combine(coll_rabred_builder_t *b);
void coll_rabred_phase_route_back(coll_rabred_builder_t *b);
void coll_rabred_phase_gather(coll_rabred_builder_t *b);
void coll_rabred_phase_binary_blocks(coll_rabred_builder_t *b);
void coll_rabred_phase_binary_blocks_back(coll_rabred_builder_t *b);
void coll_rabred_phase_deliver(coll_rabred_builder_t *b);
void coll_rabred_phase_segments(coll_rabred_builder_t *b);
void coll_rabred_phase_allgather_reduce(coll_rabred_builder_t *b);
void coll_rabred_phase_census(coll_rabred_builder_t *b);
void coll_rabred_phase_circulant_scatter(coll_rabred_builder_t *b);
void coll_rabred_phase_pipelined_circulant(coll_rabred_builder_t *b);
void coll_rabred_phase_two_trees(coll_rabred_builder_t *b);
void coll_rabred_phase_chain(coll_rabred_builder_t *b);
void coll_rabred_phase_recursive_halving(coll_rabred_builder_t *b);
void coll_rabred_phase_doubling_scatter(coll_rabred_builder_t *b);
void coll_rabred_phase_hand_over(coll_rabred_builder_t *b);
void coll_rabred_phase_pairwise(coll_rabred_builder_t *b);
void coll_rabred_phase_ring_allgather(coll_rabred_builder_t *b);
void coll_rabred_phase_direct_gather(coll_rabred_builder_t *b);
void coll_rabred_phase_lanes(coll_rabred_builder_t *b);
void coll_rabred_phase_lanes_scatter(coll_rabred_builder_t *b);
void coll_rabred_phase_lanes_allgather(coll_rabred_builder_t *b);
void coll_rabred_phase_lanes_gather(coll_rabred_builder_t *b);

/* The tree's radix, a power of two; and how many of `radix` nodes of `span` ranks, `first` and those behind it, exist. */
int coll_rabred_tree_radix(const coll_rabred_problem_t *problem);
int coll_rabred_tree_siblings(int processes, int radix, int64_t span, int first);

/* Parts of combine and route_back. `sibling(b, level, slot)` is the rank at this process's position in
   the group that takes `slot` at that level. */
int coll_rabred_sibling(const coll_rabred_builder_t *b, int level, int slot);
int coll_rabred_root_slot(const coll_rabred_builder_t *b, int level);   /* the slot that the root's group takes */
void coll_rabred_record(coll_rabred_builder_t *b, int peer, coll_rabred_range_t range, bool sent);
void coll_rabred_climb(coll_rabred_builder_t *b);   /* combine, but for the last move of the result to OUT */
void coll_rabred_pair(coll_rabred_builder_t *b, int level);             /* two siblings exchange, in one round */
void coll_rabred_triple(coll_rabred_builder_t *b, int level);
void coll_rabred_small_ring(coll_rabred_builder_t *b, int level);
void coll_rabred_direct(coll_rabred_builder_t *b, int level);
bool coll_rabred_direct_leaves(const coll_rabred_builder_t *b, int level);   /* after that level */
/* Where the vector or part of a sibling is received; the own one stands in `value`. */
uint32_t coll_rabred_operand(const coll_rabred_builder_t *b, int own, int slot);
/*
 * value = operand 0 op operand 1 op .. op operand k-1. `same`: siblings compute the same value, so that
 * every reduction is three-address everywhere; else the right operand is the target where it can be.
 */
void coll_rabred_reduce_operands(coll_rabred_builder_t *b, int own, int k, bool same);
/* All records backwards, those of round r in round mirror - r. */
void coll_rabred_play_back(coll_rabred_builder_t *b, uint32_t mirror);
void coll_rabred_small_ring_back(coll_rabred_builder_t *b, int level);
void coll_rabred_direct_back(coll_rabred_builder_t *b, int level);
/* The circulant among siblings, its way back and its part of gather, to the sibling that takes slot `root`. */
void coll_rabred_circulant(coll_rabred_builder_t *b, int level);
void coll_rabred_circulant_back(coll_rabred_builder_t *b, int level);
void coll_rabred_circulant_gather(coll_rabred_builder_t *b, int level, int root);

/* Part of pipelined_circulant: block[k], which the process at this distance behind the root receives in round k of a phase
   of the n-block broadcast, k < ceil(log2 p), counted from the phase's first; and that process's base block. */
void coll_rabred_circulant_blocks(int processes, int distance, int block[COLL_RABRED_LEVELS]);
int coll_rabred_circulant_base(int processes, int distance);

/* The canonical tree T(n) of operands that all stand on this process (phase_tree.c): `place` tells where operand i stands;
   `target`, where the reduction of operands up to end-1, of which the left and right half stand so, shall. */
typedef struct {
    int n;
    void *context;
    uint32_t (*place)(const coll_rabred_builder_t *b, void *context, int i);
    uint32_t (*target)(const coll_rabred_builder_t *b, void *context, int end, bool whole, uint32_t left, uint32_t right);
} coll_rabred_tree_t;

/* Reduces the node of the tree over operands first .. end-1, in b->range; returns where its value stands. */
uint32_t coll_rabred_reduce_node(coll_rabred_builder_t *b, const coll_rabred_tree_t *tree, int first, int end);

/* T(p) of the contributions of all processes: where the contribution of a rank stands or is received; moves the own one
   into a place that is the same on all processes; reduces all of them. */
uint32_t coll_rabred_contribution(const coll_rabred_builder_t *b, int rank);
void coll_rabred_place_own(coll_rabred_builder_t *b);
void coll_rabred_reduce_contributions(coll_rabred_builder_t *b);

/* The range of a lane; the rank of its member i; the member that a rank is, or -1. Without lanes: of the whole group. */
coll_rabred_range_t coll_rabred_lane(const coll_rabred_builder_t *b, int lane);
int coll_rabred_lane_member(const coll_rabred_builder_t *b, int lane, int i);
int coll_rabred_lane_index(const coll_rabred_builder_t *b, int lane, int rank);

void coll_rabred_deliver_places(coll_rabred_builder_t *b);   /* the part of deliver for permuted blocks */
/* A threshold in blocks as one in places, where places hold equally many. */
size_t coll_rabred_threshold_places(size_t threshold, size_t places, size_t blocks);
/* The blocks of members first .. first+members-1 of the group after a fold, with those of their partners. */
coll_rabred_range_t coll_rabred_members_blocks(const coll_rabred_builder_t *b, int first, int members);

#endif

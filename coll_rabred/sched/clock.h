/*
 * What the times of phases are written with. A phase moves a clock on by what it takes, in the model of timing.h, on the
 * process that is last; phases that only plan (plan, group, halve_above of a builder) are run as they are.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_SCHED_CLOCK_H
#define COLL_RABRED_SCHED_CLOCK_H

#include "builder.h"
#include "timing.h"

/* Bytes that cross others, or do not. */
typedef enum { COLL_RABRED_CROSSING, COLL_RABRED_ONE_WAY } coll_rabred_way_t;

struct coll_rabred_clock {
    const coll_rabred_problem_t *problem;
    const coll_rabred_nodes_t *nodes;         /* of the communicator; NULL: a process each, or all are one */
    const coll_rabred_machine_t *machine;     /* [COLL_RABRED_CLASSES] */
    const coll_rabred_machine_t *between;     /* that of messages which leave their node */
    const coll_rabred_machine_t *here;        /* that of the next messages, */
    const coll_rabred_machine_t *beside;      /* and of those of them that stay inside a node where others leave it; or NULL */
    coll_rabred_machine_t inner;              /* `between`, with the latency of a node */
    size_t way;                               /* ranks that messages around have passed, one after the other */
    struct { size_t inside, all; } staying;   /* which are so many of all that a process sends */
    struct { size_t messages, port; } sharing;   /* of so many messages so many fit a node's port at their full rate */
    size_t elements, element;                 /* of the vector; bytes of one. A single one goes to rank 0, and nothing comes back */
    size_t quotient, remainder, filled;       /* elements of a block; blocks with one more, the first; those that hold one, the first */
    coll_rabred_builder_t plan;               /* but for problem, group, pairs, range, plan, halve_above nothing is set */
    uint64_t now;                             /* picoseconds: when all are done */
    uint64_t first;                           /* and group 0 of the plan, which triples make late, or those that a fold made late */
    /* Who was late loses less of it by staying in place than by passing it on, where messages have arrived by then. */
    uint64_t lateness;                        /* of the first members, which others joined, */
    int joined;                               /* and how many these are */
    uint64_t hidden;                          /* by what those who end the call are earlier than the last; */
    uint64_t hidden_in_whole;                 /* or how much of it since the last level that divided its range; */
    uint64_t hidden_to_root;                  /* and those who send to the root's side of a triple */
    /* Of a reduce, or where few elements go to group 0: when the root has met all; when they have through whom the last part comes to it, and how
       long that is on its way, 0: none comes. */
    struct { uint64_t root, chain, way; } meetings;
    bool permuted, tree;                      /* what holds an element went, at some level, to group 0 alone */
    /* Before each level: blocks of the range, of which `split` tells whether they were divided; after all in held[levels]. */
    size_t held[COLL_RABRED_LEVELS + 1];
    bool split[COLL_RABRED_LEVELS];
};

/* Sums and products end at UINT64_MAX, differences a - b at 0. */
uint64_t coll_rabred_sum(uint64_t a, uint64_t b);
uint64_t coll_rabred_difference(uint64_t a, uint64_t b);
uint64_t coll_rabred_product(uint64_t a, uint64_t b);
uint64_t coll_rabred_latest(uint64_t a, uint64_t b);
uint64_t coll_rabred_earliest(uint64_t a, uint64_t b);

/* Picoseconds: of a message of so many blocks that crosses another, of one that goes one way; of n of them that a process
   sends, or receives, at once; of reducing and copying so many blocks. Nothing for no blocks. */
uint64_t coll_rabred_exchange_time(const coll_rabred_clock_t *c, size_t blocks);
uint64_t coll_rabred_transfer_time(const coll_rabred_clock_t *c, size_t blocks);
uint64_t coll_rabred_exchanges_time(const coll_rabred_clock_t *c, size_t n, size_t blocks);
uint64_t coll_rabred_transfers_time(const coll_rabred_clock_t *c, size_t n, size_t blocks);
uint64_t coll_rabred_reduce_time(const coll_rabred_clock_t *c, size_t blocks);
uint64_t coll_rabred_copy_time(const coll_rabred_clock_t *c, size_t blocks);

/* The parts of them: whether a message of so many blocks waits for its receiver; the latency that it hides if it need not, and
   comes early; bytes of the first so many blocks; what a process needs for n further messages of this length. */
bool coll_rabred_is_long(const coll_rabred_clock_t *c, size_t blocks);
uint64_t coll_rabred_hidden_latency(const coll_rabred_clock_t *c, size_t blocks);
size_t coll_rabred_bytes(const coll_rabred_clock_t *c, size_t blocks);
uint64_t coll_rabred_further(const coll_rabred_clock_t *c, size_t n, size_t blocks, coll_rabred_way_t way);

/* Picoseconds for the bytes of so many blocks, through a port that others share. */
uint64_t coll_rabred_wire_time(const coll_rabred_clock_t *c, size_t blocks, coll_rabred_way_t way);

/*
 * Who shares a node's port in the next messages, as far as these leave it; of those that stay the time is that of the node:
 *
 *     among_neighbours   each process to the next in rank order: one leaves
 *     among_all          each to any other, or all others
 *     among_first        as before, but for the first so many ranks, if one node has them
 *     at                 in groups of `distance` times r ranks, each to the r-1 others at multiples of `distance`; where but some of a
 *                        group do so at once, or all to these, how many: SIZE_MAX for all
 *     groups             the same, at the distance of so many equal groups, of those who stay after a fold
 *     up                 the same, one of each group to another, up a tree or down
 *     around             each to those at `distance` and its multiples ahead
 */
void coll_rabred_share_among_neighbours(coll_rabred_clock_t *c);
void coll_rabred_share_among_all(coll_rabred_clock_t *c);
void coll_rabred_share_among_first(coll_rabred_clock_t *c, size_t ranks);
void coll_rabred_share_at(coll_rabred_clock_t *c, int distance, int r, size_t at_once);
void coll_rabred_share_groups(coll_rabred_clock_t *c, int groups, int r, size_t at_once);
void coll_rabred_share_up(coll_rabred_clock_t *c, int distance, int r);
void coll_rabred_share_around(coll_rabred_clock_t *c, size_t distance, size_t partners);

/*
 * On the way from each process to the next in rank order, how many messages leave their node: all but one of the nodes do where
 * ranks of a node are adjacent. What follows stays inside a node; or leaves it with no other at a time.
 */
size_t coll_rabred_crossings(const coll_rabred_clock_t *c);
void coll_rabred_stay_inside(coll_rabred_clock_t *c);
void coll_rabred_cross_alone(coll_rabred_clock_t *c);

/* All blocks of the vector; of what one process owns in reduce_scatter, or one part of as many as there are processes. */
size_t coll_rabred_all(const coll_rabred_clock_t *c);
size_t coll_rabred_own(const coll_rabred_clock_t *c);

/* Moves the clock on; for what comes last, from those that were not the last. */
void coll_rabred_spend(coll_rabred_clock_t *c, uint64_t picoseconds);
void coll_rabred_spend_early(coll_rabred_clock_t *c, uint64_t picoseconds);

/* Blocks of the most that n of k parts of a range have. */
size_t coll_rabred_parts_of(size_t held, int k, int n);

/* The rounds of a ring among so many, in which each sends to all others what is theirs, so many blocks; but for `receivers` of them these are empty. */
uint64_t coll_rabred_ring_time(coll_rabred_clock_t *c, size_t members, size_t receivers, size_t blocks);

/* The rounds of a circulant among k groups, there or back, whose range has `held` blocks. */
uint64_t coll_rabred_circulant_time(coll_rabred_clock_t *c, int k, size_t held, bool reduces);

/* Up the tree of a circulant among k groups, to its root: ranges of `held` blocks, of which each has a part; 0: one block that each
   reduces. */
uint64_t coll_rabred_collect_time(coll_rabred_clock_t *c, int k, size_t held);

/* Adds a round of messages of so many blocks between members at this distance to what is hidden. */
void coll_rabred_hide(coll_rabred_clock_t *c, int distance, size_t blocks);

/* The times of phases, named as these in phases.h. */
void coll_rabred_time_linear_reduce(coll_rabred_clock_t *c);
void coll_rabred_time_linear_broadcast(coll_rabred_clock_t *c);
void coll_rabred_time_linear_scatter(coll_rabred_clock_t *c);
void coll_rabred_time_binomial_reduce(coll_rabred_clock_t *c);
void coll_rabred_time_binomial_broadcast(coll_rabred_clock_t *c);
void coll_rabred_time_fold(coll_rabred_clock_t *c);
void coll_rabred_time_fold_halves(coll_rabred_clock_t *c);
void coll_rabred_time_unfold(coll_rabred_clock_t *c);
void coll_rabred_time_arrange(coll_rabred_clock_t *c);
void coll_rabred_time_combine(coll_rabred_clock_t *c);
void coll_rabred_time_route_back(coll_rabred_clock_t *c);
void coll_rabred_time_gather(coll_rabred_clock_t *c);
void coll_rabred_time_deliver(coll_rabred_clock_t *c);
void coll_rabred_time_binary_blocks(coll_rabred_clock_t *c);
void coll_rabred_time_binary_blocks_back(coll_rabred_clock_t *c);
void coll_rabred_time_segments(coll_rabred_clock_t *c);
void coll_rabred_time_allgather_reduce(coll_rabred_clock_t *c);
void coll_rabred_time_census(coll_rabred_clock_t *c);
void coll_rabred_time_circulant_scatter(coll_rabred_clock_t *c);
void coll_rabred_time_pipelined_circulant(coll_rabred_clock_t *c);
void coll_rabred_time_two_trees(coll_rabred_clock_t *c);
void coll_rabred_time_chain(coll_rabred_clock_t *c);
void coll_rabred_time_recursive_halving(coll_rabred_clock_t *c);
void coll_rabred_time_doubling_scatter(coll_rabred_clock_t *c);
void coll_rabred_time_hand_over(coll_rabred_clock_t *c);
void coll_rabred_time_pairwise(coll_rabred_clock_t *c);
void coll_rabred_time_ring_allgather(coll_rabred_clock_t *c);
void coll_rabred_time_direct_gather(coll_rabred_clock_t *c);
void coll_rabred_time_lanes(coll_rabred_clock_t *c);
void coll_rabred_time_lanes_scatter(coll_rabred_clock_t *c);
void coll_rabred_time_lanes_allgather(coll_rabred_clock_t *c);
void coll_rabred_time_lanes_gather(coll_rabred_clock_t *c);

#endif

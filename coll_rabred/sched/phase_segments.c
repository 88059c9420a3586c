/*
 * Segment dissemination (allreduce, reduce_scatter): in round k everyone sends what it knows to the process 2^k before
 * it and learns what the one 2^k behind it knows; values of nodes of the canonical tree T(p), not of
 * sums so far, so that what a wrap knows twice does no harm.
 *
 * Invariant: before the round with reach c, rank r knows value(v) of every maximal node v of
 * T(p) inside the cyclic interval [r, r+c), a wrap counting as two intervals. p = 5, rank 3, [a-b] the
 * node that covers ranks a to b:
 *
 *            knows             c=1: from 4   c=2: from 0              c=4: from 2
 *     P3     [3]               [4]           [0-1]                    [2-3]
 *     then   [3]               [3] [4]       [3] [4] [0-1]            [0-3] = [0-1] [2-3], [0-4] = [0-3] [4]
 *
 * Rabenseifner & Traeff 2004 end with the question for ceil(log2 p) rounds at any p with operands in
 * order, one bracketing and the same result everywhere. A Bruck allgather with local reduction (their 3.4)
 * has the rounds but sends p-1 vectors; this sends S(p) = O(log^2 p), to our knowledge unpublished:
 * S = 2, 4, 6, 7, 10, 11, 16, 29, 61 at p = 3, 5, 7, 9, 13, 17, 33, 129, 1000.
 *
 * With radix k a process learns in a round from all those 1, 2, .. k-1 times the reach behind it, and the reach
 * grows k-fold: where messages to different processes overlap, fewer rounds take less time, at any p.
 *
 * At p = 2^e o, with radix 2, recursive doubling inside the aligned blocks of 2^e processes comes first (unless doubling is
 * 0), then the above over the o blocks: as many rounds, and e + S(o) vectors; at powers of two nothing else.
 *
 * Reduce has no use for it: pruned to the root it takes the rounds of binomial_tree, of more vectors.
 *
 * Before: `value` is the input. After: OUT holds the result, of the own blocks in reduce_scatter, for which
 * the last round carries only what its receiver owns. ceil(log_k p) rounds of up to k-1 messages.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "cost.h"
#include "phases.h"

#include <string.h>

/* Nodes known at once: at most 2 log2 p in each of two intervals of every reach, and what is computed from them. */
enum { NODES = 4 * COLL_RABRED_LEVELS * (COLL_RABRED_MOST_RADIX + 1) };

/* A node of T(p): ranks first .. end-1; where its value stands. */
typedef struct {
    int first, end;
    uint32_t buffer;
} node_t;

/* Large: handed on by address, and only what is in use is copied. */
typedef struct {
    size_t nodes;
    node_t node[NODES];
} nodes_t;

/* The values that stand on this process, and the temporaries in which one does. */
typedef struct {
    nodes_t list;
    bool taken[NODES];
    size_t values, used;              /* temporaries in which one stands now, or ever stood */
    size_t most;                      /* used: as many as the table states; or, if these are more, as hold values at once */
} known_t;

/* Adds the maximal nodes inside [first, end), from the lowest rank. */
static void add_interval(nodes_t *list, int processes, int first, int end)
{
    while (first < end) {
        int span = 1;
        while (0 == (first & (2 * span - 1)) && span < processes - first
               && (first + 2 * span <= end || end == processes)) {
            span *= 2;
        }
        int behind = first + span < processes ? first + span : processes;
        list->node[list->nodes++] = (node_t) {first, behind, 0};
        first = behind;
    }
}

/* Lists the maximal nodes inside the cyclic interval [rank, rank+reach). */
static void maximal_nodes(nodes_t *list, int processes, int rank, int reach)
{
    list->nodes = 0;
    if (reach >= processes) {
        add_interval(list, processes, 0, processes);
    } else if (rank + reach <= processes) {
        add_interval(list, processes, rank, rank + reach);
    } else {
        add_interval(list, processes, 0, rank + reach - processes);
        add_interval(list, processes, rank, processes);
    }
}

/* True if the node lies inside the cyclic interval [rank, rank+reach). */
static bool inside(const node_t *node, int processes, int rank, int reach)
{
    int from = node->first - rank + (node->first < rank ? processes : 0);

    return from + node->end - node->first <= reach;
}

static node_t *find(nodes_t *list, int first, int end)
{
    for (size_t i = 0; i < list->nodes; i++) {
        if (first == list->node[i].first && end == list->node[i].end) {
            return &list->node[i];
        }
    }
    return NULL;
}

/* The first of so many temporaries, one behind the other, in which no known value stands; any where there are none. */
static size_t free_run(const known_t *known, size_t count)
{
    const size_t wanted = known->values + count, used = wanted > known->used ? wanted : known->used;
    const size_t most = used > known->most ? used : known->most;
    size_t end = 0;

    for (size_t free = 0; free < count && end < most; end++) {
        free = known->taken[end] ? 0 : free + 1;
    }
    return end - count;
}

/* This temporary or, where a known value stands there, the first in which none does; from now on taken. */
static uint32_t take_buffer(known_t *known, size_t buffer)
{
    buffer = known->taken[buffer] ? free_run(known, 1) : buffer;
    known->taken[buffer] = true;
    known->values++;
    known->used = buffer < known->used ? known->used : buffer + 1;
    return COLL_RABRED_TMP + (uint32_t) buffer;
}

static void add(known_t *known, int first, int end, uint32_t buffer)
{
    known->list.node[known->list.nodes++] = (node_t) {first, end, buffer};
}

/* Forgets all values but these, which are among them. */
static void keep(known_t *known, const nodes_t *list)
{
    for (size_t i = 0; i < known->list.nodes; i++) {
        uint32_t buffer = known->list.node[i].buffer;
        if (buffer >= COLL_RABRED_TMP) {
            known->taken[buffer - COLL_RABRED_TMP] = false;
        }
    }
    known->list.nodes = known->values = 0;
    for (size_t i = 0; i < list->nodes; i++) {
        const node_t *node = &list->node[i];
        add(known, node->first, node->end, node->buffer);
        if (node->buffer >= COLL_RABRED_TMP) {
            known->taken[node->buffer - COLL_RABRED_TMP] = true;
            known->values++;
        }
    }
}

/* Adds the value of a node in b->range, reduced from known ones, left before right; to OUT if it is all there is. */
static uint32_t compute(coll_rabred_builder_t *b, known_t *known, int first, int end)
{
    const node_t *there = find(&known->list, first, end);

    if (NULL != there) {
        return there->buffer;
    }
    int half = coll_rabred_power_below(end - first - 1);
    uint32_t left = compute(b, known, first, first + half), right = compute(b, known, first + half, end);
    bool whole = end - first == b->problem->processes;
    uint32_t into = whole && !b->problem->in_place ? COLL_RABRED_OUT : take_buffer(known, 0);
    coll_rabred_reduce(b, into, left, right, b->range);
    add(known, first, end, into);
    return into;
}

/* The first rank of the aligned block of `unit` processes in which a rank stands, once around. */
static int block_of(const coll_rabred_builder_t *b, int rank, int unit)
{
    int processes = b->problem->processes, turned = (rank + processes) % processes;

    return turned - turned % unit;
}

/* Lists what process `from` knows and process `to` does not. (Nothing of it comes from nearer ones: a wrap ends among what
   `to` knows itself.) */
static void list_message(const coll_rabred_builder_t *b, nodes_t *message, int unit, int reach, int from, int to)
{
    const int processes = b->problem->processes;
    size_t unknown = 0;

    maximal_nodes(message, processes, block_of(b, from, unit), reach);
    for (size_t i = 0; i < message->nodes; i++) {
        if (!inside(&message->node[i], processes, block_of(b, to, unit), reach)) {
            message->node[unknown++] = message->node[i];
        }
    }
    message->nodes = unknown;
}

/* Takes in what the process `distance` = i * reach behind this one knows and this one does not: side by side, as it travels. */
static void receive(coll_rabred_builder_t *b, known_t *known, int unit, int reach, int distance)
{
    int rank = b->problem->rank, from = (rank + distance) % b->problem->processes;
    nodes_t theirs;

    list_message(b, &theirs, unit, reach, from, rank);
    const size_t first = free_run(known, theirs.nodes);
    for (size_t i = 0; i < theirs.nodes; i++) {
        uint32_t buffer = take_buffer(known, first + i);
        coll_rabred_recv_piece(b, (int) i, from, buffer, b->range);
        add(known, theirs.node[i].first, theirs.node[i].end, buffer);
    }
}

/* The other end of that, for the process `distance` before this one: of the blocks that it owns where these are
   `wanted`, else of all. */
static void send(coll_rabred_builder_t *b, known_t *known, int unit, int reach, int distance, bool wanted)
{
    int processes = b->problem->processes, rank = b->problem->rank, to = (rank - distance + processes) % processes;
    coll_rabred_range_t given = wanted ? coll_rabred_owned(b->problem, to) : coll_rabred_whole(b);
    nodes_t ours;

    list_message(b, &ours, unit, reach, rank, to);
    for (size_t i = 0; i < ours.nodes; i++) {
        const node_t *node = &ours.node[i];
        coll_rabred_send_piece(b, (int) i, to, find(&known->list, node->first, node->end)->buffer, given, false);
    }
}

/* Ranges of the last round of a reduce_scatter are of what its receiver owns. */
static bool set_range(coll_rabred_builder_t *b, int next_reach)
{
    bool last = next_reach >= b->problem->processes && coll_rabred_scatters(b->problem->collective);

    b->range = last ? coll_rabred_owned(b->problem, b->problem->rank) : coll_rabred_whole(b);
    return last;
}

/* Recursive doubling inside the block, which is a node of T(p). */
static void double_inside(coll_rabred_builder_t *b, known_t *known, int unit)
{
    int rank = b->problem->rank;

    for (int reach = 1; reach < unit; reach *= 2) {
        int peer = rank ^ reach, first = peer & ~(reach - 1);
        bool last = set_range(b, 2 * reach);
        uint32_t theirs = take_buffer(known, 0);
        coll_rabred_recv(b, peer, theirs, b->range);
        coll_rabred_send(b, peer, known->list.node[0].buffer, last ? coll_rabred_owned(b->problem, peer) : b->range, false);
        coll_rabred_end_round(b);
        add(known, first, first + reach, theirs);
        first = rank & ~(2 * reach - 1);
        keep(known, &(nodes_t) {1, {{first, first + 2 * reach, compute(b, known, first, first + 2 * reach)}}});
    }
}

void coll_rabred_phase_segments(coll_rabred_builder_t *b)
{
    const size_t *argument = b->problem->argument;
    int processes = b->problem->processes, rank = b->problem->rank;
    int radix = coll_rabred_radix(b->problem);
    int unit = 1 == argument[COLL_RABRED_DOUBLING] && 2 == radix ? processes & -processes : 1;
    coll_rabred_cost_t stated;
    known_t known;
    nodes_t next;

    known.list.nodes = known.values = known.used = 0;
    coll_rabred_cost_segment_dissemination(b->problem, &stated);
    known.most = stated.scratch / b->problem->blocks < NODES ? stated.scratch / b->problem->blocks : NODES;
    memset(known.taken, 0, sizeof(known.taken));
    add(&known, rank, rank + 1, b->value);
    double_inside(b, &known, unit);
    for (int reach = unit, next_reach; reach < processes; reach = next_reach) {
        next_reach = reach > (processes - 1) / radix ? processes : radix * reach;
        bool last = set_range(b, next_reach);
        for (int distance = reach; distance < next_reach; distance += reach) {
            receive(b, &known, unit, reach, distance);
        }
        for (int distance = reach; distance < next_reach; distance += reach) {
            send(b, &known, unit, reach, distance, last);
        }
        coll_rabred_end_round(b);
        maximal_nodes(&next, processes, block_of(b, rank, unit), next_reach);
        for (size_t i = 0; i < next.nodes; i++) {
            next.node[i].buffer = compute(b, &known, next.node[i].first, next.node[i].end);
        }
        keep(&known, &next);
    }
    b->value = known.list.node[0].buffer;
    if (COLL_RABRED_OUT != b->value) {
        coll_rabred_copy(b, COLL_RABRED_OUT, b->value, b->range);
        b->value = COLL_RABRED_OUT;
    }
}

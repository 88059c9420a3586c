/*
 * The algorithms, one line each. Parameters and their help, the proofs, the tests under mpirun, the
 * default rules' candidates and the benchmark rows all follow from this table.
 *
 * To add an algorithm made of existing phases, add a line; a new phase is one file, one prototype in
 * phases.h and one word in Makefile.am.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "clock.h"
#include "cost.h"
#include "phases.h"

#define PHASE(name) {coll_rabred_phase_##name, coll_rabred_time_##name}
#define PLAN(name) {coll_rabred_phase_##name, NULL}   /* sends nothing */

enum { ALLREDUCE = COLL_RABRED_ALLREDUCE, REDUCE = COLL_RABRED_REDUCE, REDUCE_SCATTER = COLL_RABRED_REDUCE_SCATTER };
enum { EVERYTHING_BUT_TREE = COLL_RABRED_SAME | COLL_RABRED_ORDERED | COLL_RABRED_ONE_BRACKETING,
       EVERYTHING = EVERYTHING_BUT_TREE | COLL_RABRED_CANONICAL };

/* The papers' hybrid: halve down to a threshold, then exchange whole ranges. */
enum { HYBRID = 1u << COLL_RABRED_THRESHOLD | 1u << COLL_RABRED_PERMUTED };

enum { PIPELINE = 1u << COLL_RABRED_PIECES };   /* of one block a piece */

enum { SEGMENTS = 1u << COLL_RABRED_RADIX | 1u << COLL_RABRED_DOUBLING, TREE = 1u << COLL_RABRED_RADIX | COLL_RABRED_RADIX_OF_TWO };

static coll_rabred_blocks_t one(const coll_rabred_problem_t *problem)
{
    (void) problem;
    return 1;
}

static coll_rabred_blocks_t one_a_process(const coll_rabred_problem_t *problem)
{
    return (coll_rabred_blocks_t) problem->processes;
}

static coll_rabred_blocks_t power_below(const coll_rabred_problem_t *problem)
{
    return (coll_rabred_blocks_t) coll_rabred_power_below(problem->processes);
}

/* As many as members stay after all levels of phase_plan.c's factored plan. */
static coll_rabred_blocks_t factored(const coll_rabred_problem_t *problem)
{
    int rest = problem->processes, divided = 1;

    for (int radix = 2; radix <= 5; radix++) {
        for (; 0 == rest % radix && radix != 4; rest /= radix) {
            divided *= radix;
        }
    }
    return (coll_rabred_blocks_t) divided * (coll_rabred_blocks_t) coll_rabred_power_below(rest);
}

/* For every lane of phase_lanes.c as many as members stay. */
static coll_rabred_blocks_t lanes(const coll_rabred_problem_t *problem)
{
    return NULL == problem->nodes ? power_below(problem)
                                  : (coll_rabred_blocks_t) (problem->nodes->smallest * coll_rabred_power_below(problem->nodes->nodes));
}

/* All members of a lane stay. */
static coll_rabred_blocks_t direct_lanes(const coll_rabred_problem_t *problem)
{
    return NULL == problem->nodes ? one_a_process(problem) : (coll_rabred_blocks_t) (problem->nodes->smallest * problem->nodes->nodes);
}

const coll_rabred_algorithm_t coll_rabred_algorithms[] = {
    {.name = "linear", .summary = "one process reduces all vectors in turn; the reference",
     .promises = EVERYTHING_BUT_TREE, .blocks = one, .cost = coll_rabred_cost_linear,
     .phases = {[ALLREDUCE] = {PHASE(linear_reduce), PHASE(linear_broadcast)},
                [REDUCE] = {PHASE(linear_reduce)},
                [REDUCE_SCATTER] = {PHASE(linear_reduce), PHASE(linear_scatter)}}},
    {.name = "binomial_tree",
     .summary = "few rounds of whole vectors up a tree, and down again for allreduce (Rabenseifner 2004, 3.3)",
     .promises = EVERYTHING, .arguments = TREE, .blocks = one, .cost = coll_rabred_cost_binomial_tree,
     .phases = {[ALLREDUCE] = {PHASE(binomial_reduce), PHASE(binomial_broadcast)},
                [REDUCE] = {PHASE(binomial_reduce)}}},
    {.name = "recursive_doubling",
     .summary = "few rounds of whole vectors, for short ones (Rabenseifner 2004, 3.4; Thakur, Rabenseifner & Gropp 2005, 4.4)",
     .promises = EVERYTHING_BUT_TREE, .blocks = one, .cost = coll_rabred_cost_recursive_doubling,
     .phases = {[ALLREDUCE] = {PHASE(fold), PLAN(never_halve), PLAN(butterfly), PHASE(combine), PHASE(unfold)},
                [REDUCE_SCATTER] = {PHASE(fold), PHASE(doubling_scatter), PHASE(hand_over)}}},
    {.name = "halving_doubling", .summary = "halves, quarters, ... and back, for long vectors (Rabenseifner 2004, 3.5)",
     .promises = EVERYTHING_BUT_TREE, .blocks = power_below, .cost = coll_rabred_cost_halving_doubling,
     .phases = {[ALLREDUCE] = {PHASE(fold_halves), PLAN(always_halve), PLAN(butterfly), PHASE(combine),
                               PHASE(route_back), PHASE(unfold)},
                [REDUCE] = {PHASE(fold_halves), PLAN(always_halve), PLAN(butterfly), PHASE(combine), PHASE(gather)}}},
    {.name = "binary_blocks",
     .summary = "halving in blocks of powers of two that take each other in, for long vectors (Rabenseifner 2004, 3.6)",
     .promises = EVERYTHING, .blocks = power_below, .cost = coll_rabred_cost_binary_blocks,
     .phases = {[ALLREDUCE] = {PHASE(binary_blocks), PHASE(binary_blocks_back)},
                [REDUCE] = {PHASE(binary_blocks), PHASE(gather)},
                [REDUCE_SCATTER] = {PHASE(binary_blocks), PHASE(deliver)}}},
    {.name = "ring",
     .summary = "one part of the vector a process and round, for long vectors at few processes (Rabenseifner 2004, 3.7)",
     .promises = EVERYTHING, .blocks = one_a_process, .cost = coll_rabred_cost_ring,
     .phases = {[ALLREDUCE] = {PHASE(pairwise), PHASE(ring_allgather)},
                [REDUCE] = {PHASE(pairwise), PHASE(direct_gather)},
                [REDUCE_SCATTER] = {PHASE(pairwise)}}},
    {.name = "butterfly_mirror",
     .summary = "halves in mirrored places, then delivers them to the owners, for any operator (Traeff 2005)",
     .promises = EVERYTHING_BUT_TREE, .blocks = one_a_process, .cost = coll_rabred_cost_butterfly_mirror,
     .phases = {[REDUCE_SCATTER] = {PHASE(fold), PLAN(always_halve), PLAN(butterfly), PHASE(combine), PHASE(deliver)}}},
    {.name = "butterfly",
     .summary = "halving down to the threshold, then doubling, at powers of two (Rabenseifner & Traeff 2004, 2)",
     .promises = EVERYTHING, .arguments = HYBRID, .needs = COLL_RABRED_POWER_OF_TWO, .instead = "elimination_overlapping",
     .blocks = power_below, .cost = coll_rabred_cost_elimination,
     .phases = {[ALLREDUCE] = {PLAN(hybrid), PLAN(butterfly), PHASE(combine), PHASE(route_back)},
                [REDUCE] = {PLAN(hybrid), PLAN(butterfly), PHASE(combine), PHASE(gather)},
                [REDUCE_SCATTER] = {PLAN(hybrid), PLAN(butterfly), PHASE(arrange), PHASE(combine), PHASE(deliver)}}},
    {.name = "recursive_halving",
     .summary = "halves to the owners' side, commutative operators only (Thakur, Rabenseifner & Gropp 2005, 4.4)",
     .promises = COLL_RABRED_SAME, .needs = COLL_RABRED_COMMUTATIVE, .instead = "elimination_overlapping",
     .blocks = one_a_process, .cost = coll_rabred_cost_recursive_halving,
     .phases = {[REDUCE_SCATTER] = {PHASE(fold), PHASE(recursive_halving), PHASE(hand_over)}}},
    {.name = "elimination_overlapping",
     .summary = "butterfly at any number of processes, three becoming two as soon as needed (Rabenseifner & Traeff 2004, 3.2)",
     .promises = EVERYTHING_BUT_TREE, .arguments = HYBRID, .blocks = power_below, .cost = coll_rabred_cost_elimination,
     .phases = {[ALLREDUCE] = {PLAN(hybrid), PLAN(overlapping), PHASE(combine), PHASE(route_back)},
                [REDUCE] = {PLAN(hybrid), PLAN(overlapping), PHASE(combine), PHASE(gather)},
                [REDUCE_SCATTER] = {PLAN(hybrid), PLAN(overlapping), PHASE(arrange), PHASE(combine), PHASE(deliver)}}},
    {.name = "elimination_nonoverlapping",
     .summary = "butterfly at any number of processes, all excess leaving at once (Rabenseifner & Traeff 2004, 3.3)",
     .promises = EVERYTHING_BUT_TREE, .arguments = HYBRID, .blocks = power_below, .cost = coll_rabred_cost_elimination,
     .phases = {[ALLREDUCE] = {PLAN(hybrid), PLAN(nonoverlapping), PHASE(combine), PHASE(route_back)},
                [REDUCE] = {PLAN(hybrid), PLAN(nonoverlapping), PHASE(combine), PHASE(gather)},
                [REDUCE_SCATTER] = {PLAN(hybrid), PLAN(nonoverlapping), PHASE(arrange), PHASE(combine), PHASE(deliver)}}},
    {.name = "small_ring",
     .summary = "butterfly, then rings of r groups, at r^h 2^e processes (Rabenseifner & Traeff 2004, 3.4)",
     .promises = EVERYTHING_BUT_TREE, .arguments = HYBRID, .blocks = one_a_process, .cost = coll_rabred_cost_small_ring,
     .phases = {[ALLREDUCE] = {PLAN(hybrid), PLAN(small_rings), PHASE(combine), PHASE(route_back)},
                [REDUCE] = {PLAN(hybrid), PLAN(small_rings), PHASE(combine), PHASE(gather)},
                [REDUCE_SCATTER] = {PLAN(hybrid), PLAN(small_rings), PHASE(arrange), PHASE(combine), PHASE(deliver)}}},
    {.name = "ordered_pairwise",
     .summary = "butterfly, then one ring of all groups, at o 2^e processes, least volume by the canonical tree",
     .promises = EVERYTHING, .arguments = HYBRID, .blocks = one_a_process, .cost = coll_rabred_cost_ordered_pairwise,
     .phases = {[ALLREDUCE] = {PLAN(hybrid), PLAN(one_ring), PHASE(combine), PHASE(route_back)},
                [REDUCE] = {PLAN(hybrid), PLAN(one_ring), PHASE(combine), PHASE(gather)},
                [REDUCE_SCATTER] = {PLAN(hybrid), PLAN(one_ring), PHASE(arrange), PHASE(combine), PHASE(deliver)}}},
    {.name = "factored",
     .summary = "butterfly, rings of 3 and 5 groups, elimination for the rest (Rabenseifner & Traeff 2004, 3.6)",
     .promises = EVERYTHING_BUT_TREE, .arguments = HYBRID, .blocks = factored, .cost = coll_rabred_cost_factored,
     .phases = {[ALLREDUCE] = {PLAN(hybrid), PLAN(factored), PHASE(combine), PHASE(route_back)},
                [REDUCE] = {PLAN(hybrid), PLAN(factored), PHASE(combine), PHASE(gather)},
                [REDUCE_SCATTER] = {PLAN(hybrid), PLAN(factored), PHASE(arrange), PHASE(combine), PHASE(deliver)}}},
    {.name = "direct_exchange",
     .summary = "each with all others at once, or by factors of the number of processes, where messages overlap",
     .promises = EVERYTHING_BUT_TREE, .arguments = HYBRID | 1u << COLL_RABRED_RADIX, .blocks = one_a_process,
     .cost = coll_rabred_cost_direct_exchange,
     .phases = {[ALLREDUCE] = {PLAN(hybrid), PLAN(direct_exchange), PHASE(combine), PHASE(route_back)},
                [REDUCE] = {PLAN(hybrid), PLAN(direct_exchange), PHASE(combine), PHASE(gather)},
                [REDUCE_SCATTER] = {PLAN(hybrid), PLAN(direct_exchange), PHASE(arrange), PHASE(combine), PHASE(deliver)}}},
    {.name = "circulant",
     .summary = "few rounds at any number of processes, commutative operators only, for long vectors (Traeff 2024, arXiv 2410.14234)",
     .promises = COLL_RABRED_SAME, .needs = COLL_RABRED_COMMUTATIVE, .instead = "elimination_overlapping",
     .arguments = 1u << COLL_RABRED_RADIX, .blocks = one_a_process, .cost = coll_rabred_cost_circulant,
     .phases = {[ALLREDUCE] = {PLAN(always_halve), PLAN(circulant), PHASE(combine), PHASE(route_back)},
                [REDUCE] = {PLAN(always_halve), PLAN(circulant), PHASE(combine), PHASE(gather)},
                [REDUCE_SCATTER] = {PHASE(circulant_scatter)}}},
    {.name = "pipelined_circulant",
     .summary = "optimal volume and rounds in many pieces, commutative operators only, for very long vectors (Traeff, doi 10.1145/3735139)",
     .promises = COLL_RABRED_SAME, .needs = COLL_RABRED_COMMUTATIVE, .instead = "pipelined_two_trees", .arguments = PIPELINE,
     .blocks = one, .cost = coll_rabred_cost_pipelined_circulant,
     .phases = {[REDUCE] = {PHASE(pipelined_circulant)}}},
    {.name = "pipelined_two_trees",
     .summary = "the vector in many pieces up two trees numbered in rank order, for very long vectors (Sanders, Speck & Traeff 2009)",
     .promises = COLL_RABRED_SAME | COLL_RABRED_ORDERED, .arguments = PIPELINE,
     .blocks = one, .cost = coll_rabred_cost_pipelined_two_trees,
     .phases = {[REDUCE] = {PHASE(two_trees)}}},
    {.name = "pipelined_chain",
     .summary = "the vector in many pieces from process to process, commutative operators only, for very long vectors at few processes",
     .promises = COLL_RABRED_SAME, .needs = COLL_RABRED_COMMUTATIVE, .instead = "pipelined_two_trees", .arguments = PIPELINE,
     .blocks = one, .cost = coll_rabred_cost_pipelined_chain,
     .phases = {[REDUCE] = {PHASE(chain)}}},
    {.name = "butterfly_circulant",
     .summary = "butterfly, then circulant for all groups, at o 2^e processes, commutative operators only, for long vectors",
     .promises = COLL_RABRED_SAME, .needs = COLL_RABRED_COMMUTATIVE, .instead = "elimination_overlapping",
     .blocks = one_a_process, .cost = coll_rabred_cost_butterfly_circulant,
     .phases = {[ALLREDUCE] = {PLAN(always_halve), PLAN(butterfly_circulant), PHASE(combine), PHASE(route_back)},
                [REDUCE] = {PLAN(always_halve), PLAN(butterfly_circulant), PHASE(combine), PHASE(gather)}}},
    {.name = "segment_dissemination",
     .summary = "fewest rounds at any number of processes, of a few whole vectors, for any operator",
     .promises = EVERYTHING, .arguments = SEGMENTS, .blocks = one, .cost = coll_rabred_cost_segment_dissemination,
     .phases = {[ALLREDUCE] = {PHASE(segments)},
                [REDUCE_SCATTER] = {PHASE(segments)}}},
    {.name = "allgather_reduce",
     .summary = "all vectors to all in the fewest rounds, and each reduces for itself: for tiny ones (Rabenseifner & Traeff 2004, 3.4)",
     .promises = EVERYTHING, .blocks = one, .cost = coll_rabred_cost_allgather_reduce,
     .phases = {[ALLREDUCE] = {PHASE(allgather_reduce)}}},
    {.name = "census",
     .summary = "fewest rounds of whole vectors at any number of processes, for integers and the like (Bar-Noy, Kipnis & Schieber 1993)",
     .promises = COLL_RABRED_SAME, .needs = COLL_RABRED_COMMUTATIVE | COLL_RABRED_EXACT, .instead = "recursive_doubling",
     .blocks = one, .cost = coll_rabred_cost_census,
     .phases = {[ALLREDUCE] = {PHASE(census)}}},
    {.name = "lanes",
     .summary = "a part of the vector for each process of a node, all between the nodes at once (Traeff & Hunold 2020)",
     .promises = EVERYTHING_BUT_TREE, .arguments = 1u << COLL_RABRED_THRESHOLD, .needs = COLL_RABRED_NODES,
     .instead = "elimination_overlapping", .blocks = lanes, .cost = coll_rabred_cost_lanes,
     .phases = {[ALLREDUCE] = {PHASE(lanes), PLAN(hybrid), PLAN(overlapping), PHASE(lanes_scatter), PHASE(combine),
                               PHASE(route_back), PHASE(lanes_allgather)},
                [REDUCE] = {PHASE(lanes), PLAN(hybrid), PLAN(overlapping), PHASE(lanes_scatter), PHASE(combine),
                            PHASE(gather), PHASE(lanes_gather)},
                [REDUCE_SCATTER] = {PHASE(lanes), PLAN(hybrid), PLAN(overlapping), PHASE(lanes_scatter), PHASE(combine),
                                    PHASE(deliver)}}},
    {.name = "direct_lanes",
     .summary = "lanes, whose processes on all nodes exchange at once, or by factors of the number of nodes, where messages overlap",
     .promises = EVERYTHING_BUT_TREE, .arguments = 1u << COLL_RABRED_THRESHOLD | 1u << COLL_RABRED_RADIX, .needs = COLL_RABRED_NODES,
     .instead = "direct_exchange", .blocks = direct_lanes, .cost = coll_rabred_cost_direct_lanes,
     .phases = {[ALLREDUCE] = {PHASE(lanes), PLAN(hybrid), PLAN(direct_exchange), PHASE(lanes_scatter), PHASE(combine),
                               PHASE(route_back), PHASE(lanes_allgather)},
                [REDUCE] = {PHASE(lanes), PLAN(hybrid), PLAN(direct_exchange), PHASE(lanes_scatter), PHASE(combine),
                            PHASE(gather), PHASE(lanes_gather)},
                [REDUCE_SCATTER] = {PHASE(lanes), PLAN(hybrid), PLAN(direct_exchange), PHASE(lanes_scatter), PHASE(combine),
                                    PHASE(deliver)}}},
    {.name = NULL}
};

const char *const coll_rabred_collective_names[COLL_RABRED_COLLECTIVES] = {
    "allreduce", "reduce", "reduce_scatter", "reduce_scatter_block"
};

const coll_rabred_argument_t coll_rabred_arguments[COLL_RABRED_ARGUMENTS] = {
    [COLL_RABRED_THRESHOLD] = {.name = "threshold", .summary = "halve while a piece is longer than this",
                               /* vectors below a few KiB are a matter of rounds */
                               .otherwise = 1024, .most = SIZE_MAX, .bytes = true},
    [COLL_RABRED_PERMUTED] = {.name = "permuted", .summary = "1: halve the owners' blocks in the order that the halvings "
                                                             "leave; 0: halve in rank order, then deliver",
                              .otherwise = 0, .most = 1, .scatters = true},
    [COLL_RABRED_RADIX] = {.name = "radix", .summary = "processes that meet in a round, each all others of them; if none is given, "
                                                       "all in direct_exchange, else 2; in trees a power of two",
                           .least = 2, .most = COLL_RABRED_MOST_RADIX},
    [COLL_RABRED_DOUBLING] = {.name = "doubling", .summary = "1: at 2^e o processes, radix 2, recursive doubling by 2^e first; 0: not",
                              .otherwise = 1, .most = 1},
    [COLL_RABRED_PIECES] = {.name = "pieces", .summary = "pieces in which the vector is pipelined; 0: as many as its bytes and the processes suggest",
                            .otherwise = 0, .most = COLL_RABRED_MOST_PIECES}
};

const coll_rabred_phase_t *coll_rabred_recipe(const coll_rabred_algorithm_t *algorithm,
                                              coll_rabred_collective_t collective)
{
    return algorithm->phases[COLL_RABRED_REDUCE_SCATTER_BLOCK == collective ? COLL_RABRED_REDUCE_SCATTER : collective];
}

bool coll_rabred_serves(const coll_rabred_algorithm_t *algorithm, coll_rabred_collective_t collective)
{
    return NULL != coll_rabred_recipe(algorithm, collective)->build;
}

bool coll_rabred_takes(const coll_rabred_algorithm_t *algorithm, coll_rabred_collective_t collective, int argument)
{
    return algorithm->arguments & 1u << argument
           && (!coll_rabred_arguments[argument].scatters || coll_rabred_scatters(collective));
}

/* The largest power of two n with n^2 <= 2 (q-1) m / L, L the bytes that travel in the time of a message's latency: at
   most sqrt 2 from where n-1+q rounds of a latency and m/n bytes take the least time. */
static size_t suitable_pieces(int processes, size_t bytes)
{
    enum { LATENCY_BYTES = 16384 };
    size_t q = (size_t) coll_rabred_ceil_log2(processes), pieces = 1;
    size_t square = q < 2 ? 0 : 2 * (q - 1) * (bytes / LATENCY_BYTES);

    while (2 * pieces <= COLL_RABRED_MOST_PIECES && 4 * pieces * pieces <= square) {
        pieces *= 2;
    }
    return pieces;
}

size_t coll_rabred_argument_value(const coll_rabred_problem_t *problem, int argument, size_t value, size_t bytes)
{
    const coll_rabred_algorithm_t *algorithm = &coll_rabred_algorithms[problem->algorithm];

    if (!coll_rabred_takes(algorithm, problem->collective, argument)) {
        return 0;
    }
    if (COLL_RABRED_PIECES == argument && 0 == value) {
        return suitable_pieces(problem->processes, bytes);
    }
    if (!coll_rabred_arguments[argument].bytes) {
        return value;
    }
    const size_t blocks = coll_rabred_own_blocks(problem), block = bytes / blocks;
    return 0 == value ? 0 : 0 == block || value / block > blocks ? blocks : value / block;
}

bool coll_rabred_admits(const coll_rabred_algorithm_t *algorithm, int processes)
{
    return !(algorithm->needs & COLL_RABRED_POWER_OF_TWO) || 0 == (processes & (processes - 1));
}

unsigned coll_rabred_promises(const coll_rabred_problem_t *problem)
{
    const coll_rabred_algorithm_t *algorithm = &coll_rabred_algorithms[problem->algorithm];
    bool mixed = algorithm->needs & COLL_RABRED_NODES && NULL != problem->nodes && !problem->nodes->adjacent;

    return algorithm->promises & ~(mixed ? (unsigned) COLL_RABRED_ORDERED : 0u);
}

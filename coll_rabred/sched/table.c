/*
 * The algorithms, one line each. Parameters and their help, the proofs, the tests under mpirun, the
 * default rules' candidates and the benchmark rows all follow from this table.
 *
 * To add an algorithm made of existing phases, add a line; a new phase is one file, one prototype in
 * builder.h and one word in Makefile.am.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "builder.h"
#include "cost.h"

#define PHASE(name) coll_rabred_phase_##name

enum { ALLREDUCE = COLL_RABRED_ALLREDUCE, REDUCE = COLL_RABRED_REDUCE, REDUCE_SCATTER = COLL_RABRED_REDUCE_SCATTER };
enum { EVERYTHING_BUT_TREE = COLL_RABRED_SAME | COLL_RABRED_ORDERED | COLL_RABRED_ONE_BRACKETING,
       EVERYTHING = EVERYTHING_BUT_TREE | COLL_RABRED_CANONICAL };

static coll_rabred_blocks_t one(int processes)
{
    (void) processes;
    return 1;
}

static coll_rabred_blocks_t one_a_process(int processes)
{
    return (coll_rabred_blocks_t) processes;
}

static coll_rabred_blocks_t power_below(int processes)
{
    return (coll_rabred_blocks_t) coll_rabred_power_below(processes);
}

const coll_rabred_algorithm_t coll_rabred_algorithms[] = {
    {"linear", "one process reduces all vectors in turn; the reference",
     EVERYTHING_BUT_TREE, 0, one, coll_rabred_cost_linear,
     {[ALLREDUCE] = {PHASE(linear_reduce), PHASE(linear_broadcast)},
      [REDUCE] = {PHASE(linear_reduce)},
      [REDUCE_SCATTER] = {PHASE(linear_reduce), PHASE(linear_scatter)}}},
    {"binomial_tree", "few rounds of whole vectors up a tree, and down again for allreduce (Rabenseifner 2004, 3.3)",
     EVERYTHING, 0, one, coll_rabred_cost_binomial_tree,
     {[ALLREDUCE] = {PHASE(binomial_reduce), PHASE(binomial_broadcast)},
      [REDUCE] = {PHASE(binomial_reduce)}}},
    {"recursive_doubling", "few rounds of whole vectors, for short ones (Rabenseifner 2004, 3.4)",
     EVERYTHING_BUT_TREE, 0, one, coll_rabred_cost_recursive_doubling,
     {[ALLREDUCE] = {PHASE(fold), PHASE(exchanges), PHASE(unfold)}}},
    {"halving_doubling", "halves, quarters, ... and back, for long vectors (Rabenseifner 2004, 3.5)",
     EVERYTHING_BUT_TREE, 0, power_below, coll_rabred_cost_halving_doubling,
     {[ALLREDUCE] = {PHASE(fold_halves), PHASE(halving), PHASE(doubling), PHASE(unfold)},
      [REDUCE] = {PHASE(fold_halves), PHASE(halving), PHASE(gather)}}},
    {"ring", "one part of the vector a process and round, for long vectors at few processes (Rabenseifner 2004, 3.7)",
     EVERYTHING, 0, one_a_process, coll_rabred_cost_ring,
     {[ALLREDUCE] = {PHASE(pairwise), PHASE(ring_allgather)},
      [REDUCE] = {PHASE(pairwise), PHASE(direct_gather)},
      [REDUCE_SCATTER] = {PHASE(pairwise)}}},
    {.name = NULL}
};

const char *const coll_rabred_collective_names[COLL_RABRED_COLLECTIVES] = {
    "allreduce", "reduce", "reduce_scatter", "reduce_scatter_block"
};

const char *const coll_rabred_argument_names[COLL_RABRED_ARGUMENTS] = {"threshold"};

const coll_rabred_phase_t *coll_rabred_recipe(const coll_rabred_algorithm_t *algorithm,
                                              coll_rabred_collective_t collective)
{
    return algorithm->phases[COLL_RABRED_REDUCE_SCATTER_BLOCK == collective ? COLL_RABRED_REDUCE_SCATTER : collective];
}

/*
 * What others would run, in the same model: algorithms of coll/tuned, HAN's flat part and MPICH that rabred's table does not
 * have, by formulas. Those that it has (recursive doubling, ring, halving and doubling, binomial trees, and so on) are
 * candidates of the planner.
 */
#ifndef RABRED_TEST_MODEL_RIVALS_H
#define RABRED_TEST_MODEL_RIVALS_H

#include "../../coll_rabred/choose/planner.h"

/* Picoseconds of the fastest of them for so many bytes, with the best length of segments: allreduce, reduce, reduce_scatter.
   Optimistic where a formula leaves something out. */
double rivals_time(const coll_rabred_model_t *model, coll_rabred_collective_t collective, size_t bytes);

/* The sum of the three lower bounds of a commutative allreduce on ports that do one thing at a time each way: latency, bytes both
   ways, bytes reduced. */
double rivals_lower_bound(const coll_rabred_model_t *model, size_t bytes);

#endif

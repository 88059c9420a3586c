/*
 * What users expect of the times of calls, whatever the model's numbers.
 */
#ifndef RABRED_TEST_MODEL_CONSISTENCY_H
#define RABRED_TEST_MODEL_CONSISTENCY_H

#include "../../coll_rabred/choose/planner.h"

/*
 * Of the model's predictions, for both classes and all lengths from 8 bytes to 64 MiB: an allreduce takes at most 5 % longer than a
 * reduce and a broadcast, and at most half as long again as a reduce_scatter and an allgather (no algorithm joins the ones
 * that are the best at some lengths beyond 24 processes); a reduce_scatter no longer than an allreduce; and no call takes
 * 2 % less than one of half its length. Sums of 8-byte elements, of lengths that are powers of two. False with the first that is not, in `error`.
 */
bool consistency_is_right(const coll_rabred_model_t *model, char *error, size_t error_size);

#endif

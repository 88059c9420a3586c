/*
 * What users expect of the times of calls, whatever the model's numbers.
 */
#ifndef RABRED_TEST_MODEL_CONSISTENCY_H
#define RABRED_TEST_MODEL_CONSISTENCY_H

#include "../../coll_rabred/choose/planner.h"

/*
 * Of the model's predictions, for both classes, all kinds of operators and all lengths from 8 bytes to 64 MiB: an allreduce takes at
 * most 5 % longer than a reduce and a broadcast; up to 1024 processes at most 5.5 % longer than a reduce_scatter and an allgather, 17 %
 * where the order of operands counts, 23 % by one tree for all lengths, and beyond 6 % more (no algorithm joins those that are the best at
 * some lengths); a reduce_scatter no longer than an allreduce, but 10 % where the order counts, and 21 % by one tree; and no call takes 2 % less than one
 * of half its length. 8-byte elements, of lengths that are powers of two. False with the first that is not, in `error`.
 */
bool consistency_is_right(const coll_rabred_model_t *model, char *error, size_t error_size);

#endif

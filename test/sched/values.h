/*
 * Symbolic values: the trees of operands that reductions build, each distinct tree once, so that equal
 * numbers mean equal operands, order and bracketing.
 */
#ifndef TEST_SCHED_VALUES_H
#define TEST_SCHED_VALUES_H

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t value_t;
enum { UNDEFINED = 0 };

/* Forgets all values; the leaves of `processes` ranks exist from then on. */
void values_reset(int processes);
value_t value_leaf(int rank);
/* `three_address`: computed into neither operand, which may differ in the sign of a zero. */
value_t value_of(value_t left, value_t right, bool three_address);

/* The same operands, order and bracketing, however computed. */
value_t value_shape(value_t value);

/* True if the value holds every rank exactly once, in rank order. */
bool value_is_ordered_whole(value_t value);

/* True if the value holds every rank exactly once, in any order. */
bool value_is_whole(value_t value);

/* The shape of the canonical tree T(p). */
value_t value_canonical(void);

#endif

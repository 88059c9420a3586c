/*
 * What the planner does for a communicator.
 */
#ifndef TEST_GROWTH_PLANS_H
#define TEST_GROWTH_PLANS_H

#include <stddef.h>

/* Of nodes of `members` processes each: the basic blocks that the costliest plan runs, of all collectives and lengths of two to the
   power of 0 to 29 elements; 0 if there is no memory, or no choice. */
size_t plans_blocks(int processes, int members);

#endif

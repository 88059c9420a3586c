/*
 * Counts the basic blocks that sched/ runs: the same on every machine, however busy.
 */
#ifndef TEST_GROWTH_BLOCKS_H
#define TEST_GROWTH_BLOCKS_H

#include <stddef.h>

size_t blocks_run(void);    /* since the last call */

#endif

/*
 * Numbers of processes as products of factors.
 */
#ifndef TEST_SCHED_FACTORS_H
#define TEST_SCHED_FACTORS_H

#include "../../coll_rabred/sched/arithmetic.h"

/* True if p is written as the fewest factors of at most `most`, larger primes aside, and these are as even as can be. */
bool factors_are_right(int p, size_t most);

#endif

/*
 * The schedules of one communicator, built on first use. A new schedule takes the place of an older one
 * of the same slot, and of others as long as all together are too large.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_SCHED_CACHE_H
#define COLL_RABRED_SCHED_CACHE_H

#include "schedule.h"

enum { COLL_RABRED_CACHE_SLOTS = 64 };

/* Starts as all zeros but for the limit. */
typedef struct {
    size_t limit;                    /* bytes of all schedules; one alone may be longer */
    size_t bytes;
    coll_rabred_schedule_t *slot[COLL_RABRED_CACHE_SLOTS];
    size_t built;                    /* schedules made */
} coll_rabred_cache_t;

/*
 * The schedule of a problem of this communicator, that is with always the same processes and rank and
 * blocks left to the algorithm. Good until one is evicted; NULL when out of memory.
 */
const coll_rabred_schedule_t *coll_rabred_cache_get(coll_rabred_cache_t *cache, const coll_rabred_problem_t *problem);

void coll_rabred_cache_free(coll_rabred_cache_t *cache);

#endif

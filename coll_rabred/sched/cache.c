/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "cache.h"

#include <string.h>

static bool same(const coll_rabred_problem_t *a, const coll_rabred_problem_t *b)
{
    return a->collective == b->collective && a->algorithm == b->algorithm && a->root == b->root
           && a->in_place == b->in_place && a->nodes == b->nodes && 0 == memcmp(a->argument, b->argument, sizeof(a->argument));
}

/* Roots next to each other, arguments, and what else differs at one root, take different slots. */
static size_t slot_of(const coll_rabred_problem_t *problem)
{
    size_t kind = ((size_t) problem->algorithm * COLL_RABRED_COLLECTIVES + (size_t) problem->collective) * 2
                  + problem->in_place;
    size_t slot = kind + (size_t) problem->root;

    for (int i = 0; i < COLL_RABRED_ARGUMENTS; i++) {
        slot += (7 + 4 * (size_t) i) * problem->argument[i];
    }
    return slot % COLL_RABRED_CACHE_SLOTS;
}

static void evict(coll_rabred_cache_t *cache, size_t slot)
{
    if (NULL != cache->slot[slot]) {
        cache->bytes -= coll_rabred_schedule_bytes(cache->slot[slot]);
        coll_rabred_schedule_free(cache->slot[slot]);
        cache->slot[slot] = NULL;
    }
}

const coll_rabred_schedule_t *coll_rabred_cache_get(coll_rabred_cache_t *cache, const coll_rabred_problem_t *problem)
{
    size_t slot = slot_of(problem);
    coll_rabred_schedule_t **schedule = &cache->slot[slot];

    if (NULL == *schedule || !same(&(*schedule)->problem, problem)) {
        evict(cache, slot);
        *schedule = coll_rabred_schedule_build(problem);
        cache->built += NULL != *schedule;
        cache->bytes += NULL == *schedule ? 0 : coll_rabred_schedule_bytes(*schedule);
        for (size_t i = 1; i < COLL_RABRED_CACHE_SLOTS && cache->bytes > cache->limit; i++) {
            evict(cache, (slot + i) % COLL_RABRED_CACHE_SLOTS);
        }
    }
    return *schedule;
}

void coll_rabred_cache_free(coll_rabred_cache_t *cache)
{
    for (size_t i = 0; i < COLL_RABRED_CACHE_SLOTS; i++) {
        coll_rabred_schedule_free(cache->slot[i]);
        cache->slot[i] = NULL;
    }
}

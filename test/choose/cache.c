#include "cache_test.h"

#include "../../coll_rabred/sched/cache.h"

#include <string.h>

/* Bytes of the schedules in the cache. */
static size_t bytes_of(const coll_rabred_cache_t *cache)
{
    size_t bytes = 0;

    for (size_t i = 0; i < COLL_RABRED_CACHE_SLOTS; i++) {
        bytes += NULL == cache->slot[i] ? 0 : coll_rabred_schedule_bytes(cache->slot[i]);
    }
    return bytes;
}

/* All schedules together stay below the limit, as many as fit; one that is longer is alone, until the next. */
bool cache_is_bounded(void)
{
    coll_rabred_cache_t cache = {.limit = 4000};
    coll_rabred_problem_t problem = {.collective = COLL_RABRED_REDUCE, .processes = 200, .rank = 199};
    bool right = true;
    size_t most = 0;

    for (problem.root = 0; problem.root < 199; problem.root++) {   /* the last one's own schedule is longer */
        const coll_rabred_schedule_t *schedule = coll_rabred_cache_get(&cache, &problem);
        most = cache.bytes > most ? cache.bytes : most;
        right = right && problem.root == schedule->problem.root && cache.bytes == bytes_of(&cache) && cache.bytes <= cache.limit;
    }
    cache.limit = 1;
    for (problem.root = 0; problem.root < 2; problem.root++) {
        const coll_rabred_schedule_t *schedule = coll_rabred_cache_get(&cache, &problem);
        right = right && schedule == coll_rabred_cache_get(&cache, &problem) && cache.bytes == coll_rabred_schedule_bytes(schedule)
                && cache.bytes == bytes_of(&cache);
    }
    coll_rabred_cache_free(&cache);
    return right && 10 * most > 9 * 4000;
}

/* Every problem gets its own schedule, though they share slots; a repeated one is not built again. */
bool cache_is_right(int lanes)
{
    coll_rabred_cache_t cache = {.limit = SIZE_MAX};
    coll_rabred_problem_t problem = {.collective = COLL_RABRED_REDUCE, .processes = 200, .rank = 3};
    size_t built = 0;
    bool right = true;

    for (problem.algorithm = 0; problem.algorithm < 2; problem.algorithm++) {
        for (problem.root = 0; problem.root < 200; problem.root++) {
            const coll_rabred_schedule_t *schedule = coll_rabred_cache_get(&cache, &problem);
            right = right && problem.root == schedule->problem.root && problem.algorithm == schedule->problem.algorithm
                    && schedule == coll_rabred_cache_get(&cache, &problem);
            built++;
        }
    }
    right = right && built == cache.built;
    problem.algorithm = 0;
    problem.root = 3;
    for (int in_place = 0; in_place < 2; in_place++) {
        problem.in_place = in_place;
        right = right && problem.in_place == coll_rabred_cache_get(&cache, &problem)->problem.in_place;
    }
    for (size_t i = 0; i < 4; i++) {   /* 0 and 64 share a slot */
        problem.argument[COLL_RABRED_THRESHOLD] = i % 2 * COLL_RABRED_CACHE_SLOTS;
        problem.argument[COLL_RABRED_PERMUTED] = i / 2;
        const coll_rabred_schedule_t *schedule = coll_rabred_cache_get(&cache, &problem);
        right = right && 0 == memcmp(problem.argument, schedule->problem.argument, sizeof(problem.argument));
    }
    problem.nodes = coll_rabred_nodes_build((const int[200]) {0}, 200);
    problem.algorithm = lanes;
    for (size_t i = 0; i < 2; i++) {
        const coll_rabred_nodes_t *nodes = problem.nodes;
        right = right && nodes == coll_rabred_cache_get(&cache, &problem)->problem.nodes;
        problem.nodes = NULL;
        right = right && NULL == coll_rabred_cache_get(&cache, &problem)->problem.nodes;
        problem.nodes = nodes;
    }
    coll_rabred_cache_free(&cache);
    coll_rabred_nodes_free((coll_rabred_nodes_t *) problem.nodes);
    return right;
}

#include "cache_test.h"

#include "../../coll_rabred/sched/cache.h"

#include <string.h>

/* Every problem gets its own schedule, though they share slots; a repeated one is not built again. */
bool cache_is_right(int lanes)
{
    coll_rabred_cache_t cache = {.slot = {NULL}};
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

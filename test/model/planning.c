#include "planning.h"

#include <time.h>

enum { COLLECTIVES = COLL_RABRED_REDUCE_SCATTER_BLOCK, TIMES = 3 };

const shape_t planning_shapes[PLANNING_SHAPES] = {
    {8, 1, 0}, {16, 4, 0}, {24, 1, 0}, {24, 8, 0}, {128, 1, 0}, {128, 16, 0}, {65536, 1, 0}, {65535, 1, 0}, {65536, 64, 0}, {65535, 48, 0}
};

coll_rabred_wish_t planning_wish(int i)
{
    return (coll_rabred_wish_t) {(coll_rabred_collective_t) (i % COLLECTIVES), COLL_RABRED_COMMUTATIVE | COLL_RABRED_EXACT | COLL_RABRED_NODES,
                                 0, (size_t) 1 << i / COLLECTIVES, 8};
}

static double seconds_of(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish)
{
    struct timespec start, end;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
    (void) coll_rabred_plan(model, wish);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
    return (double) (end.tv_sec - start.tv_sec) + (double) (end.tv_nsec - start.tv_nsec) * 1e-9;
}

void planning_spread(const shape_t *shape, const coll_rabred_machine_t *machine, double *mean, double *most)
{
    coll_rabred_model_t model = shape_model(shape, machine);

    *mean = *most = 0;
    for (int i = 0; i < PLANNING_WISHES; i++) {
        const coll_rabred_wish_t wish = planning_wish(i);
        double fastest = 1;
        for (int k = 0; k < TIMES; k++) {
            const double seconds = seconds_of(&model, &wish);
            fastest = seconds < fastest ? seconds : fastest;
        }
        *mean += fastest / PLANNING_WISHES;
        *most = fastest > *most ? fastest : *most;
    }
    shape_free(&model);
}

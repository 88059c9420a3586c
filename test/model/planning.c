#include "planning.h"

#include <time.h>

enum { COLLECTIVES = COLL_RABRED_REDUCE_SCATTER_BLOCK, LENGTHS = 30, TIMES = 3 };

static double seconds_of(const coll_rabred_model_t *model, int collective, int length)
{
    const coll_rabred_wish_t wish = {(coll_rabred_collective_t) collective, COLL_RABRED_COMMUTATIVE | COLL_RABRED_EXACT | COLL_RABRED_NODES,
                                     0, (size_t) 1 << length, 8};
    struct timespec start, end;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
    (void) coll_rabred_plan(model, &wish);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
    return (double) (end.tv_sec - start.tv_sec) + (double) (end.tv_nsec - start.tv_nsec) * 1e-9;
}

void planning_spread(const shape_t *shape, const coll_rabred_machine_t *machine, double *mean, double *most)
{
    coll_rabred_model_t model = shape_model(shape, machine);

    *mean = *most = 0;
    for (int i = 0; i < COLLECTIVES * LENGTHS; i++) {
        double fastest = 1;
        for (int k = 0; k < TIMES; k++) {
            const double seconds = seconds_of(&model, i % COLLECTIVES, i / COLLECTIVES);
            fastest = seconds < fastest ? seconds : fastest;
        }
        *mean += fastest / (COLLECTIVES * LENGTHS);
        *most = fastest > *most ? fastest : *most;
    }
    shape_free(&model);
}

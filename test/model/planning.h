/*
 * Plans, and how long they take in the processor's time: someone else may have it meanwhile. That is told, not judged; test/growth judges
 * what the same plans run.
 */
#ifndef RABRED_TEST_MODEL_PLANNING_H
#define RABRED_TEST_MODEL_PLANNING_H

#include "shape.h"

/* For each of these all collectives, and lengths of two to the power of 0 to 29 elements: so many wishes. */
enum { PLANNING_SHAPES = 10, PLANNING_WISHES = 30 * COLL_RABRED_REDUCE_SCATTER_BLOCK };
extern const shape_t planning_shapes[PLANNING_SHAPES];

/* Wish number `i`, from 0 on. */
coll_rabred_wish_t planning_wish(int i);

/* Seconds: the mean over all wishes, and the most. */
void planning_spread(const shape_t *shape, const coll_rabred_machine_t *machine, double *mean, double *most);

#endif

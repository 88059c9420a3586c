/*
 * How long the planner takes, in the processor's time: someone else may have it meanwhile.
 */
#ifndef RABRED_TEST_MODEL_PLANNING_H
#define RABRED_TEST_MODEL_PLANNING_H

#include "shapes.h"

/* Seconds: of the fastest of several plans of each collective the slowest. */
double planning_seconds(const shape_t *shape, const coll_rabred_machine_t *machine);

/* Where plans differ, because candidates are played: the mean over collectives and lengths, and the most. */
void planning_spread(const shape_t *shape, const coll_rabred_machine_t *machine, double *mean, double *most);

#endif

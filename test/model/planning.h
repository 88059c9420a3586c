/*
 * How long the planner takes, in the processor's time: someone else may have it meanwhile.
 */
#ifndef RABRED_TEST_MODEL_PLANNING_H
#define RABRED_TEST_MODEL_PLANNING_H

#include "shapes.h"

/* Seconds: the mean over collectives and lengths, and the most. Told, not judged: test/growth judges what a plan takes. */
void planning_spread(const shape_t *shape, const coll_rabred_machine_t *machine, double *mean, double *most);

#endif

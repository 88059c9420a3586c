/*
 * A communicator on nodes of one kind.
 */
#ifndef RABRED_TEST_MODEL_SHAPE_H
#define RABRED_TEST_MODEL_SHAPE_H

#include "../../coll_rabred/choose/planner.h"

/* Nodes of `members` processes each, but perhaps the last: adjacent ranks, or dealt round. */
typedef struct {
    int processes, members, dealt;
} shape_t;

/* A model of theirs, by the numbers of a machine[COLL_RABRED_CLASSES]; shape_free frees what it knows. */
coll_rabred_model_t shape_model(const shape_t *shape, const coll_rabred_machine_t *machine);
void shape_free(coll_rabred_model_t *model);

#endif

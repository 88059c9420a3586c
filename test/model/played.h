/*
 * Calls played in the model: the schedules of all processes, and how long they take on a machine.
 */
#ifndef RABRED_TEST_MODEL_PLAYED_H
#define RABRED_TEST_MODEL_PLAYED_H

#include "../../coll_rabred/sched/timing.h"

/* All processes' schedules; they do not depend on the length of the vector. */
typedef struct {
    coll_rabred_problem_t problem;
    coll_rabred_schedule_t **schedule;
} played_t;

played_t played_build(const coll_rabred_problem_t *problem);
void played_free(played_t *played);

/* Picoseconds until the last process is done, every message being one of this machine; but where nodes are given, those
   inside of them. */
double played_time(const played_t *played, const coll_rabred_machine_t *machine, const coll_rabred_nodes_t *nodes,
                   const coll_rabred_machine_t *inside, size_t elements, size_t element);

#endif

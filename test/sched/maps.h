/*
 * Ways to place processes on nodes, for algorithms that look at them.
 */
#ifndef TEST_SCHED_MAPS_H
#define TEST_SCHED_MAPS_H

#include "schedule.h"

/* Way number `way`, from 0, to place p processes; NULL behind the last. To be freed. */
coll_rabred_nodes_t *map_nodes(int p, int way);

#endif

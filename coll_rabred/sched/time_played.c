/*
 * A call's time from the schedules of all its processes.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "play.h"

#include "clock.h"

#include <stdlib.h>

/* False when out of memory. */
static bool build(const coll_rabred_problem_t *problem, coll_rabred_schedule_t **schedule)
{
    coll_rabred_problem_t own = *problem;
    bool right = true;

    for (own.rank = 0; own.rank < own.processes && right; own.rank++) {
        schedule[own.rank] = coll_rabred_schedule_outline(&own);
        right = NULL != schedule[own.rank];
    }
    return right;
}

bool coll_rabred_time_played(const coll_rabred_problem_t *problem, const coll_rabred_nodes_t *nodes,
                             const coll_rabred_machine_t *machine, coll_rabred_class_t class, size_t elements, size_t element,
                             size_t processors, uint64_t *picoseconds)
{
    const coll_rabred_network_t network = {.machine = &machine[class], .nodes = coll_rabred_shared_nodes(nodes, class),
                                           .inside = &machine[COLL_RABRED_NODE]};
    coll_rabred_schedule_t **schedule = calloc((size_t) problem->processes, sizeof(*schedule));
    bool right = NULL != schedule && build(problem, schedule);

    if (right) {
        const coll_rabred_layout_t layout = coll_rabred_layout_even(elements, schedule[0]->problem.blocks);
        right = coll_rabred_play(schedule, problem->processes, &layout, element, &network, picoseconds);
        if (processors > 0) {
            const uint64_t work = coll_rabred_work(schedule, problem->processes, &layout, element, &machine[class]);
            *picoseconds = coll_rabred_sum(*picoseconds, coll_rabred_difference(work, *picoseconds) / processors);
        }
    }
    for (int rank = 0; rank < problem->processes && NULL != schedule; rank++) {
        coll_rabred_schedule_free(schedule[rank]);
    }
    free(schedule);
    return right;
}

#include "played.h"

#include "../../coll_rabred/sched/play.h"

#include <stdlib.h>

static _Noreturn void stop(const char *why)
{
    fprintf(stderr, "model: %s\n", why);
    exit(2);
}

played_t played_build(const coll_rabred_problem_t *problem)
{
    played_t played = {*problem, calloc((size_t) problem->processes, sizeof(*played.schedule))};

    for (int rank = 0; rank < problem->processes && NULL != played.schedule; rank++) {
        coll_rabred_problem_t own = *problem;
        own.rank = rank;
        played.schedule[rank] = coll_rabred_schedule_build(&own);
        if (NULL == played.schedule[rank]) {
            stop("out of memory");
        }
    }
    return played;
}

void played_free(played_t *played)
{
    for (int rank = 0; rank < played->problem.processes; rank++) {
        coll_rabred_schedule_free(played->schedule[rank]);
    }
    free(played->schedule);
}

double played_time(const played_t *played, const coll_rabred_machine_t *machine, const coll_rabred_nodes_t *nodes,
                   const coll_rabred_machine_t *inside, size_t elements, size_t element)
{
    const coll_rabred_layout_t layout = coll_rabred_layout_even(elements, played->schedule[0]->problem.blocks);
    const coll_rabred_network_t network = {.machine = machine, .nodes = nodes, .inside = inside};
    uint64_t picoseconds;

    if (!coll_rabred_play(played->schedule, played->problem.processes, &layout, element, &network, &picoseconds)) {
        stop("out of memory, or sends and receives do not match");
    }
    return (double) picoseconds;
}

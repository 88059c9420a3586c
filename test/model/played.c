#include "played.h"

#include "../../tools/loggp.h"

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

/* Picoseconds instead of seconds. */
static loggp_t numbers_of(const coll_rabred_machine_t *machine)
{
    return (loggp_t) {
        .latency = (double) machine->latency, .gap = (double) machine->gap, .byte_time = (double) machine->exchange / 1000,
        .byte_time_one_way = (double) machine->transfer / 1000, .reduce_time = (double) machine->reduction / 1000,
        .copy_time = (double) machine->copy / 1000, .rendezvous = (size_t) machine->eager + 1,
        .eager_copy_time = (double) machine->eager_copy / 1000, .handshake = (double) machine->handshake,
        .exchange_handshake = (double) machine->exchange_handshake, .exchange_gap = (double) machine->exchange_gap
    };
}

double played_time(const played_t *played, const coll_rabred_machine_t *machine, const coll_rabred_nodes_t *nodes,
                   const coll_rabred_machine_t *inside, size_t elements, size_t element)
{
    loggp_t model = numbers_of(machine), near = numbers_of(inside);
    model.nodes = nodes;
    model.inside = &near;
    coll_rabred_layout_t layout = coll_rabred_layout_even(elements, played->schedule[0]->problem.blocks);
    double time = loggp_time(played->schedule, played->problem.processes, &layout, element, &model);

    if (time < 0) {
        stop("sends and receives do not match");
    }
    return time;
}

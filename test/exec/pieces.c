/*
 * A message of several pieces, which the schedules of the table may use: two processes exchange their
 * blocks in the order 0, 2, 1 in one message and reduce them.
 */
#include "process.h"

#include <stdlib.h>

enum { STEPS = 10 };

static coll_rabred_schedule_t *two_process_schedule(int rank, bool in_place, const coll_rabred_nodes_t *nodes)
{
    static const coll_rabred_blocks_t order[] = {0, 2, 1};
    coll_rabred_schedule_t *s = calloc(1, sizeof(*s));
    coll_rabred_step_t *step = calloc(STEPS, sizeof(*step));
    uint32_t own = in_place ? COLL_RABRED_OUT : COLL_RABRED_IN;

    *s = (coll_rabred_schedule_t) {
        .problem = {.collective = COLL_RABRED_ALLREDUCE, .processes = 2, .rank = rank, .blocks = 3, .in_place = in_place, .nodes = nodes},
        .steps = STEPS, .step = step, .transfers = 6, .buffers = COLL_RABRED_TMP + 2,
        .used = calloc(3 * (COLL_RABRED_TMP + 2), sizeof(*s->used))
    };
    s->staged = s->used + s->buffers;
    s->window = (coll_rabred_blocks_t *) (s->staged + s->buffers);
    s->used[COLL_RABRED_TMP] = s->used[COLL_RABRED_TMP + 1] = (coll_rabred_range_t) {0, 3};
    for (size_t i = 0; i < 3; i++) {
        coll_rabred_range_t range = {order[i], 1};
        uint8_t more = i < 2 ? COLL_RABRED_MORE : 0;
        step[i] = (coll_rabred_step_t) {.verb = COLL_RABRED_STEP_RECV, .flags = more, .peer = 1 - rank,
                                        .into = COLL_RABRED_TMP, .range = range};
        step[3 + i] = (coll_rabred_step_t) {.verb = COLL_RABRED_STEP_SEND, .flags = more,
                                            .peer = 1 - rank, .from = own, .range = range};
    }
    step[6] = (coll_rabred_step_t) {.verb = COLL_RABRED_STEP_WAIT};
    for (coll_rabred_blocks_t i = 0; i < 2; i++) {
        step[7 + i] = (coll_rabred_step_t) {.verb = COLL_RABRED_STEP_REDUCE, .into = COLL_RABRED_TMP + 1,
                                            .left = 0 == rank ? own : COLL_RABRED_TMP,
                                            .right = 0 == rank ? COLL_RABRED_TMP : own, .range = {2 * i, 2 - i}};
    }
    step[9] = (coll_rabred_step_t) {.verb = COLL_RABRED_STEP_COPY, .into = COLL_RABRED_OUT, .from = COLL_RABRED_TMP + 1,
                                    .range = {0, 3}};
    return s;
}

coll_rabred_schedule_t *pieces_schedule(const coll_rabred_problem_t *problem)
{
    return two_process_schedule(problem->rank, problem->in_place, problem->nodes);
}

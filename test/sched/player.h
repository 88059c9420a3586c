/*
 * Plays the schedules of all processes of one collective call together, symbolically, with sends that
 * complete only when the matching receive is posted, and checks the rules of sched/schedule.h.
 */
#ifndef TEST_SCHED_PLAYER_H
#define TEST_SCHED_PLAYER_H

#include "cost.h"
#include "table.h"
#include "values.h"

/* What was played; blocks and rounds of the busiest process. */
typedef struct {
    coll_rabred_cost_t cost;
    char error[256];             /* the first rule broken; empty if none */
} played_t;

/*
 * schedule[0..processes-1], of the same call. On success result[rank * blocks + block] is the value
 * in OUT, UNDEFINED where MPI gives the process no such block.
 */
bool play(coll_rabred_schedule_t *const *schedule, int processes, value_t *result, played_t *played);

/* The blocks of OUT that MPI gives the process memory for. */
coll_rabred_range_t out_range(const coll_rabred_problem_t *problem);

#endif

/*
 * Several calls under way at once between the same processes, told apart by their tags: begun and continued in any
 * order, each twice, as persistent requests are. Their schedules are gone by then.
 */
#include "process.h"

#include <stdlib.h>
#include <string.h>

enum { CALLS = 8, RUNS = 2, MOST_TURNS = 200000 };

static uint32_t state;

static size_t draw(size_t end)
{
    state = state * UINT32_C(1664525) + UINT32_C(1013904223);
    return (state >> 8) % end;
}

/* Any call of these processes. */
static setting_t draw_setting(int processes)
{
    setting_t setting = {.problem = {.processes = processes}, .count = draw(60), .pack_limit = 0 == draw(2) ? 0 : UINT32_MAX,
                         .segment = draw(3) * 3 * sizeof(value_t), .three_buffer = 0 == draw(2), .changes_sides = 0 == draw(4),
                         .packet = 0 == draw(4) ? 3 * sizeof(value_t) : 0, .packets = draw(20) * sizeof(value_t)};
    coll_rabred_problem_t *problem = &setting.problem;
    int algorithms = 0;

    while (NULL != coll_rabred_algorithms[algorithms].name) {
        algorithms++;
    }
    do {
        problem->collective = (coll_rabred_collective_t) draw(COLL_RABRED_COLLECTIVES);
        problem->algorithm = (int) draw((size_t) algorithms);
    } while (!coll_rabred_serves(&coll_rabred_algorithms[problem->algorithm], problem->collective)
             || !coll_rabred_admits(&coll_rabred_algorithms[problem->algorithm], processes));
    problem->root = COLL_RABRED_REDUCE == problem->collective ? (int) draw((size_t) processes) : 0;
    return setting;
}

/* A prepared call needs its schedule no more. */
static void settle(process_t *p, int tag)
{
    p->call.wire.tag = tag;
    p->scratch.limit = SIZE_MAX;
    p->error = coll_rabred_call_settle(&p->call);
    coll_rabred_schedule_free(p->schedule);
    p->schedule = NULL;
}

/* Goes on with a run, or begins it. */
static void go_on(process_t *p, bool *begun)
{
    if (!*begun) {
        *begun = true;
        p->error = coll_rabred_run_start(&p->run, &p->call);
        p->done = 0 != p->error;
    } else if (!p->done) {
        p->error = coll_rabred_run_continue(&p->run, &p->done);
    }
}

static const char *run_all(process_t process[][MOST], int processes)
{
    bool begun[CALLS][MOST] = {{false}};
    size_t left = CALLS * (size_t) processes;

    for (size_t turn = 0; left > 0 && turn < MOST_TURNS; turn++) {
        size_t call = draw(CALLS), rank = draw((size_t) processes);
        process_t *p = &process[call][rank];
        bool before = p->done;
        go_on(p, &begun[call][rank]);
        left -= p->done && !before;
    }
    for (size_t call = 0; call < CALLS; call++) {
        for (int rank = 0; rank < processes; rank++) {
            const char *error = check(&process[call][rank], processes);
            if (NULL != error) {
                return error;
            }
            forget_result(&process[call][rank]);
        }
    }
    return 0 == fake_wire_requests() ? NULL : "requests left";
}

const char *check_flight(int processes, uint32_t seed)
{
    static process_t process[CALLS][MOST];
    const char *error = NULL;

    state = seed;
    fake_wire_reset(seed, 0 == seed % 2);
    for (int call = 0; call < CALLS; call++) {
        const setting_t setting = draw_setting(processes);
        for (int rank = 0; rank < processes; rank++) {
            set_up(&process[call][rank], &setting, rank);
            settle(&process[call][rank], 7 + call);
        }
    }
    for (int run = 0; run < RUNS && NULL == error; run++) {
        error = run_all(process, processes);
    }
    fake_wire_reset(0, false);
    for (int call = 0; call < CALLS; call++) {
        for (int rank = 0; rank < processes; rank++) {
            tear_down(&process[call][rank]);
        }
    }
    return error;
}

/*
 * rabred_schedule: shows what every process does in a collective reduction, and what it costs.
 *
 * Exit status: 0; 1 if the output cannot be written; 2 for a call that no algorithm serves, or none at all.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "help.h"
#include "request.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A machine that swaps is worse than a message. */
static const size_t most_memory = (size_t) 2 << 30;

static coll_rabred_schedule_t *build(const request_t *request, int rank)
{
    coll_rabred_problem_t problem = request->problem;

    problem.rank = rank;
    /* In reduce only the root can be in place. */
    problem.in_place = problem.in_place && (COLL_RABRED_REDUCE != problem.collective || rank == problem.root);
    return coll_rabred_schedule_build(&problem);
}

/* The schedules of all ranks, or of the one that is enough. */
static coll_rabred_schedule_t **build_all(const request_t *request)
{
    int processes = request->problem.processes;
    coll_rabred_schedule_t **schedule = calloc((size_t) processes, sizeof(schedule[0]));
    size_t memory = 0;

    for (int rank = 0; rank < processes && NULL != schedule; rank++) {
        if (request->output->alone && request->only >= 0 && request->only != rank) {
            continue;
        }
        schedule[rank] = build(request, rank);
        memory = NULL == schedule[rank] ? SIZE_MAX : memory + coll_rabred_schedule_bytes(schedule[rank]);
        if (memory > most_memory) {
            refuse("--np %d: its schedules take too much memory; --rank with --format text, json or goal builds but one",
                   processes);
        }
    }
    if (NULL == schedule) {
        refuse("out of memory");
    }
    return schedule;
}

static void show(const request_t *request, coll_rabred_schedule_t *const *schedule)
{
    coll_rabred_problem_t problem = request->problem;

    problem.blocks = schedule[request->only < 0 ? 0 : request->only]->problem.blocks;
    size_t bytes = 0 == request->bytes ? (size_t) 8 * problem.blocks : request->bytes;
    double block = (double) bytes / problem.blocks;
    one_port_t model = {request->seconds.alpha, block * request->seconds.beta, block * request->seconds.gamma};
    format_call_t call = {.schedule = schedule, .processes = problem.processes, .only = request->only,
                          .model = request->output->axis && !request->timed ? NULL : &model,
                          .problem = &problem, .bytes = bytes};

    errno = 0;
    request->output->print(stdout, &call);
    if (ENOMEM == errno) {
        refuse("out of memory");
    }
}

static void answer(const command_line_t *line)
{
    if (NULL != line->value[OPTION_HELP]) {
        help_print(stdout);
    } else if (NULL != line->value[OPTION_VERSION]) {
        version_print(stdout);
    } else if (NULL != line->value[OPTION_LIST]) {
        list_print(stdout);
    } else {
        request_t request = request_read(line);
        coll_rabred_schedule_t **schedule = build_all(&request);
        show(&request, schedule);
        for (int rank = 0; rank < request.problem.processes; rank++) {
            coll_rabred_schedule_free(schedule[rank]);
        }
        free(schedule);
        free(request.starts);
        coll_rabred_nodes_free(request.nodes);
    }
}

int main(int argc, char **argv)
{
    command_line_t line = command_line_read(argc, argv);

    answer(&line);
    bool failed = ferror(stdout);
    if (0 != fclose(stdout) || failed) {
        fprintf(stderr, "rabred_schedule: cannot write: %s\n", strerror(errno));
        return 1;
    }
    return 0;
}

/*
 * The command line of rabred_schedule, a word a line: what it does not refuse is a call that can be made.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "target.h"

#include "../../tools/request.h"
#include "command.h"

#include <stdlib.h>

static void check(const request_t *request)
{
    const coll_rabred_problem_t *problem = &request->problem;

    must(problem->processes >= 1 && problem->root >= 0 && problem->root < problem->processes, "ranks");
    must(request->only >= -1 && request->only < problem->processes, "a rank alone");
    must(coll_rabred_serves(&coll_rabred_algorithms[problem->algorithm], problem->collective), "what does not serve");
    must(NULL == problem->starts || problem->starts[problem->processes] == problem->blocks, "counts and blocks");
    must(NULL != request->output, "no output");
}

static void read_words(int count, char **words)
{
    command_line_t line = command_line_read(count, words);

    if (NULL == line.value[OPTION_HELP] && NULL == line.value[OPTION_VERSION] && NULL == line.value[OPTION_LIST]) {
        request_t request = request_read(&line);
        check(&request);
        free(request.starts);
        coll_rabred_nodes_free(request.nodes);
    }
}

void target(const char *text, size_t length)
{
    const int status = command_run("rabred_schedule", text, length, read_words);

    must(COMMAND_WENT_ON == status || 2 == status, "refused with another status");
}

/*
 * The command line of rabred_schedule, a word a line: what it does not refuse is a call that can be made.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "target.h"

#include "../../tools/request.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 64 };

static jmp_buf refused;
static bool reading;

_Noreturn void __real_exit(int status);
_Noreturn void __wrap_exit(int status);

/* The command refuses by ending. */
_Noreturn void __wrap_exit(int status)
{
    if (reading) {
        must(2 == status, "refused with another status");
        longjmp(refused, 1);
    }
    __real_exit(status);
}

static void check(const request_t *request)
{
    const coll_rabred_problem_t *problem = &request->problem;

    must(problem->processes >= 1 && problem->root >= 0 && problem->root < problem->processes, "ranks");
    must(request->only >= -1 && request->only < problem->processes, "a rank alone");
    must(coll_rabred_serves(&coll_rabred_algorithms[problem->algorithm], problem->collective), "what does not serve");
    must(NULL == problem->starts || problem->starts[problem->processes] == problem->blocks, "counts and blocks");
    must(NULL != request->output, "no output");
}

void target(const char *text, size_t length)
{
    static char copy[4096];
    char *words[WORDS] = {"rabred_schedule"};

    if (length >= sizeof(copy)) {
        return;
    }
    memcpy(copy, text, length + 1);
    const int count = split_lines(copy, words, WORDS);
    reading = true;
    if (0 == setjmp(refused)) {
        command_line_t line = command_line_read(count, words);
        if (NULL == line.value[OPTION_HELP] && NULL == line.value[OPTION_VERSION] && NULL == line.value[OPTION_LIST]) {
            request_t request = request_read(&line);
            check(&request);
            free(request.starts);
            coll_rabred_nodes_free(request.nodes);
        }
    }
    reading = false;
}

/*
 * Replays printed schedules: rabred_schedule .. --format json | replay [--same-bracketing]. Standard input
 * holds one or several calls, each a header and its steps; this program knows nothing of how they were
 * made. With --same-bracketing all calls of one collective, algorithm, radix, number of processes and node map that
 * promise one bracketing must have the same one. Last line: N passed, N failed, 0 skipped.
 *
 * json reads a line, header and steps a call, model and rounds play it on nodes, outcome looks at the
 * results.
 */
#include "nodes.h"
#include "outcome.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t passed, failed;

/* Plays the call that has been read, if any. */
static void finish(model_t *model, call_t *call, bool same_bracketing)
{
    if (0 == call->line) {
        return;
    }
    if (0 == call->reason[0] && model_play(model, call) && outcome_check(model)
        && (!same_bracketing || outcome_compare(model))) {
        passed++;
        return;
    }
    failed++;
    printf("FAILED %s %s np %d root %d: %s\n", call->collective_name, call->algorithm, call->processes, call->root,
           call->reason);
}

static void read_calls(model_t *model, call_t *call, bool same_bracketing)
{
    char *line = NULL;
    size_t line_room = 0;
    ssize_t length;

    for (size_t number = 1; (length = getline(&line, &line_room, stdin)) > 0; number++) {
        if ('\n' == line[length - 1]) {
            line[--length] = 0;
        }
        if (0 == call->line || call_is_header(line, (size_t) length)) {
            finish(model, call, same_bracketing);
            call_read_header(call, number, line, (size_t) length);
        } else if (0 == call->reason[0]) {
            call_read_step(call, number, line, (size_t) length);
        }
    }
    finish(model, call, same_bracketing);
    free(line);
}

int main(int argc, char **argv)
{
    bool same_bracketing = 2 == argc && 0 == strcmp(argv[1], "--same-bracketing");
    model_t model = {.call = NULL};
    call_t call = {.line = 0};

    if (argc > 1 && !same_bracketing) {
        fprintf(stderr, "usage: replay [--same-bracketing] < SCHEDULES\n");
        return 2;
    }
    read_calls(&model, &call, same_bracketing);
    call_free(&call);
    model_free(&model);
    nodes_free();
    outcome_free();
    printf("%zu passed, %zu failed, 0 skipped\n", passed, failed);
    return 0 == failed && passed > 0 && 0 == ferror(stdin) ? 0 : 1;
}

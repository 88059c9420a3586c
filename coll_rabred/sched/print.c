/*
 * One line a step, readable.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "table.h"

static void print_buffer(FILE *stream, uint32_t buffer, coll_rabred_range_t range)
{
    static const char *const names[] = {"in", "out"};

    if (buffer < COLL_RABRED_TMP) {
        fprintf(stream, " %s", names[buffer]);
    } else {
        fprintf(stream, " tmp%u", (unsigned) (buffer - COLL_RABRED_TMP));
    }
    fprintf(stream, "[%zu..%zu)", (size_t) range.first, (size_t) range.first + range.count);
}

static void print_operands(FILE *stream, const coll_rabred_step_t *step)
{
    print_buffer(stream, step->into, step->range);
    fputs(" =", stream);
    print_buffer(stream, step->left, step->range);
    fputs(" op", stream);
    print_buffer(stream, step->right, step->range);
}

static void print_step(FILE *stream, const coll_rabred_step_t *step)
{
    switch ((coll_rabred_verb_t) step->verb) {
    case COLL_RABRED_STEP_SEND:
        fprintf(stream, "send to %d", (int) step->peer);
        print_buffer(stream, step->from, step->range);
        fputs(step->flags & COLL_RABRED_RECEIVER_REDUCES ? ", to be reduced" : "", stream);
        break;
    case COLL_RABRED_STEP_RECV:
        fprintf(stream, "receive from %d", (int) step->peer);
        print_buffer(stream, step->into, step->range);
        break;
    case COLL_RABRED_STEP_RECV_REDUCE:
        fprintf(stream, "receive from %d the %s of", (int) step->peer,
                step->flags & COLL_RABRED_RECEIVED_LEFT ? "left" : "right");
        print_operands(stream, step);
        break;
    case COLL_RABRED_STEP_REDUCE:
        fputs("reduce", stream);
        print_operands(stream, step);
        break;
    case COLL_RABRED_STEP_COPY:
        fputs("copy", stream);
        print_buffer(stream, step->into, step->range);
        fputs(" =", stream);
        print_buffer(stream, step->from, step->range);
        break;
    case COLL_RABRED_STEP_WAIT:
        fputs("wait", stream);
        break;
    }
    fputs(step->flags & COLL_RABRED_MORE ? ", and in the same message\n" : "\n", stream);
}

void coll_rabred_schedule_print(FILE *stream, const coll_rabred_schedule_t *schedule)
{
    const coll_rabred_problem_t *problem = &schedule->problem;

    fprintf(stream, "%s %s, rank %d of %d, root %d, %zu blocks%s\n",
            coll_rabred_collective_names[problem->collective], coll_rabred_algorithms[problem->algorithm].name,
            problem->rank, problem->processes, problem->root, (size_t) problem->blocks,
            problem->in_place ? ", in place" : "");
    for (size_t i = 0; i < schedule->steps; i++) {
        fprintf(stream, "round %u: ", (unsigned) schedule->step[i].round);
        print_step(stream, &schedule->step[i]);
    }
}

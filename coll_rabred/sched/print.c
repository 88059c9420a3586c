/*
 * A schedule as text: one line a message and a local step. The waits are left out: the rounds tell them.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "table.h"

/* The buffers that a step may name. */
typedef enum { INTO, LEFT, RIGHT, FROM = LEFT } role_t;

void coll_rabred_buffer_print(FILE *stream, uint32_t buffer)
{
    static const char *const names[] = {"in", "out"};

    if (buffer < COLL_RABRED_TMP) {
        fputs(names[buffer], stream);
    } else {
        fprintf(stream, "tmp%u", (unsigned) (buffer - COLL_RABRED_TMP));
    }
}

/* What the pieces of a message, or a single step, name in one role. */
static void print_pieces(FILE *stream, const coll_rabred_step_t *step, size_t pieces, role_t role)
{
    for (size_t i = 0; i < pieces; i++) {
        fputs(i > 0 ? ", " : " ", stream);
        coll_rabred_buffer_print(stream, INTO == role ? step[i].into : LEFT == role ? step[i].left : step[i].right);
        fprintf(stream, "[%zu..%zu)", (size_t) step[i].range.first, (size_t) step[i].range.first + step[i].range.count);
    }
}

static void print_received(FILE *stream, const coll_rabred_step_t *step)
{
    uint32_t staging = step->flags & COLL_RABRED_RECEIVED_LEFT ? step->left : step->right;

    fputs(" received", stream);
    if (staging != step->into) {
        fputs(" (by way of ", stream);
        coll_rabred_buffer_print(stream, staging);
        fputc(')', stream);
    }
}

static void print_reduction(FILE *stream, const coll_rabred_step_t *step, size_t pieces)
{
    bool arrives = COLL_RABRED_STEP_RECV_REDUCE == step->verb, left = step->flags & COLL_RABRED_RECEIVED_LEFT;

    print_pieces(stream, step, pieces, INTO);
    fputs(" =", stream);
    if (arrives && left) {
        print_received(stream, step);
    } else {
        print_pieces(stream, step, pieces, LEFT);
    }
    fputs(" op", stream);
    if (arrives && !left) {
        print_received(stream, step);
    } else {
        print_pieces(stream, step, pieces, RIGHT);
    }
}

static void print_step(FILE *stream, const coll_rabred_step_t *step, size_t pieces)
{
    fprintf(stream, "round %u: ", (unsigned) step->round);
    switch ((coll_rabred_verb_t) step->verb) {
    case COLL_RABRED_STEP_SEND:
        fprintf(stream, "send to %d%s:", (int) step->peer,
                step->flags & COLL_RABRED_RECEIVER_REDUCES ? ", to be reduced" : "");
        print_pieces(stream, step, pieces, FROM);
        break;
    case COLL_RABRED_STEP_RECV:
        fprintf(stream, "receive from %d:", (int) step->peer);
        print_pieces(stream, step, pieces, INTO);
        break;
    case COLL_RABRED_STEP_RECV_REDUCE:
        fprintf(stream, "receive from %d and reduce:", (int) step->peer);
        print_reduction(stream, step, pieces);
        break;
    case COLL_RABRED_STEP_REDUCE:
        fputs("reduce:", stream);
        print_reduction(stream, step, pieces);
        break;
    case COLL_RABRED_STEP_COPY:
        fputs("copy:", stream);
        print_pieces(stream, step, pieces, INTO);
        fputs(" =", stream);
        print_pieces(stream, step, pieces, FROM);
        break;
    case COLL_RABRED_STEP_WAIT:
        break;
    }
    fputc('\n', stream);
}

static void print_call(FILE *stream, const coll_rabred_problem_t *problem)
{
    const coll_rabred_algorithm_t *algorithm = &coll_rabred_algorithms[problem->algorithm];

    fprintf(stream, "%s %s, rank %d of %d", coll_rabred_collective_names[problem->collective], algorithm->name,
            problem->rank, problem->processes);
    if (COLL_RABRED_REDUCE == problem->collective) {
        fprintf(stream, ", root %d", problem->root);
    }
    fprintf(stream, ", %zu block%s", (size_t) problem->blocks, 1 == problem->blocks ? "" : "s");
    if (NULL != problem->nodes) {
        fprintf(stream, ", %d node%s", problem->nodes->nodes, 1 == problem->nodes->nodes ? "" : "s");
    }
    for (int i = 0; i < COLL_RABRED_ARGUMENTS; i++) {
        if (coll_rabred_takes(algorithm, problem->collective, i)) {
            fprintf(stream, ", %s %zu", coll_rabred_arguments[i].name, problem->argument[i]);
        }
    }
    fputs(problem->in_place ? ", in place\n" : "\n", stream);
}

void coll_rabred_schedule_print(FILE *stream, const coll_rabred_schedule_t *schedule)
{
    size_t pieces;

    print_call(stream, &schedule->problem);
    for (size_t i = 0; i < schedule->steps; i += pieces) {
        pieces = coll_rabred_message_pieces(&schedule->step[i]);
        if (COLL_RABRED_STEP_WAIT != schedule->step[i].verb) {
            print_step(stream, &schedule->step[i], pieces);
        }
    }
}

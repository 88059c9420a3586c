/*
 * JSON, one object a line: the call, then every message and local step in program order, rank 0 first.
 * A message or operand is a list of pieces [buffer, first block, number of blocks].
 *
 * Rounds are global. In a round a process's transfers come first, as its sources stand when the round
 * starts and in any order; then recv_reduce, reduce and copy take effect in the order printed. Where a
 * value that is to be reduced waits is left to the executor and is not printed.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "format.h"
#include "promises.h"

static void print_counts(FILE *stream, const coll_rabred_problem_t *problem)
{
    fputs(",\"counts\":", stream);
    for (int rank = 0; rank < problem->processes; rank++) {
        fprintf(stream, "%c%zu", rank > 0 ? ',' : '[', (size_t) coll_rabred_owned(problem, rank).count);
    }
    fputc(']', stream);
}

static void print_nodes(FILE *stream, const coll_rabred_problem_t *problem)
{
    fputs(",\"node_map\":", stream);
    for (int rank = 0; rank < problem->processes; rank++) {
        fprintf(stream, "%c%d", rank > 0 ? ',' : '[', problem->nodes->node[rank]);
    }
    fputc(']', stream);
}

static void print_header(FILE *stream, const coll_rabred_problem_t *problem)
{
    const coll_rabred_algorithm_t *algorithm = &coll_rabred_algorithms[problem->algorithm];

    fprintf(stream, "{\"collective\":\"%s\",\"algorithm\":\"%s\",\"np\":%d,\"root\":%d,\"blocks\":%zu",
            coll_rabred_collective_names[problem->collective], algorithm->name, problem->processes, problem->root,
            (size_t) problem->blocks);
    if (coll_rabred_scatters(problem->collective)) {
        print_counts(stream, problem);
    }
    for (int i = 0; i < COLL_RABRED_ARGUMENTS; i++) {
        if (coll_rabred_takes(algorithm, problem->collective, i)) {
            fprintf(stream, ",\"%s\":%zu", coll_rabred_arguments[i].name, problem->argument[i]);
        }
    }
    if (NULL != problem->nodes) {
        print_nodes(stream, problem);
    }
    unsigned promises = coll_rabred_promises(problem);
    fprintf(stream, ",\"in_place\":%s,\"promises\":[", problem->in_place ? "true" : "false");
    promises_print(stream, promises, algorithm->needs | (promises & COLL_RABRED_ORDERED ? 0 : COLL_RABRED_COMMUTATIVE), "\"", ",");
    fputs("]}\n", stream);
}

/* The buffers that a step may name. */
typedef enum { INTO, LEFT, RIGHT, FROM = LEFT } role_t;

/* What the pieces of a message, or a single step, name in one role. */
static void print_pieces(FILE *stream, const char *member, const coll_rabred_step_t *step, role_t role)
{
    size_t pieces = coll_rabred_message_pieces(step);

    fprintf(stream, ",\"%s\":", member);
    for (size_t i = 0; i < pieces; i++) {
        fputs(i > 0 ? ",[\"" : "[[\"", stream);
        coll_rabred_buffer_print(stream, INTO == role ? step[i].into : LEFT == role ? step[i].left : step[i].right);
        fprintf(stream, "\",%zu,%zu]", (size_t) step[i].range.first, (size_t) step[i].range.count);
    }
    fputc(']', stream);
}

static void print_step(FILE *stream, const coll_rabred_step_t *step)
{
    static const char *const names[] = {
        [COLL_RABRED_STEP_SEND] = "send", [COLL_RABRED_STEP_RECV] = "recv", [COLL_RABRED_STEP_RECV_REDUCE] = "recv_reduce",
        [COLL_RABRED_STEP_REDUCE] = "reduce", [COLL_RABRED_STEP_COPY] = "copy"
    };
    coll_rabred_verb_t verb = (coll_rabred_verb_t) step->verb;
    bool received_left = step->flags & COLL_RABRED_RECEIVED_LEFT;

    fprintf(stream, "\"op\":\"%s\"", names[verb]);
    if (verb <= COLL_RABRED_STEP_RECV_REDUCE) {
        fprintf(stream, ",\"peer\":%d", (int) step->peer);
    }
    if (COLL_RABRED_STEP_SEND != verb) {
        print_pieces(stream, "into", step, INTO);
    }
    if (COLL_RABRED_STEP_SEND == verb || COLL_RABRED_STEP_COPY == verb) {
        print_pieces(stream, "from", step, FROM);
    } else if (COLL_RABRED_STEP_RECV_REDUCE == verb) {
        print_pieces(stream, "local", step, received_left ? RIGHT : LEFT);
        fprintf(stream, ",\"received\":\"%s\"", received_left ? "left" : "right");
    } else if (COLL_RABRED_STEP_REDUCE == verb) {
        print_pieces(stream, "left", step, LEFT);
        print_pieces(stream, "right", step, RIGHT);
    }
}

static void print_rank(FILE *stream, const coll_rabred_schedule_t *schedule)
{
    for (size_t i = 0; i < schedule->steps; i += coll_rabred_message_pieces(&schedule->step[i])) {
        if (COLL_RABRED_STEP_WAIT != schedule->step[i].verb) {
            fprintf(stream, "{\"rank\":%d,\"round\":%u,", schedule->problem.rank, (unsigned) schedule->step[i].round);
            print_step(stream, &schedule->step[i]);
            fputs("}\n", stream);
        }
    }
}

void format_json(FILE *stream, const format_call_t *call)
{
    print_header(stream, call->problem);
    for (int rank = 0; rank < call->processes; rank++) {
        if (call->only < 0 || call->only == rank) {
            print_rank(stream, call->schedule[rank]);
        }
    }
}

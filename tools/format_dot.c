/*
 * Graphviz: a column a process, a row a round, a box with the steps of both; an arrow a message, from its
 * round at the sender to the row below at the receiver, where what it brought is at hand.
 *
 *     rank 0      rank 1      rank 2
 *     [steps]     [steps]     [steps]      round 0
 *        |    \  /   |           |
 *        |    /  \   |           |
 *     [steps]     [steps]        .         round 1
 *        |          .            .         end
 *
 * Positions are given, so that columns stay in rank order: dot -Tsvg obeys layout=neato.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "command_line.h"
#include "format.h"

#include <stdlib.h>
#include <string.h>

/* Points of 1/72 inch, for Courier of 10 points. */
enum { CHARACTER = 6, LINE = 12, MARGIN = 16, GAP = 40 };

/* The steps of one process in one round as the lines of a box; "" if there are none to be shown. */
typedef struct {
    char *text;
    size_t lines, longest;
} box_t;

static void print_piece(FILE *text, uint32_t buffer, coll_rabred_range_t range)
{
    coll_rabred_buffer_print(text, buffer);
    fprintf(text, "[%zu..%zu)", (size_t) range.first, (size_t) range.first + range.count);
}

static void print_operand(FILE *text, const char *before, uint32_t buffer, bool arrives)
{
    fputs(before, text);
    if (arrives) {
        fputs("it", text);
    } else {
        coll_rabred_buffer_print(text, buffer);
    }
}

/* One piece: what it is of, and of a reduction what is done with it. */
static void print_line(FILE *text, const coll_rabred_step_t *step)
{
    bool arrives = COLL_RABRED_STEP_RECV_REDUCE == step->verb, left = step->flags & COLL_RABRED_RECEIVED_LEFT;

    print_piece(text, COLL_RABRED_STEP_SEND == step->verb ? step->from : step->into, step->range);
    if (COLL_RABRED_STEP_COPY == step->verb) {
        print_operand(text, " = ", step->from, false);
    } else if (arrives || COLL_RABRED_STEP_REDUCE == step->verb) {
        print_operand(text, " = ", step->left, arrives && left);
        print_operand(text, " op ", step->right, arrives && !left);
    }
    fputs("\\l", text);
}

static bool is_shown(const format_call_t *call, int rank, const coll_rabred_step_t *step)
{
    bool transfers = step->verb <= COLL_RABRED_STEP_RECV_REDUCE;

    return COLL_RABRED_STEP_WAIT != step->verb && (call->only < 0 || call->only == rank || (transfers && call->only == step->peer));
}

/* Sets the box of steps first..end-1. */
static void fill_box(const format_call_t *call, int rank, const coll_rabred_step_t *step, size_t steps, box_t *box)
{
    size_t size = 0;
    FILE *text = open_memstream(&box->text, &size);

    for (size_t i = 0; NULL != text && i < steps; i++) {
        long before = ftell(text);
        if (!is_shown(call, rank, &step[i])) {
            continue;
        }
        if (step[i].verb <= COLL_RABRED_STEP_RECV_REDUCE) {
            fprintf(text, COLL_RABRED_STEP_SEND == step[i].verb ? "to %d " : "from %d ", (int) step[i].peer);
        }
        print_line(text, &step[i]);
        size_t length = (size_t) (ftell(text) - before);
        box->longest = length > box->longest ? length : box->longest;
        box->lines++;
    }
    if (NULL == text || 0 != fclose(text)) {
        refuse("out of memory");
    }
}

/* box[rank * rounds + round] of all ranks. */
static box_t *fill_boxes(const format_call_t *call, size_t rounds)
{
    box_t *boxes = calloc((size_t) call->processes * rounds, sizeof(*boxes));

    for (int rank = 0; NULL != boxes && rank < call->processes; rank++) {
        const coll_rabred_schedule_t *s = call->schedule[rank];
        size_t end;
        for (size_t i = 0; i < s->steps; i = end) {
            for (end = i + 1; end < s->steps && s->step[end].round == s->step[i].round; end++) {
            }
            fill_box(call, rank, &s->step[i], end - i, &boxes[(size_t) rank * rounds + s->step[i].round]);
        }
    }
    if (NULL == boxes) {
        refuse("out of memory");
    }
    return boxes;
}

static void print_node(FILE *stream, int rank, size_t round, const box_t *box, size_t x, size_t y)
{
    if (NULL != box && box->lines > 0) {
        fprintf(stream, "  r%d_%zu [label=\"%s\", pos=\"%zu,-%zu!\"];\n", rank, round, box->text, x, y);
    } else {
        fprintf(stream, "  r%d_%zu [shape=point, pos=\"%zu,-%zu!\"];\n", rank, round, x, y);
    }
}

/* Heads, boxes and the line that joins those of a process. */
static void print_nodes(FILE *stream, const format_call_t *call, const box_t *boxes, size_t rounds, size_t width)
{
    /* room for arrows from the first column to the last */
    size_t y = 0, gap = GAP + (size_t) call->processes * 8;

    for (int rank = 0; rank < call->processes; rank++) {
        fprintf(stream, "  r%d [label=\"rank %d\", shape=plaintext, pos=\"%zu,0!\"];\n", rank, rank, (size_t) rank * width);
    }
    for (size_t round = 0; round <= rounds; round++) {
        size_t lines = 1;
        for (int rank = 0; round < rounds && rank < call->processes; rank++) {
            size_t own = boxes[(size_t) rank * rounds + round].lines;
            lines = own > lines ? own : lines;
        }
        y += gap / 2 + lines * LINE / 2;
        for (int rank = 0; rank < call->processes; rank++) {
            print_node(stream, rank, round, round < rounds ? &boxes[(size_t) rank * rounds + round] : NULL,
                       (size_t) rank * width, y);
        }
        fprintf(stream, "  round_%zu [label=\"%s %zu\", shape=plaintext, pos=\"-%zu,-%zu!\"];\n", round,
                round < rounds ? "round" : "after round", round < rounds ? round : rounds - 1, width, y);
        y += gap / 2 + lines * LINE / 2;
    }
    for (int rank = 0; rank < call->processes; rank++) {
        fprintf(stream, "  r%d -> r%d_0", rank, rank);
        for (size_t round = 1; round <= rounds; round++) {
            fprintf(stream, " -> r%d_%zu", rank, round);
        }
        fputs(" [arrowhead=none, color=gray, headport=c, tailport=c];\n", stream);
    }
}

static void print_messages(FILE *stream, const format_call_t *call)
{
    for (int rank = 0; rank < call->processes; rank++) {
        const coll_rabred_schedule_t *s = call->schedule[rank];
        for (size_t i = 0; i < s->steps; i++) {
            const coll_rabred_step_t *step = &s->step[i];
            if (COLL_RABRED_STEP_SEND == step->verb && !(step->flags & COLL_RABRED_MORE) && is_shown(call, rank, step)) {
                fprintf(stream, "  r%d_%u -> r%d_%u;\n", rank, (unsigned) step->round, (int) step->peer,
                        (unsigned) step->round + 1);
            }
        }
    }
}

void format_dot(FILE *stream, const format_call_t *call)
{
    const coll_rabred_problem_t *problem = call->problem;
    size_t rounds = 0, longest = 8;

    for (int rank = 0; rank < call->processes; rank++) {
        rounds = call->schedule[rank]->rounds > rounds ? call->schedule[rank]->rounds : rounds;
    }
    box_t *boxes = fill_boxes(call, rounds);
    for (size_t i = 0; i < (size_t) call->processes * rounds; i++) {
        longest = boxes[i].longest > longest ? boxes[i].longest : longest;
    }
    fprintf(stream, "digraph \"%s %s, %d processes\" {\n  layout=neato; inputscale=72; splines=line;\n",
            coll_rabred_collective_names[problem->collective], coll_rabred_algorithms[problem->algorithm].name,
            call->processes);
    fputs("  node [shape=box, fontname=Courier, fontsize=10];\n  edge [headport=n, tailport=s];\n", stream);
    print_nodes(stream, call, boxes, rounds, longest * CHARACTER + 2 * MARGIN);
    print_messages(stream, call);
    fputs("}\n", stream);
    for (size_t i = 0; i < (size_t) call->processes * rounds; i++) {
        free(boxes[i].text);
    }
    free(boxes);
}

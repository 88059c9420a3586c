/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "compiler.h"

#include "scratch.h"

#include <stdlib.h>

enum { MOST_SLICES = 256 };   /* a program of so many times its steps */

ptrdiff_t coll_rabred_take_room(const coll_rabred_data_t *data, size_t elements, size_t *end)
{
    ptrdiff_t gap = 0;
    size_t bytes = coll_rabred_data_span(data, elements, &gap);
    ptrdiff_t aligned = gap - ((gap % COLL_RABRED_ALIGNMENT) + COLL_RABRED_ALIGNMENT) % COLL_RABRED_ALIGNMENT;

    if (!data->plain || bytes >= COLL_RABRED_ALIGNMENT) {
        *end = coll_rabred_align(*end);
    }
    ptrdiff_t place = (ptrdiff_t) *end - aligned;
    *end += bytes + (size_t) (gap - aligned);
    return place;
}

/* The buffer that a transfer reads or writes; coll_rabred_cut_round places the operands that
   arrive beside `into`. */
static uint32_t transferred(const coll_rabred_step_t *step)
{
    return COLL_RABRED_STEP_SEND == step->verb ? step->from : step->into;
}

/* Bytes of a message of several pieces that travels packed; 0 where each piece travels by itself, as it takes longer to copy than a
   further message takes; what has gaps is copied anyway. Both ends find the same. */
static size_t packs(const coll_rabred_compiler_t *c, const coll_rabred_step_t *step, size_t pieces)
{
    size_t elements = 0;

    for (size_t i = 0; i < pieces; i++) {
        elements += coll_rabred_layout_elements(c->layout, step[i].range);
    }
    const bool is_short = c->data->gaps || elements / pieces <= c->limits->pack_limit / c->data->packed;
    return is_short && elements <= coll_rabred_most_under_way(c) ? elements * c->data->packed : 0;
}

/* Lists the transfers of the round that starts at `step`, one for each piece, behind those listed; returns the step behind
   them. */
static const coll_rabred_step_t *list_round(coll_rabred_compiler_t *c, const coll_rabred_step_t *step)
{
    coll_rabred_transfer_t *transfer = c->program->transfer;
    const coll_rabred_step_t *first = step;

    for (; COLL_RABRED_STEP_WAIT != step->verb; step++) {
        bool continues = step > first && step[-1].flags & COLL_RABRED_MORE;
        coll_rabred_part_t part = coll_rabred_layout_part(c->layout, step->range);
        coll_rabred_transfer_t *t = &transfer[c->transfers++];
        *t = (coll_rabred_transfer_t) {.step = step, .part = part, .segments = 1,
                                       .returns = step->flags & COLL_RABRED_RETURNS, .place = coll_rabred_place(c, step, transferred(step), part.start)};
        if (continues) {
            t->within = transfer[c->transfers - 2].within || transfer[c->transfers - 2].pieces > 0;
        } else if (step->flags & COLL_RABRED_MORE) {
            const size_t pieces = coll_rabred_message_pieces(step);
            t->packed = packs(c, step, pieces);
            t->pieces = t->packed > 0 ? pieces : 0;
        }
    }
    return step;
}

/* Emits the round's sends, or its receives; returns how many requests there are now. */
static size_t emit_transfers(coll_rabred_compiler_t *c, bool sends, size_t requests)
{
    coll_rabred_transfer_t *transfer = c->program->transfer;

    for (size_t i = 0; i < c->transfers; i++) {
        if (sends == (COLL_RABRED_STEP_SEND == transfer[i].step->verb)) {
            requests += coll_rabred_emit_transfer(c, &transfer[i], requests);
        }
    }
    return requests;
}

/* Bytes of the longest message that the round sends, or receives. */
static size_t longest(const coll_rabred_compiler_t *c, bool sends)
{
    size_t most = 0;

    for (size_t i = 0; i < c->transfers; i++) {
        const coll_rabred_transfer_t *t = &c->program->transfer[i];
        const size_t bytes = t->pieces > 0 ? t->packed : t->part.elements * c->data->packed;
        most = sends == (COLL_RABRED_STEP_SEND == t->step->verb) && bytes > most ? bytes : most;
    }
    return most;
}

/* A round whose messages are not cut. Short ones leave before receives are posted, which takes as long as they are under
   way. Long ones follow them: what is not copied is read when its receiver is there, and should a receive fail to be posted, that must
   not be after the caller has his memory back. A blocking run may wait for the last message at once; for very short ones, once all have
   left, one after the other; and for long ones that a call which blocks sends sooner than others, as all receives are posted by then. */
static void compile_round(coll_rabred_compiler_t *c)
{
    const size_t sent = longest(c, true);
    const bool first = sent <= COLL_RABRED_AT_ONCE, in_turn = first && longest(c, false) <= COLL_RABRED_IN_TURN;
    const bool blocking = !first && sent <= c->limits->blocking;
    const size_t begin = c->program->ops, requests = emit_transfers(c, !first, emit_transfers(c, first, 0));

    if (requests > 0 && !c->failed) {
        coll_rabred_op_t *last = &c->program->op[c->program->ops - 1];
        for (coll_rabred_op_t *op = &c->program->op[begin]; op <= last; op++) {
            if (COLL_RABRED_OP_SEND == op->verb && (blocking || op == last)) {
                op->verb = COLL_RABRED_OP_SEND_NOW;
            } else if (COLL_RABRED_OP_RECV == op->verb && (in_turn || op == last)) {
                op->verb = COLL_RABRED_OP_RECV_NOW;
            }
        }
        last->alone = 1 == requests;
        coll_rabred_emit_wait(c, 0, requests);
    }
}

/* What takes effect once the transfers of the round are complete. */
static void finish_round(coll_rabred_compiler_t *c)
{
    coll_rabred_transfer_t *transfer = c->program->transfer;

    for (size_t i = 0; i < c->transfers; i++) {
        if (COLL_RABRED_STEP_SEND != transfer[i].step->verb && transfer[i].pieces > 0 && !transfer[i].finished) {
            coll_rabred_emit_packing(c, &transfer[i], COLL_RABRED_OP_UNPACK);
        }
    }
    for (size_t i = 0; i < c->transfers; i++) {
        if (COLL_RABRED_STEP_RECV_REDUCE == transfer[i].step->verb && !transfer[i].finished) {
            coll_rabred_emit_reduction(c, transfer[i].step, transfer[i].part, &transfer[i].place);
        }
    }
}

static const coll_rabred_step_t *compile_local(coll_rabred_compiler_t *c, const coll_rabred_step_t *step,
                                               const coll_rabred_step_t *end)
{
    for (; step < end && step->verb > COLL_RABRED_STEP_RECV_REDUCE; step++) {
        coll_rabred_part_t part = coll_rabred_layout_part(c->layout, step->range);
        if (COLL_RABRED_STEP_REDUCE == step->verb) {
            coll_rabred_emit_reduction(c, step, part, NULL);
        } else if (COLL_RABRED_STEP_COPY == step->verb) {
            coll_rabred_emit_copy(c, step, part);
        }
    }
    return step;
}

/* The round whose wait is at `step` is cut: where the next one answers it, lists that, too, and returns its wait. */
static const coll_rabred_step_t *list_answer(coll_rabred_compiler_t *c, const coll_rabred_step_t *step, const coll_rabred_step_t *end)
{
    const coll_rabred_step_t *next = step + 1;

    while (next < end && next->verb > COLL_RABRED_STEP_RECV_REDUCE) {
        next++;
    }
    if (next == end || !(next->flags & COLL_RABRED_RETURNS)) {
        return step;
    }
    c->copy = step + 1;
    next = list_round(c, next);
    coll_rabred_cut_round(c);
    return next;
}

static bool make_room(coll_rabred_program_t *program, size_t transfers, size_t buffers)
{
    const size_t bytes = transfers * sizeof(*program->transfer) + buffers * sizeof(*program->temporary);

    if (bytes > program->capacity) {
        coll_rabred_transfer_t *grown = realloc(program->transfer, bytes);
        if (NULL == grown) {
            return false;
        }
        program->transfer = grown;
        program->capacity = bytes;
    }
    program->temporary = (ptrdiff_t *) (program->transfer + transfers);
    program->ops = program->requests = program->temporaries = program->packed = program->staged = 0;
    return true;
}

/* Gives all temporaries their places, for the longest slice. */
static void place_temporaries(const coll_rabred_compiler_t *c, const coll_rabred_layout_t *layout)
{
    const coll_rabred_schedule_t *schedule = c->schedule;

    for (size_t buffer = COLL_RABRED_TMP; buffer < schedule->buffers; buffer++) {
        const coll_rabred_blocks_t window = schedule->window[buffer];
        const size_t elements = window > 0 ? window * coll_rabred_layout_longest(layout)
                                           : coll_rabred_layout_elements(layout, schedule->used[buffer]);
        c->program->temporary[buffer] = coll_rabred_take_room(c->data, elements, &c->program->temporaries);
    }
}

/* Slices of a vector of so many elements; all processes find the same. Own blocks of a reduce_scatter do not fit into any. */
static size_t slices_of(const coll_rabred_compiler_t *c, size_t elements)
{
    const coll_rabred_problem_t *problem = &c->schedule->problem;
    size_t limit = c->limits->temporaries, size = c->data->packed, vectors = 2 * (size_t) problem->processes;

    if (0 == limit || elements <= limit / size / vectors || coll_rabred_scatters(problem->collective)) {
        return 1;   /* no algorithm keeps more than `vectors` */
    }
    size_t bytes = coll_rabred_stated_scratch(problem) * coll_rabred_layout_longest(c->layout) * size;
    size_t slices = bytes / limit + (bytes % limit > 0), most = elements < MOST_SLICES ? elements : MOST_SLICES;
    return slices > most ? most : slices > 0 ? slices : 1;
}

static void compile_steps(coll_rabred_compiler_t *c)
{
    const coll_rabred_step_t *step = c->schedule->step, *end = step + c->schedule->steps;

    step = compile_local(c, step, end);
    while (step < end && !c->failed) {
        c->transfers = 0;
        c->copy = NULL;
        step = list_round(c, step);
        coll_rabred_cut_round(c);
        if (c->segments > 1) {
            step = list_answer(c, step, end);
            coll_rabred_compile_segments(c);
        } else {
            compile_round(c);
        }
        finish_round(c);
        step = compile_local(c, step + 1, end);
    }
}

bool coll_rabred_compile(coll_rabred_program_t *program, const coll_rabred_schedule_t *schedule,
                         const coll_rabred_layout_t *layout, const coll_rabred_data_t *data,
                         const coll_rabred_limits_t *limits)
{
    const coll_rabred_blocks_t blocks = schedule->problem.blocks;
    coll_rabred_compiler_t c = {
        .program = program, .schedule = schedule, .layout = layout, .data = data, .limits = limits
    };

    if (!make_room(program, 2 * schedule->transfers, schedule->buffers)) {   /* also of a round that answers */
        return false;
    }
    const size_t elements = coll_rabred_layout_start(layout, blocks), slices = slices_of(&c, elements);
    const coll_rabred_layout_t vector = coll_rabred_layout_even(elements, (coll_rabred_blocks_t) slices);
    const coll_rabred_layout_t longest_slice = coll_rabred_layout_even(coll_rabred_layout_longest(&vector), blocks);
    place_temporaries(&c, NULL == layout->start ? &longest_slice : layout);
    for (size_t i = 0; i < slices && !c.failed; i++) {
        const coll_rabred_part_t part = coll_rabred_layout_part(&vector, (coll_rabred_range_t) {(coll_rabred_blocks_t) i, 1});
        const coll_rabred_layout_t slice = coll_rabred_layout_even(part.elements, blocks);
        c.origin = part.start;
        c.layout = NULL == layout->start ? &slice : layout;
        compile_steps(&c);
    }
    (void) coll_rabred_emit(&c, COLL_RABRED_OP_END);
    return !c.failed;
}

void coll_rabred_program_free(coll_rabred_program_t *program)
{
    free(program->op);
    free(program->transfer);
    *program = (coll_rabred_program_t) {0};
}

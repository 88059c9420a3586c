/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "compiler.h"

#include "scratch.h"

#include <stdlib.h>

static coll_rabred_op_t nowhere;      /* written to when memory has run out */

coll_rabred_op_t *coll_rabred_emit(coll_rabred_compiler_t *c, coll_rabred_operation_t verb)
{
    coll_rabred_program_t *program = c->program;

    if (!c->failed && program->ops == program->op_capacity) {
        size_t capacity = 0 == program->op_capacity ? 16 : 2 * program->op_capacity;
        coll_rabred_op_t *grown = realloc(program->op, capacity * sizeof(*grown));
        if (NULL == grown) {
            c->failed = true;
        } else {
            program->op = grown;
            program->op_capacity = capacity;
        }
    }
    coll_rabred_op_t *op = c->failed ? &nowhere : &program->op[program->ops++];
    op->verb = verb;
    op->bytes = op->alone = false;
    return op;
}

size_t coll_rabred_room(const coll_rabred_data_t *data, size_t elements, ptrdiff_t *offset)
{
    ptrdiff_t gap = 0;
    size_t bytes = coll_rabred_data_span(data, elements, &gap);
    ptrdiff_t aligned = gap - ((gap % COLL_RABRED_ALIGNMENT) + COLL_RABRED_ALIGNMENT) % COLL_RABRED_ALIGNMENT;

    *offset = -aligned;
    return coll_rabred_align(bytes + (size_t) (gap - aligned));
}

static coll_rabred_place_t place(const coll_rabred_compiler_t *c, uint32_t buffer, size_t start)
{
    return (coll_rabred_place_t) {buffer, (ptrdiff_t) start * c->data->extent};
}

/* The buffer that a transfer reads or writes. */
static uint32_t transferred(const coll_rabred_step_t *step)
{
    if (COLL_RABRED_STEP_RECV_REDUCE == step->verb) {
        return coll_rabred_received(step);
    }
    return COLL_RABRED_STEP_SEND == step->verb ? step->from : step->into;
}

/* Bytes of a message of several pieces that travels packed; 0 where each piece travels by itself. Both ends
   find the same. */
static size_t packs(const coll_rabred_compiler_t *c, const coll_rabred_step_t *step, size_t pieces)
{
    size_t elements = 0;

    if (1 == pieces) {
        return 0;
    }
    for (size_t i = 0; i < pieces; i++) {
        elements += coll_rabred_layout_elements(c->layout, step[i].range);
    }
    return elements > c->limits->pack_limit / c->data->packed ? 0 : elements * c->data->packed;
}

/* Lists the transfers of the round that starts at `step`, one for each piece; returns the step behind them. */
static const coll_rabred_step_t *list_round(coll_rabred_compiler_t *c, const coll_rabred_step_t *step)
{
    coll_rabred_transfer_t *transfer = c->program->transfer;
    size_t packed = 0;

    for (c->transfers = 0; COLL_RABRED_STEP_WAIT != step->verb; step++) {
        bool continues = c->transfers > 0 && step[-1].flags & COLL_RABRED_MORE;
        coll_rabred_part_t part = coll_rabred_layout_part(c->layout, step->range);
        coll_rabred_transfer_t *t = &transfer[c->transfers++];
        *t = (coll_rabred_transfer_t) {.step = step, .part = part, .segments = 1, .place = place(c, transferred(step), part.start)};
        if (continues) {
            t->within = transfer[c->transfers - 2].within || transfer[c->transfers - 2].packed > 0;
        } else if (step->flags & COLL_RABRED_MORE) {
            t->packed = packs(c, step, coll_rabred_message_pieces(step));
            t->packed_offset = packed;
            packed += t->packed;
        }
    }
    c->program->packed = packed > c->program->packed ? packed : c->program->packed;
    return step;
}

/* Copies the pieces of packed messages into them, or out of them. */
static void emit_packing(coll_rabred_compiler_t *c, const coll_rabred_transfer_t *t, coll_rabred_operation_t verb)
{
    ptrdiff_t at = (ptrdiff_t) t->packed_offset;

    do {
        if (t->part.elements > 0) {
            coll_rabred_place_t packed = {coll_rabred_packed_buffer(c->schedule), at};
            coll_rabred_op_t *op = coll_rabred_emit(c, verb);
            op->into = COLL_RABRED_OP_PACK == verb ? packed : t->place;
            op->from = COLL_RABRED_OP_PACK == verb ? t->place : packed;
            op->count = t->part.elements;
            at += (ptrdiff_t) (t->part.elements * c->data->packed);
        }
    } while ((t++)->step->flags & COLL_RABRED_MORE);
}

void coll_rabred_emit_transfer(coll_rabred_compiler_t *c, const coll_rabred_transfer_t *t, uint32_t request)
{
    bool send = COLL_RABRED_STEP_SEND == t->step->verb;

    if (t->within || (0 == t->part.elements && 0 == t->packed)) {
        return;   /* nothing; at the other end, too */
    }
    if (send && t->packed > 0) {
        emit_packing(c, t, COLL_RABRED_OP_PACK);
    }
    coll_rabred_op_t *op = coll_rabred_emit(c, send ? COLL_RABRED_OP_SEND : COLL_RABRED_OP_RECV);
    op->peer = t->step->peer;
    op->request = request;
    op->bytes = t->packed > 0;
    op->count = op->bytes ? t->packed : t->part.elements * c->data->carried;
    op->into = op->from = op->bytes ? (coll_rabred_place_t) {coll_rabred_packed_buffer(c->schedule), (ptrdiff_t) t->packed_offset}
                                    : t->place;
}

void coll_rabred_emit_wait(coll_rabred_compiler_t *c, size_t first, size_t count)
{
    coll_rabred_op_t *op = coll_rabred_emit(c, COLL_RABRED_OP_WAIT);

    op->request = (uint32_t) first;
    op->count = count;
    c->program->requests = first + count > c->program->requests ? first + count : c->program->requests;
}

void coll_rabred_emit_reduction(coll_rabred_compiler_t *c, const coll_rabred_step_t *step, coll_rabred_part_t part,
                                const coll_rabred_place_t *received)
{
    if (0 == part.elements) {
        return;
    }
    coll_rabred_op_t *op = coll_rabred_emit(c, COLL_RABRED_OP_REDUCE);
    op->count = part.elements;
    op->into = place(c, step->into, part.start);
    op->left = place(c, step->left, part.start);
    op->right = place(c, step->right, part.start);
    if (NULL != received && step->flags & COLL_RABRED_RECEIVED_LEFT) {
        op->left = *received;
    } else if (NULL != received) {
        op->right = *received;
    }
}

/* Marks what a blocking run may do at once, in the round whose operations start at `first`: wait for its last message. */
static void mark_round(coll_rabred_compiler_t *c, size_t first, size_t requests)
{
    size_t ops = c->program->ops;
    coll_rabred_op_t *last = &c->program->op[ops - 1];

    if (COLL_RABRED_OP_SEND == last->verb) {
        last->verb = COLL_RABRED_OP_SEND_LAST;
    } else if (1 == requests) {
        last->verb = COLL_RABRED_OP_RECV_LAST;
    }
    last->alone = 1 == requests;
    bool pair = 2 == requests && ops == first + 2 && COLL_RABRED_OP_RECV == last[-1].verb && COLL_RABRED_OP_SEND_LAST == last->verb;
    if (pair && !last[-1].bytes && !last->bytes) {
        coll_rabred_op_t *behind = coll_rabred_emit(c, last->verb);
        coll_rabred_op_t *op = &c->program->op[first];
        *behind = op[1];
        op[1] = op[0];
        op[0].verb = COLL_RABRED_OP_EXCHANGE;
    }
}

/* A round whose messages are not cut. */
static void compile_round(coll_rabred_compiler_t *c)
{
    coll_rabred_transfer_t *transfer = c->program->transfer;
    size_t first = c->program->ops, requests = 0;

    for (size_t i = 0; i < c->transfers; i++) {
        size_t before = c->program->ops;
        coll_rabred_emit_transfer(c, &transfer[i], (uint32_t) requests);
        requests += c->program->ops > before;
    }
    if (requests > 0 && !c->failed) {
        mark_round(c, first, requests);
        coll_rabred_emit_wait(c, 0, requests);
    }
}

/* What takes effect once the transfers of the round are complete. */
static void finish_round(coll_rabred_compiler_t *c)
{
    coll_rabred_transfer_t *transfer = c->program->transfer;

    for (size_t i = 0; i < c->transfers; i++) {
        if (COLL_RABRED_STEP_SEND != transfer[i].step->verb && transfer[i].packed > 0) {
            emit_packing(c, &transfer[i], COLL_RABRED_OP_UNPACK);
        }
    }
    for (size_t i = 0; i < c->transfers; i++) {
        if (COLL_RABRED_STEP_RECV_REDUCE == transfer[i].step->verb && !transfer[i].reduced) {
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
        } else if (COLL_RABRED_STEP_COPY == step->verb && part.elements > 0) {
            coll_rabred_op_t *op = coll_rabred_emit(c, COLL_RABRED_OP_COPY);
            op->count = part.elements;
            op->into = place(c, step->into, part.start);
            op->from = place(c, step->from, part.start);
        }
    }
    return step;
}

static bool make_room(coll_rabred_program_t *program, size_t transfers)
{
    if (transfers > program->transfer_capacity) {
        coll_rabred_transfer_t *grown = realloc(program->transfer, transfers * sizeof(*grown));
        if (NULL == grown) {
            return false;
        }
        program->transfer = grown;
        program->transfer_capacity = transfers;
    }
    program->ops = program->requests = program->packed = program->staged = 0;
    return true;
}

bool coll_rabred_compile(coll_rabred_program_t *program, const coll_rabred_schedule_t *schedule,
                         const coll_rabred_layout_t *layout, const coll_rabred_data_t *data,
                         const coll_rabred_limits_t *limits)
{
    coll_rabred_compiler_t c = {
        .program = program, .schedule = schedule, .layout = layout, .data = data, .limits = limits
    };
    const coll_rabred_step_t *step = schedule->step, *end = step + schedule->steps;

    if (!make_room(program, schedule->transfers)) {
        return false;
    }
    step = compile_local(&c, step, end);
    while (step < end && !c.failed) {
        step = list_round(&c, step);
        coll_rabred_cut_round(&c);
        if (c.segments > 1) {
            coll_rabred_compile_segments(&c);
        } else {
            compile_round(&c);
        }
        finish_round(&c);
        step = compile_local(&c, step + 1, end);
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

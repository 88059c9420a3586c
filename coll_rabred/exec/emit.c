/*
 * The operations of a program, one after the other; a message that the transport would announce first becomes several
 * that leave at once, its packets.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "compiler.h"

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

/* True if the pieces of a packed message stand side by side in memory, as they do in the message. */
static bool stands_packed(const coll_rabred_compiler_t *c, const coll_rabred_transfer_t *t)
{
    bool packed = c->data->plain;

    for (const coll_rabred_transfer_t *last = t + t->pieces - 1; packed && t < last; t++) {
        const ptrdiff_t end = t->place.offset + (ptrdiff_t) t->part.elements * c->data->extent;
        packed = t[1].place.base == t->place.base && t[1].place.offset == end;
    }
    return packed;
}

void coll_rabred_emit_packing(coll_rabred_compiler_t *c, const coll_rabred_transfer_t *t, coll_rabred_operation_t verb)
{
    ptrdiff_t at = (ptrdiff_t) t->packed_offset;

    if (stands_packed(c, t)) {
        return;
    }
    for (const coll_rabred_transfer_t *end = t + t->pieces; t < end; t++) {
        if (t->part.elements > 0) {
            coll_rabred_place_t packed = {COLL_RABRED_PACKED, at};
            coll_rabred_op_t *op = coll_rabred_emit(c, verb);
            op->into = COLL_RABRED_OP_PACK == verb ? packed : t->place;
            op->from = COLL_RABRED_OP_PACK == verb ? t->place : packed;
            op->count = t->part.elements;
            at += (ptrdiff_t) (t->part.elements * c->data->packed);
        }
    }
}

/* What travels of a transfer: so many things of `size` bytes each, `stride` bytes apart. Those that are packed are bytes. */
typedef struct {
    size_t count, size;
    ptrdiff_t stride;
} load_t;

static load_t load_of(const coll_rabred_compiler_t *c, const coll_rabred_transfer_t *t)
{
    if (t->within) {
        return (load_t) {0, 1, 1};
    }
    return t->pieces > 0 ? (load_t) {t->packed, 1, 1} : (load_t) {t->part.elements, c->data->packed, c->data->extent};
}

/* How messages to a process may be cut, from *cut to before *end; the other end finds the same. Between two that send to each other the
   shortest packets are no faster than one message, and slower in calls that follow each other (perf/results/2026-11-26-two-ways). */
static void find_cuts(const coll_rabred_compiler_t *c, const coll_rabred_step_t *step, const coll_rabred_cut_t **cut,
                      const coll_rabred_cut_t **end)
{
    const coll_rabred_limits_t *limits = c->limits;
    const int *node = NULL == limits->nodes ? NULL : limits->nodes->node;
    const bool same = NULL != node && node[step->peer] == node[c->schedule->problem.rank];

    *cut = *end = &limits->far_cut;
    if (limits->near || same) {
        *cut = &limits->cut[step->flags & (COLL_RABRED_TWO_WAY | COLL_RABRED_RETURNS) ? 1 : 0];
        *end = &limits->cut[COLL_RABRED_CUTS];
    } else if (limits->far || NULL != node) {
        *end = *cut + 1;
    }
}

/* How many of them travel in one message. */
static size_t packet_of(const coll_rabred_compiler_t *c, const coll_rabred_transfer_t *t, const load_t *load)
{
    const coll_rabred_cut_t *cut, *end;

    for (find_cuts(c, t->step, &cut, &end); cut < end; cut++) {
        const size_t packet = cut->packet / load->size;
        if (packet > 0 && load->count > packet && load->count <= cut->most / load->size) {
            return packet;
        }
    }
    return load->count;
}

size_t coll_rabred_unannounced(const coll_rabred_compiler_t *c, const coll_rabred_transfer_t *t)
{
    const coll_rabred_cut_t *far = &c->limits->far_cut, *cut, *end;
    const size_t at_once = (far->most > far->packet ? far->most : far->packet) / c->data->packed;

    find_cuts(c, t->step, &cut, &end);
    return cut < end && cut == far && t->part.elements > at_once ? at_once : 0;
}

size_t coll_rabred_packets(const coll_rabred_compiler_t *c, const coll_rabred_transfer_t *t)
{
    const load_t load = load_of(c, t);

    return 0 == load.count ? 0 : (load.count - 1) / packet_of(c, t, &load) + 1;
}

size_t coll_rabred_emit_transfer(coll_rabred_compiler_t *c, const coll_rabred_transfer_t *t, size_t request)
{
    const bool send = COLL_RABRED_STEP_SEND == t->step->verb, bytes = t->pieces > 0;
    const load_t load = load_of(c, t);
    const size_t packet = packet_of(c, t, &load), first_request = request;
    coll_rabred_place_t place = bytes && !stands_packed(c, t) ? (coll_rabred_place_t) {COLL_RABRED_PACKED, (ptrdiff_t) t->packed_offset}
                                                              : t->place;

    if (send && bytes && load.count > 0 && !t->repeated) {
        coll_rabred_emit_packing(c, t, COLL_RABRED_OP_PACK);
    }
    for (size_t first = 0; first < load.count; first += packet) {   /* of nothing, none; at the other end, too */
        const size_t count = load.count - first < packet ? load.count - first : packet;
        coll_rabred_op_t *op = coll_rabred_emit(c, send ? COLL_RABRED_OP_SEND : COLL_RABRED_OP_RECV);
        op->peer = t->step->peer;
        op->request = (uint32_t) request++;
        op->bytes = bytes;
        op->count = count;
        op->into = op->from = place;
        place.offset += (ptrdiff_t) count * load.stride;
    }
    return request - first_request;
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
    op->into = coll_rabred_place(c, step, step->into, part.start);
    op->left = coll_rabred_place(c, step, step->left, part.start);
    op->right = coll_rabred_place(c, step, step->right, part.start);
    const bool received_left = step->flags & COLL_RABRED_RECEIVED_LEFT;
    if (NULL != received && received_left && coll_rabred_lands(c, step)) {
        op->left = op->right;
        op->right = *received;
    } else if (NULL != received && received_left) {
        op->left = *received;
    } else if (NULL != received) {
        op->right = *received;
    }
}

void coll_rabred_emit_copy(coll_rabred_compiler_t *c, const coll_rabred_step_t *step, coll_rabred_part_t part)
{
    if (part.elements > 0) {
        coll_rabred_op_t *op = coll_rabred_emit(c, COLL_RABRED_OP_COPY);
        op->count = part.elements;
        op->into = coll_rabred_place(c, step, step->into, part.start);
        op->from = coll_rabred_place(c, step, step->from, part.start);
    }
}

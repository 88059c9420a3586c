/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "transfer.h"

/* The buffer that a transfer reads or writes. */
static uint32_t transferred(const coll_rabred_step_t *step)
{
    switch (step->verb) {
    case COLL_RABRED_STEP_SEND:
        return step->from;
    case COLL_RABRED_STEP_RECV:
        return step->into;
    default:
        return step->flags & COLL_RABRED_RECEIVED_LEFT ? step->left : step->right;
    }
}

/* Posts one message; one of nothing vanishes, at the other end, too. */
static inline int post(coll_rabred_run_t *run, const coll_rabred_step_t *step, char *memory, size_t carried,
                       struct ompi_datatype_t *carrier, bool block)
{
    const coll_rabred_wire_t *wire = &run->call->wire;
    struct ompi_request_t **request = &run->request[run->requests];
    int error;

    if (0 == carried) {
        return COLL_RABRED_SUCCESS;
    }
    if (COLL_RABRED_STEP_SEND == step->verb) {
        if (block && step->flags & COLL_RABRED_LAST) {
            return coll_rabred_wire_send(wire, memory, carried, carrier, step->peer);
        }
        error = coll_rabred_wire_isend(wire, memory, carried, carrier, step->peer, request);
    } else {
        error = coll_rabred_wire_irecv(wire, memory, carried, carrier, step->peer, request);
        run->receives += COLL_RABRED_SUCCESS == error;
    }
    run->requests += COLL_RABRED_SUCCESS == error;
    return error;
}

static inline int post_piece(coll_rabred_run_t *run, const coll_rabred_step_t *step, bool block)
{
    const coll_rabred_call_t *call = run->call;
    coll_rabred_part_t part = coll_rabred_layout_part(&call->layout, step->range);

    return post(run, step, coll_rabred_address(call, transferred(step), part.start), part.elements * call->data.carried,
                call->data.carrier, block);
}

/* Bytes of a message of several pieces that travels packed; 0 where each piece travels by itself. Both ends
   find the same. */
static size_t packs(const coll_rabred_call_t *call, const coll_rabred_step_t *step, size_t pieces)
{
    size_t elements = 0;

    if (1 == pieces) {
        return 0;
    }
    for (size_t i = 0; i < pieces; i++) {
        elements += coll_rabred_layout_elements(&call->layout, step[i].range);
    }
    return elements > call->pack_limit / call->data.packed ? 0 : elements * call->data.packed;
}

/* Copies the pieces of a message one behind the other from `packed` on, or from there to their places. */
static void pack(const coll_rabred_call_t *call, const coll_rabred_step_t *step, size_t pieces, char *packed)
{
    for (size_t i = 0; i < pieces; i++) {
        coll_rabred_part_t part = coll_rabred_layout_part(&call->layout, step[i].range);
        char *piece = coll_rabred_address(call, transferred(&step[i]), part.start);
        if (part.elements > 0 && COLL_RABRED_STEP_SEND == step->verb) {
            coll_rabred_data_pack(&call->data, part.elements, packed, piece);
        } else if (part.elements > 0) {
            coll_rabred_data_unpack(&call->data, part.elements, piece, packed);
        }
        packed += part.elements * call->data.packed;
    }
}

static int post_pieces(coll_rabred_run_t *run, const coll_rabred_step_t *step, size_t pieces, bool block)
{
    const coll_rabred_call_t *call = run->call;
    size_t bytes = packs(call, step, pieces);
    int error = COLL_RABRED_SUCCESS;

    if (bytes > 0) {
        char *packed = call->packed + run->packed_bytes;
        if (COLL_RABRED_STEP_SEND == step->verb) {
            pack(call, step, pieces, packed);
        }
        run->packed_bytes += bytes;
        return post(run, &step[pieces - 1], packed, bytes, coll_rabred_data_bytes(), block);
    }
    for (size_t i = 0; i < pieces && COLL_RABRED_SUCCESS == error; i++) {
        error = post_piece(run, &step[i], block);
    }
    return error;
}

int coll_rabred_transfer_post(coll_rabred_run_t *run, bool block)
{
    const coll_rabred_step_t *step = run->next;
    int error = COLL_RABRED_SUCCESS;

    while (COLL_RABRED_SUCCESS == error && COLL_RABRED_STEP_WAIT != step->verb) {
        if (step->flags & COLL_RABRED_MORE) {
            size_t pieces = coll_rabred_message_pieces(step);
            error = post_pieces(run, step, pieces, block);
            step += pieces;
        } else {
            error = post_piece(run, step, block);
            step++;
        }
    }
    run->next = step;
    return error;
}

/* In the order in which it was posted. */
void coll_rabred_transfer_unpack(coll_rabred_run_t *run)
{
    const coll_rabred_call_t *call = run->call;
    size_t pieces;

    run->packed_bytes = 0;
    for (const coll_rabred_step_t *step = run->open; step < run->next; step += pieces) {
        pieces = coll_rabred_message_pieces(step);
        size_t bytes = packs(call, step, pieces);
        if (bytes > 0 && COLL_RABRED_STEP_SEND != step->verb) {
            pack(call, step, pieces, call->packed + run->packed_bytes);
        }
        run->packed_bytes += bytes;
    }
    run->packed_bytes = 0;
}

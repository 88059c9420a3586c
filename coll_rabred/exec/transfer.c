/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "transfer.h"

/* Where the next packed message of the round stands. */
static char *next_packed(const coll_rabred_run_t *run)
{
    return run->packed + (ptrdiff_t) run->packed_elements * run->call->data.extent;
}

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

/* Posts elements of one message; none vanish, at the other end, too. */
static int post(coll_rabred_run_t *run, const coll_rabred_step_t *step, char *memory, size_t elements, bool block)
{
    const coll_rabred_call_t *call = run->call;
    struct ompi_datatype_t *carrier = call->data.carrier;
    struct ompi_request_t **request = &run->request[run->requests];
    size_t carried = elements * call->data.carried;
    int error;

    if (0 == carried) {
        return COLL_RABRED_SUCCESS;
    }
    if (COLL_RABRED_STEP_SEND == step->verb) {
        if (block && step->flags & COLL_RABRED_LAST) {
            return coll_rabred_wire_send(&call->wire, memory, carried, carrier, step->peer);
        }
        error = coll_rabred_wire_isend(&call->wire, memory, carried, carrier, step->peer, request);
    } else {
        error = coll_rabred_wire_irecv(&call->wire, memory, carried, carrier, step->peer, request);
        run->receives += COLL_RABRED_SUCCESS == error;
    }
    run->requests += COLL_RABRED_SUCCESS == error;
    return error;
}

static int post_piece(coll_rabred_run_t *run, const coll_rabred_step_t *step, bool block)
{
    const coll_rabred_layout_t *layout = &run->call->layout;
    char *memory = coll_rabred_address(run, transferred(step), coll_rabred_layout_start(layout, step->range.first));

    return post(run, step, memory, coll_rabred_layout_elements(layout, step->range), block);
}

/* Elements of a message of several pieces that travels as one; 0 where each piece travels by itself. Both ends
   find the same. */
static size_t packs(const coll_rabred_run_t *run, const coll_rabred_step_t *step, size_t pieces)
{
    const coll_rabred_call_t *call = run->call;
    size_t elements = 0;

    if (1 == pieces) {
        return 0;
    }
    for (size_t i = 0; i < pieces; i++) {
        elements += coll_rabred_layout_elements(&call->layout, step[i].range);
    }
    return elements > call->pack_limit / call->data.size ? 0 : elements;
}

/* Copies the pieces of a message one behind the other from `packed` on, or from there to their places. */
static void pack(const coll_rabred_run_t *run, const coll_rabred_step_t *step, size_t pieces, char *packed)
{
    const coll_rabred_call_t *call = run->call;

    for (size_t i = 0; i < pieces; i++) {
        char *piece = coll_rabred_address(run, transferred(&step[i]), coll_rabred_layout_start(&call->layout, step[i].range.first));
        size_t elements = coll_rabred_layout_elements(&call->layout, step[i].range);
        bool send = COLL_RABRED_STEP_SEND == step->verb;
        if (elements > 0) {
            coll_rabred_data_copy(&call->data, elements, send ? packed : piece, send ? piece : packed);
        }
        packed += (ptrdiff_t) elements * call->data.extent;
    }
}

int coll_rabred_transfer_post(coll_rabred_run_t *run, const coll_rabred_step_t *step, size_t pieces, bool block)
{
    size_t elements = packs(run, step, pieces);
    int error = COLL_RABRED_SUCCESS;

    if (elements > 0) {
        char *packed = next_packed(run);
        if (COLL_RABRED_STEP_SEND == step->verb) {
            pack(run, step, pieces, packed);
        }
        run->packed_elements += elements;
        return post(run, &step[pieces - 1], packed, elements, block);
    }
    for (size_t i = 0; i < pieces && COLL_RABRED_SUCCESS == error; i++) {
        error = post_piece(run, &step[i], block);
    }
    return error;
}

/* In the order in which it was posted. */
void coll_rabred_transfer_unpack(coll_rabred_run_t *run)
{
    const coll_rabred_step_t *step = run->call->schedule->step;
    size_t pieces;

    if (0 == run->packed_elements) {
        return;
    }
    run->packed_elements = 0;
    for (size_t i = run->open; i < run->next; i += pieces) {
        pieces = coll_rabred_message_pieces(&step[i]);
        size_t elements = packs(run, &step[i], pieces);
        if (elements > 0 && COLL_RABRED_STEP_SEND != step[i].verb) {
            pack(run, &step[i], pieces, next_packed(run));
        }
        run->packed_elements += elements;
    }
    run->packed_elements = 0;
}

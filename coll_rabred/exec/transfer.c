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
static int post(coll_rabred_run_t *run, const coll_rabred_step_t *step, char *memory, size_t carried,
                struct ompi_datatype_t *carrier, bool block)
{
    const coll_rabred_call_t *call = run->call;
    struct ompi_request_t **request = &run->request[run->requests];
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
    const coll_rabred_data_t *data = &run->call->data;
    char *memory = coll_rabred_address(run, transferred(step), coll_rabred_layout_start(layout, step->range.first));

    return post(run, step, memory, coll_rabred_layout_elements(layout, step->range) * data->carried, data->carrier, block);
}

/* Bytes of a message of several pieces that travels packed; 0 where each piece travels by itself. Both ends
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
    return elements > call->pack_limit / call->data.packed ? 0 : elements * call->data.packed;
}

/* Copies the pieces of a message one behind the other from `packed` on, or from there to their places. */
static void pack(const coll_rabred_run_t *run, const coll_rabred_step_t *step, size_t pieces, char *packed)
{
    const coll_rabred_call_t *call = run->call;

    for (size_t i = 0; i < pieces; i++) {
        char *piece = coll_rabred_address(run, transferred(&step[i]), coll_rabred_layout_start(&call->layout, step[i].range.first));
        size_t elements = coll_rabred_layout_elements(&call->layout, step[i].range);
        if (elements > 0 && COLL_RABRED_STEP_SEND == step->verb) {
            coll_rabred_data_pack(&call->data, elements, packed, piece);
        } else if (elements > 0) {
            coll_rabred_data_unpack(&call->data, elements, piece, packed);
        }
        packed += elements * call->data.packed;
    }
}

int coll_rabred_transfer_post(coll_rabred_run_t *run, const coll_rabred_step_t *step, size_t pieces, bool block)
{
    size_t bytes = packs(run, step, pieces);
    int error = COLL_RABRED_SUCCESS;

    if (bytes > 0) {
        char *packed = run->packed + run->packed_bytes;
        if (COLL_RABRED_STEP_SEND == step->verb) {
            pack(run, step, pieces, packed);
        }
        run->packed_bytes += bytes;
        return post(run, &step[pieces - 1], packed, bytes, coll_rabred_data_bytes(), block);
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

    if (0 == run->packed_bytes) {
        return;
    }
    run->packed_bytes = 0;
    for (size_t i = run->open; i < run->next; i += pieces) {
        pieces = coll_rabred_message_pieces(&step[i]);
        size_t bytes = packs(run, &step[i], pieces);
        if (bytes > 0 && COLL_RABRED_STEP_SEND != step[i].verb) {
            pack(run, &step[i], pieces, run->packed + run->packed_bytes);
        }
        run->packed_bytes += bytes;
    }
    run->packed_bytes = 0;
}

/*
 * The messages of a round. One of several pieces travels packed, as one message of bytes, where it is no longer than
 * the call's limit; else each piece travels by itself.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_EXEC_TRANSFER_H
#define COLL_RABRED_EXEC_TRANSFER_H

#include "run.h"

/* Where a buffer's part of a step stands: from element `start` of the vector on. */
static inline char *coll_rabred_address(const coll_rabred_run_t *run, uint32_t buffer, size_t start)
{
    return run->base[buffer] + (ptrdiff_t) start * run->call->data.extent;
}

/* Posts the message of so many pieces that starts at `step`; 0 or the error of the wire. `block`: may wait for it. */
int coll_rabred_transfer_post(coll_rabred_run_t *run, const coll_rabred_step_t *step, size_t pieces, bool block);

/* Brings what arrived packed in the round, now complete, to its places. */
void coll_rabred_transfer_unpack(coll_rabred_run_t *run);

#endif

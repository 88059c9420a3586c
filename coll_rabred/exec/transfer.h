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
static inline char *coll_rabred_address(const coll_rabred_call_t *call, uint32_t buffer, size_t start)
{
    return call->base[buffer] + (ptrdiff_t) start * call->data.extent;
}

/* Posts the messages of the round that starts at `next`, which moves behind them; 0 or the error of the wire. `block`:
   may wait for the last one. */
int coll_rabred_transfer_post(coll_rabred_run_t *run, bool block);

/* Brings what arrived packed in the round, now complete, to its places. */
void coll_rabred_transfer_unpack(coll_rabred_run_t *run);

#endif

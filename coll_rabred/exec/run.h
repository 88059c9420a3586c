/*
 * Runs a schedule on the memory of one call.
 *
 * The loop can stop whenever messages are under way and go on later, so that blocking and non-blocking
 * calls share it. On an error all receives are cancelled, and scratch that an unfinished send still
 * reads is kept until the communicator goes.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_EXEC_RUN_H
#define COLL_RABRED_EXEC_RUN_H

#include "data.h"
#include "layout.h"
#include "scratch.h"
#include "wire.h"

typedef struct {
    const coll_rabred_schedule_t *schedule;
    coll_rabred_layout_t layout;
    coll_rabred_data_t data;
    coll_rabred_wire_t wire;
    const void *in;                  /* element 0 of the vector; in place the same memory as OUT's start */
    void *out;                       /* element 0; of the own blocks in reduce_scatter; not read where OUT does not exist */
    coll_rabred_scratch_t *scratch;
    uint32_t pack_limit;             /* bytes: messages of several pieces travel as one up to it; equal on all processes */
} coll_rabred_call_t;

/* A call under way; private to run.c. */
typedef struct {
    const coll_rabred_call_t *call;
    char **base;                     /* [buffers]: where element 0 of the vector would stand */
    struct ompi_request_t **request; /* [transfers] */
    char *packed;                    /* the messages that travel packed */
    size_t packed_bytes;             /* of the round under way */
    size_t receives, requests;       /* of the round under way: receives first */
    size_t open, next;               /* first step of that round; first step not begun */
} coll_rabred_run_t;

/* Prepares a call, which must last as long as the run. 0, or COLL_RABRED_OUT_OF_MEMORY with nothing held. */
int coll_rabred_run_start(coll_rabred_run_t *run, const coll_rabred_call_t *call);

/*
 * Goes on as far as it can; `block`: to the end. Returns 0 or the first error; *done tells whether the
 * run is over, as it is after an error: receives are cancelled, and the scratch is given back or, where an
 * unfinished send still reads it, retained.
 */
int coll_rabred_run_continue(coll_rabred_run_t *run, bool block, bool *done);

/* Start and continue to the end. */
int coll_rabred_run(const coll_rabred_call_t *call);

#endif

/*
 * Runs a schedule on the memory of one call.
 *
 * The loop can stop whenever messages are under way and go on later, so that blocking and non-blocking
 * calls share it. On an error all receives are cancelled, and scratch that an unfinished send still
 * reads is kept until the communicator goes; the caller's memory may be read as long.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_EXEC_RUN_H
#define COLL_RABRED_EXEC_RUN_H

#include "program.h"
#include "scratch.h"
#include "wire.h"

typedef struct {
    /* The same in every run. What a run reads follows what only its preparation does: few cache lines. */
    const coll_rabred_schedule_t *schedule;
    coll_rabred_layout_t layout;
    coll_rabred_limits_t limits;
    coll_rabred_data_t data;
    coll_rabred_wire_t wire;
    coll_rabred_scratch_t *scratch;
    /* Given to each run. */
    const void *in;                  /* element 0 of the vector; in place the same memory as OUT's start */
    void *out;                       /* element 0; of the own blocks in reduce_scatter; not read where OUT does not exist */
    /* Found once; private to exec/. */
    size_t packed_start, stage_start, bytes;   /* of scratch: bytes before packed messages, and operands that arrive; in all */
    ptrdiff_t own;                   /* bytes from element 0 of the vector to that of `out` */
    char *base[COLL_RABRED_BASES];   /* of IN and OUT element 0 of the vector */
    struct ompi_datatype_t *carrier[2];   /* what elements travel as, and what packed messages do */
    struct ompi_request_t **request; /* of the messages under way */
    size_t request_capacity;
    coll_rabred_program_t program;
} coll_rabred_call_t;

/* A run under way; private to run.c. */
typedef struct {
    coll_rabred_call_t *call;
    const coll_rabred_op_t *next;    /* not begun */
} coll_rabred_run_t;

/*
 * Finds once what all runs of a call share, when what is the same in every run has been set; again where that has changed. Forgets the
 * schedule and where the layout's blocks start, which may go before the runs: they are to be set before each time. What it held before,
 * which at first is all zeros, is used again. 0, or COLL_RABRED_OUT_OF_MEMORY.
 */
int coll_rabred_call_prepare(coll_rabred_call_t *call);

/*
 * Takes, once prepared, the scratch that the runs need. For a call with scratch of its own that stays between runs. 0, or
 * COLL_RABRED_OUT_OF_MEMORY. After a run with an error it is to be prepared again.
 */
int coll_rabred_call_settle(coll_rabred_call_t *call);

/* Gives back what prepare holds; how many bytes that are. */
void coll_rabred_call_release(coll_rabred_call_t *call);
size_t coll_rabred_call_held(const coll_rabred_call_t *call);

/* Starts a run of a call, its only one. 0, or COLL_RABRED_OUT_OF_MEMORY with nothing held. */
int coll_rabred_run_start(coll_rabred_run_t *run, coll_rabred_call_t *call);

/*
 * Goes on as far as it can without waiting. Returns 0 or the first error; *done tells whether the
 * run is over, as it is after an error: receives are cancelled, and the scratch is given back or, where an
 * unfinished send still reads it, retained.
 */
int coll_rabred_run_continue(coll_rabred_run_t *run, bool *done);

/* Ends a run that has stopped: its receives are cancelled, and so on, as after an error. */
void coll_rabred_run_give_up(const coll_rabred_run_t *run);

/* A run from start to end, which waits where it has to. */
int coll_rabred_run(coll_rabred_call_t *call);

#endif

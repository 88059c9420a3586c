/*
 * Requests: the runs of non-blocking and persistent calls.
 *
 * A request owns what its runs need (program, table of messages, scratch, references to operator, type and
 * communicator), so that it depends on nothing that may go while it is under way. What the first call of a
 * communicator does for all would wait for other processes; a request that comes before its end waits its turn:
 * it is planned, and runs if it was started, as soon as that is over. So the call never waits.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_REQUEST_H
#define COLL_RABRED_REQUEST_H

#include "coll_rabred.h"
#include "coll_rabred_progress.h"

#include "mpi.h"
#include "ompi/mca/coll/base/coll_base_util.h"

BEGIN_C_DECLS

typedef struct mca_coll_rabred_request {
    ompi_coll_base_nbc_request_t super;          /* the MPI layer reaches into it */
    mca_coll_rabred_task_t task;
    struct mca_coll_rabred_request *next;        /* that waits, or is idle */
    mca_coll_rabred_module_t *module;
    mca_coll_rabred_arguments_t arguments;
    size_t *start;                               /* the arguments' own copy, if it had to wait; else NULL */
    bool empty;                                  /* there is nothing to run */
    bool planned, started;                       /* started: to run as soon as it is planned */
    int error;                                   /* of the plan or of the last run: it does not run again */
    mca_coll_rabred_prepared_t prepared;
    coll_rabred_scratch_t scratch;
    coll_rabred_run_t run;
} mca_coll_rabred_request_t;

/* A reduction as a request: under way, or persistent and inactive. 0, or an error with no request. */
int mca_coll_rabred_request(mca_coll_rabred_module_t *module, const mca_coll_rabred_arguments_t *arguments, bool persistent,
                            ompi_request_t **request);

/* What the first call does for all is over, with that error: the requests that have waited for it go on, or fail. */
void mca_coll_rabred_begun(mca_coll_rabred_module_t *module, int error);

/*
 * Open MPI reduces on a communicator, for a later stage of MPI_Comm_idup, on whichever thread makes progress, while another one may be
 * in a call of the user's. True for the first that asks, for whom a tag is reserved before any other: it has to start it.
 */
bool mca_coll_rabred_is_first(mca_coll_rabred_module_t *module, struct ompi_communicator_t *comm, int *tag);

/* Whether it is over. */
bool mca_coll_rabred_has_begun(mca_coll_rabred_module_t *module);

/*
 * Where requests come from. The memory of one stays a request's when nobody uses it: Open MPI's callbacks look at it
 * even then.
 */

/* Before the first request: also makes their runs go on with MPI's progress. 0, or an error. */
int mca_coll_rabred_pool_open(void);

/* When the component is closed. */
void mca_coll_rabred_pool_close(void);

/* An inactive request that holds what its arguments refer to; prepared for them where its prepared.type is set. NULL when
   out of memory. */
mca_coll_rabred_request_t *mca_coll_rabred_pool_take(mca_coll_rabred_module_t *module,
                                                     const mca_coll_rabred_arguments_t *arguments);

/* Nobody uses the request any more: it lets go of that. Where its prepared.type is set it may stay prepared for calls like its last one. */
void mca_coll_rabred_pool_give_back(mca_coll_rabred_request_t *request);

/* Moves memory that unfinished sends still read to the module, which keeps it until it goes. */
void mca_coll_rabred_leave_behind(mca_coll_rabred_module_t *module, coll_rabred_scratch_t *scratch);

/* The module goes. */
void mca_coll_rabred_pool_forget(mca_coll_rabred_module_t *module);

END_C_DECLS

#endif

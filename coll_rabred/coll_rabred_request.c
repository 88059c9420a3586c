/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "coll_rabred_request.h"
#include "coll_rabred_begin.h"
#include "coll_rabred_prepared.h"

#include "ompi/constants.h"
#include "ompi/errhandler/errcode-internal.h"

#include <stdlib.h>
#include <string.h>

/* Of what calls and progress share: whether modules have begun, and which requests wait for that. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

bool mca_coll_rabred_is_first(mca_coll_rabred_module_t *module, struct ompi_communicator_t *comm, int *tag)
{
    mca_coll_rabred_lock(&lock);
    const bool first = !module->asked;
    if (first) {
        module->asked = true;
        *tag = ompi_coll_base_nbc_reserve_tags(comm, 1);
    }
    mca_coll_rabred_unlock(&lock);
    return first;
}

bool mca_coll_rabred_has_begun(mca_coll_rabred_module_t *module)
{
    mca_coll_rabred_lock(&lock);
    bool begun = module->begun;
    mca_coll_rabred_unlock(&lock);
    return begun;
}

/* Chooses and takes all that runs need. */
static int plan(mca_coll_rabred_request_t *request)
{
    mca_coll_rabred_prepared_t *prepared = &request->prepared;
    const mca_coll_rabred_arguments_t *arguments = &request->arguments;
    size_t type_size;

    request->planned = true;
    if (OMPI_SUCCESS != request->module->broken) {
        return request->module->broken;
    }
    ompi_datatype_type_size(arguments->type, &type_size);
    const size_t bytes = arguments->count * type_size;
    request->scratch.limit = SIZE_MAX;
    int error = mca_coll_rabred_choose(request->module, arguments, bytes, &request->scratch, prepared);
    error = OMPI_SUCCESS == error ? coll_rabred_call_settle(&prepared->call) : error;
    if (OMPI_SUCCESS == error && mca_coll_rabred_can_keep(arguments)) {
        mca_coll_rabred_keep(prepared, arguments);
    }
    return error;
}

/* A run is over. What belongs to the request may be gone at once. */
static void finish(mca_coll_rabred_request_t *request, int error)
{
    if (OMPI_SUCCESS != error) {
        request->prepared.type = NULL;   /* its scratch may be left behind */
    }
    request->error = error;
    request->super.super.req_status.MPI_ERROR = ompi_errcode_get_mpi_code(error);
    (void) ompi_request_complete(&request->super.super, true);
}

/* Begins a run; true if it is over. */
static bool begin_run(mca_coll_rabred_request_t *request)
{
    coll_rabred_call_t *call = &request->prepared.call;
    const mca_coll_rabred_arguments_t *arguments = &request->arguments;
    bool done = true;
    int error = request->error;

    request->started = false;
    if (OMPI_SUCCESS == error && !request->empty) {
        mca_coll_rabred_count_call(&request->prepared);
        call->wire.tag = arguments->tag;
        call->in = MPI_IN_PLACE == arguments->in ? arguments->out : arguments->in;
        call->out = arguments->out;
        error = coll_rabred_run_start(&request->run, call);
        error = OMPI_SUCCESS == error ? coll_rabred_run_continue(&request->run, &done) : error;
    }
    if (done) {
        finish(request, error);
    }
    return done;
}

static void run(mca_coll_rabred_request_t *request)
{
    if (!begin_run(request)) {
        mca_coll_rabred_progress_add(&request->task);
    }
}

static bool go_on(mca_coll_rabred_task_t *task)
{
    mca_coll_rabred_request_t *request = (mca_coll_rabred_request_t *) ((char *) task - offsetof(mca_coll_rabred_request_t, task));
    bool done;
    int error = coll_rabred_run_continue(&request->run, &done);

    if (done) {
        finish(request, error);
    }
    return done;
}

void mca_coll_rabred_begun(mca_coll_rabred_module_t *module, int error)
{
    mca_coll_rabred_request_t *started = NULL, **last = &started;

    mca_coll_rabred_lock(&lock);
    module->broken = error;   /* others may have learnt what this process has not */
    for (mca_coll_rabred_request_t *request = module->waiting, *next; NULL != request; request = next) {
        next = request->next;
        request->error = plan(request);
        if (request->started) {
            *last = request;
            last = &request->next;
        }
    }
    *last = NULL;
    module->waiting = NULL;
    module->last_waiting = &module->waiting;
    module->begun = true;
    mca_coll_rabred_unlock(&lock);
    while (NULL != started) {
        mca_coll_rabred_request_t *request = started;
        started = request->next;
        run(request);
    }
}

/* Plans a request, or makes it wait. */
static int plan_or_wait(mca_coll_rabred_request_t *request)
{
    const size_t starts = (size_t) ompi_comm_size(request->arguments.comm) + 1;
    int error = OMPI_SUCCESS;

    mca_coll_rabred_lock(&lock);
    if (request->module->begun) {
        error = plan(request);
    } else if (NULL != request->arguments.start) {
        request->start = malloc(starts * sizeof(*request->start));
        error = NULL == request->start ? OMPI_ERR_OUT_OF_RESOURCE : OMPI_SUCCESS;
        if (OMPI_SUCCESS == error) {
            memcpy(request->start, request->arguments.start, starts * sizeof(*request->start));
            request->arguments.start = request->start;
        }
    }
    if (OMPI_SUCCESS == error && !request->planned) {
        *request->module->last_waiting = request;
        request->module->last_waiting = &request->next;
        request->next = NULL;
    }
    mca_coll_rabred_unlock(&lock);
    return error;
}

/* A run of an inactive request. */
static int start_one(mca_coll_rabred_request_t *request)
{
    ompi_request_t *super = &request->super.super;

    if (!REQUEST_COMPLETE(super)) {
        return MPI_ERR_REQUEST;
    }
    mca_coll_rabred_lock(&lock);
    int error = request->error;
    bool planned = request->planned;
    if (OMPI_SUCCESS == error) {
        super->req_complete = REQUEST_PENDING;
        super->req_state = OMPI_REQUEST_ACTIVE;
        request->started = true;
    }
    mca_coll_rabred_unlock(&lock);
    if (OMPI_SUCCESS == error && planned) {
        run(request);
    }
    return ompi_errcode_get_mpi_code(error);
}

static int start(size_t count, ompi_request_t **requests)
{
    int error = MPI_SUCCESS;

    for (size_t i = 0; i < count && MPI_SUCCESS == error; i++) {
        error = start_one((mca_coll_rabred_request_t *) requests[i]);
    }
    return error;
}

/* It waits no longer. */
static void stop_waiting(mca_coll_rabred_request_t *request)
{
    mca_coll_rabred_lock(&lock);
    mca_coll_rabred_request_t **link = &request->module->waiting;
    while (NULL != *link && request != *link) {
        link = &(*link)->next;
    }
    if (NULL != *link) {
        *link = request->next;
        request->module->last_waiting = NULL == *link ? link : request->module->last_waiting;
    }
    mca_coll_rabred_unlock(&lock);
}

static int free_request(ompi_request_t **handle)
{
    mca_coll_rabred_request_t *request = (mca_coll_rabred_request_t *) *handle;

    if (!REQUEST_COMPLETE(*handle)) {
        return MPI_ERR_REQUEST;
    }
    OMPI_REQUEST_FINI(*handle);
    if (request->super.super.req_persistent) {
        stop_waiting(request);
    }
    mca_coll_rabred_pool_give_back(request);
    *handle = MPI_REQUEST_NULL;
    return OMPI_SUCCESS;
}

int mca_coll_rabred_request(mca_coll_rabred_module_t *module, const mca_coll_rabred_arguments_t *given, bool persistent,
                            ompi_request_t **handle)
{
    mca_coll_rabred_arguments_t arguments = *given;
    size_t type_size;

    ompi_datatype_type_size(arguments.type, &type_size);
    bool empty = 0 == arguments.count || 0 == type_size;
    if (empty && !persistent) {
        *handle = &ompi_request_empty;
        return OMPI_SUCCESS;
    }
    if (!empty) {
        mca_coll_rabred_begin_start(module, arguments.comm);
    }
    arguments.tag = empty ? 0 : ompi_coll_base_nbc_reserve_tags(arguments.comm, 1);   /* first, whatever may fail */
    int error = mca_coll_rabred_pool_open();
    mca_coll_rabred_request_t *request = OMPI_SUCCESS == error ? mca_coll_rabred_pool_take(module, &arguments) : NULL;
    if (NULL == request) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    *handle = &request->super.super;
    (*handle)->req_persistent = persistent;
    (*handle)->req_start = start;
    (*handle)->req_free = free_request;
    request->task.go_on = go_on;
    request->empty = empty;
    request->planned = empty || NULL != request->prepared.type;
    error = request->planned ? OMPI_SUCCESS : plan_or_wait(request);
    if (OMPI_SUCCESS != error) {
        (void) free_request(handle);
    } else if (!persistent) {
        (void) start_one(request);   /* its errors come with its completion */
    }
    return error;
}

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "coll_rabred_request.h"
#include "coll_rabred_prepared.h"

#include "ompi/constants.h"
#include "opal/class/opal_free_list.h"
#include "opal/runtime/opal_progress.h"

#include <stdlib.h>
#include <string.h>

enum {
    KEPT = 65536,             /* bytes that such requests may keep in all where scratch_limit is less: what short calls need */
    IDLE = 16,                /* requests of a communicator that nobody uses and that stay prepared */
    GROWTH = 16               /* requests made at once */
};

static void construct(mca_coll_rabred_request_t *request)
{
    memset((char *) request + sizeof(request->super), 0, sizeof(*request) - sizeof(request->super));
    request->scratch.use = &mca_coll_rabred_component.statistics.scratch;
}

static void destruct(mca_coll_rabred_request_t *request)
{
    coll_rabred_call_release(&request->prepared.call);
    coll_rabred_scratch_free(&request->scratch);
}

/* What a request holds: its scratch may be longer than its call needs, from an earlier one. */
static size_t memory_of(const mca_coll_rabred_request_t *request)
{
    return coll_rabred_scratch_held(&request->scratch) + coll_rabred_call_held(&request->prepared.call);
}

static OBJ_CLASS_INSTANCE(mca_coll_rabred_request_t, ompi_coll_base_nbc_request_t, construct, destruct);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;      /* of what follows, and of what modules have idle and left_behind */
static opal_free_list_t unused;                               /* requests that hold no memory */
static mca_coll_rabred_request_t *equipped;                   /* others that serve no communicator: the last one first, */
static size_t equipped_bytes;                                 /* and what they hold */
static bool opened;

/* The first of these. Called with the lock. */
static mca_coll_rabred_request_t *take_equipped(void)
{
    mca_coll_rabred_request_t *request = equipped;

    equipped = request->next;
    equipped_bytes -= memory_of(request);
    return request;
}

int mca_coll_rabred_pool_open(void)
{
    int error = OMPI_SUCCESS;

    mca_coll_rabred_lock(&lock);
    if (!opened) {
        OBJ_CONSTRUCT(&unused, opal_free_list_t);
        error = opal_free_list_init(&unused, sizeof(mca_coll_rabred_request_t), COLL_RABRED_ALIGNMENT,
                                    OBJ_CLASS(mca_coll_rabred_request_t), 0, 0, 0, -1, GROWTH, NULL, 0, NULL, NULL, NULL);
        error = OMPI_SUCCESS == error ? opal_progress_register(mca_coll_rabred_progress) : error;
        opened = OMPI_SUCCESS == error;
        if (!opened) {
            OBJ_DESTRUCT(&unused);   /* the next call tries again */
        }
    }
    mca_coll_rabred_unlock(&lock);
    return error;
}

void mca_coll_rabred_pool_close(void)
{
    if (opened) {
        (void) opal_progress_unregister(mca_coll_rabred_progress);
        while (NULL != equipped) {
            opal_free_list_return_st(&unused, &take_equipped()->super.super.super);
        }
        OBJ_DESTRUCT(&unused);
        opened = false;
    }
}

/* Holds the operator and the type itself: the MPI layer does so only for some requests, and after the call. */
static void hold(const mca_coll_rabred_arguments_t *arguments)
{
    OBJ_RETAIN(arguments->comm);
    if (!ompi_op_is_intrinsic(arguments->op)) {
        OBJ_RETAIN(arguments->op);
    }
    if (!ompi_datatype_is_predefined(arguments->type)) {
        OBJ_RETAIN(arguments->type);
    }
}

/* The communicator last: with it the module may go. */
static void let_go(mca_coll_rabred_arguments_t arguments)
{
    if (!ompi_op_is_intrinsic(arguments.op)) {
        OBJ_RELEASE(arguments.op);
    }
    if (!ompi_datatype_is_predefined(arguments.type)) {
        OBJ_RELEASE(arguments.type);
    }
    OBJ_RELEASE(arguments.comm);
}

/* All that the request was before is gone, but for what it is prepared for. */
static void reset(mca_coll_rabred_request_t *request, mca_coll_rabred_module_t *module, const mca_coll_rabred_arguments_t *arguments)
{
    ompi_request_t *super = &request->super.super;

    OMPI_REQUEST_INIT(super, true);   /* complete, since inactive */
    super->req_type = OMPI_REQUEST_COLL;
    super->req_status = ompi_status_empty;
    super->req_mpi_object.comm = arguments->comm;
    super->req_cancel = NULL;
    request->super.cb.req_complete_cb = NULL;
    request->super.req_complete_cb_data = NULL;
    memset(&request->super.data, 0, sizeof(request->super.data));   /* what the MPI layer releases at the end */
    request->module = module;
    request->arguments = *arguments;
    request->error = OMPI_SUCCESS;
    request->started = false;
}

/* Takes the request that a link of the idle ones leads to. Called with the lock. */
static mca_coll_rabred_request_t *take_idle(mca_coll_rabred_module_t *module, mca_coll_rabred_request_t **link)
{
    mca_coll_rabred_request_t *request = *link;

    *link = request->next;
    module->idle_requests--;
    module->idle_bytes -= memory_of(request);
    return request;
}

/* One that serves no communicator; NULL when out of memory. Called with the lock. */
static mca_coll_rabred_request_t *take_unused(void)
{
    return NULL != equipped ? take_equipped() : (mca_coll_rabred_request_t *) opal_free_list_get_st(&unused);
}

mca_coll_rabred_request_t *mca_coll_rabred_pool_take(mca_coll_rabred_module_t *module, const mca_coll_rabred_arguments_t *arguments)
{
    mca_coll_rabred_request_t **link = &module->idle, *request;

    mca_coll_rabred_lock(&lock);
    while (NULL != *link && !mca_coll_rabred_serves(&(*link)->prepared, arguments)) {
        link = &(*link)->next;
    }
    request = NULL != *link ? take_idle(module, link) : take_unused();
    mca_coll_rabred_unlock(&lock);
    if (NULL != request) {
        reset(request, module, arguments);
        hold(arguments);
    }
    return request;
}

/* It serves no communicator any more, and keeps its memory unless there is enough of that. Called with the lock. */
static void discard(mca_coll_rabred_request_t *request)
{
    const size_t limit = mca_coll_rabred_component.scratch_limit;

    request->prepared.type = NULL;
    if (equipped_bytes + memory_of(request) > (limit < KEPT ? KEPT : limit)) {
        coll_rabred_call_release(&request->prepared.call);
        coll_rabred_scratch_shrink(&request->scratch);
        opal_free_list_return_st(&unused, &request->super.super.super);
        return;
    }
    equipped_bytes += memory_of(request);
    request->next = equipped;
    equipped = request;
}

/* The request stays prepared; those that nobody has used for the longest time make room for it. Called with the lock. */
static void keep_idle(mca_coll_rabred_module_t *module, mca_coll_rabred_request_t *request)
{
    request->next = module->idle;
    module->idle = request;
    module->idle_requests++;
    module->idle_bytes += memory_of(request);
    while (module->idle_requests > IDLE || module->idle_bytes > module->scratch.limit) {
        mca_coll_rabred_request_t **last = &module->idle;
        while (NULL != (*last)->next) {
            last = &(*last)->next;
        }
        discard(take_idle(module, last));
    }
}

void mca_coll_rabred_pool_give_back(mca_coll_rabred_request_t *request)
{
    mca_coll_rabred_module_t *module = request->module;
    const mca_coll_rabred_arguments_t arguments = request->arguments;

    free(request->start);
    request->start = NULL;
    mca_coll_rabred_leave_behind(module, &request->scratch);
    mca_coll_rabred_lock(&lock);
    if (NULL != request->prepared.type) {
        keep_idle(module, request);
    } else {
        discard(request);
    }
    mca_coll_rabred_unlock(&lock);
    let_go(arguments);
}

void mca_coll_rabred_leave_behind(mca_coll_rabred_module_t *module, coll_rabred_scratch_t *scratch)
{
    if (NULL != scratch->retained) {
        mca_coll_rabred_lock(&lock);
        coll_rabred_scratch_hand_over(scratch, &module->left_behind);
        mca_coll_rabred_unlock(&lock);
    }
}

void mca_coll_rabred_pool_forget(mca_coll_rabred_module_t *module)
{
    mca_coll_rabred_lock(&lock);
    while (NULL != module->idle) {
        discard(take_idle(module, &module->idle));
    }
    mca_coll_rabred_unlock(&lock);
    coll_rabred_scratch_free(&module->left_behind);
}

/*
 * A point-to-point layer that fails at a chosen call, and that reports to whoever waits for a rank that has
 * given up. It stands between the components and the PML: every request that it hands out is its own and follows
 * one of the PML.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "ompi_config.h"

#include "errors.h"

#include "ompi/communicator/communicator.h"
#include "ompi/constants.h"
#include "ompi/mca/pml/pml.h"
#include "ompi/request/request.h"
#include "opal/runtime/opal_progress.h"

enum { OPEN = 64 };

typedef struct {
    ompi_request_t super;
    ompi_request_t *real;      /* of the PML; NULL once this one is complete */
    const void *from;          /* of a send; NULL in a receive */
    int peer;
    bool fail;
} proxy_t;

static OBJ_CLASS_INSTANCE(proxy_t, ompi_request_t, NULL, NULL);

static struct {
    mca_pml_base_module_t real;
    MPI_Comm comm;             /* MPI_COMM_NULL: nothing passes through here */
    size_t number, fail_at;
    bool late, reached;
    const atomic_size_t *ended;
    size_t epoch;
    proxy_t *open[OPEN];
    const void *kept[OPEN];    /* memory of rabred's that sends under way read */
    size_t left, keeps;
} wire = {.comm = MPI_COMM_NULL};

static bool has_ended(int peer)
{
    return wire.ended[peer] == wire.epoch;
}

static void complete(proxy_t *proxy, int error)
{
    proxy->real = NULL;
    proxy->super.req_status.MPI_ERROR = error;
    (void) ompi_request_complete(&proxy->super, true);
}

/* Follows the request of the PML. */
static int follow(proxy_t *proxy)
{
    ompi_request_t *real = proxy->real;

    if (NULL == real) {
        return 0;
    }
    if (!REQUEST_COMPLETE(real) && has_ended(proxy->peer)) {
        if (NULL != proxy->from) {
            (void) ompi_request_free(&real);   /* completes in its own time, if ever */
            wire.left++;
            complete(proxy, MPI_ERR_OTHER);
            return 1;
        }
        (void) ompi_request_cancel(real);      /* unless its message is being transferred */
    }
    if (!REQUEST_COMPLETE(real)) {
        return 0;
    }
    int error = proxy->fail || real->req_status._cancelled ? MPI_ERR_OTHER : real->req_status.MPI_ERROR;
    proxy->super.req_status = real->req_status;
    (void) ompi_request_free(&real);
    complete(proxy, error);
    return 1;
}

static int progress(void)
{
    int events = 0;

    for (int i = 0; i < OPEN; i++) {
        events += NULL == wire.open[i] ? 0 : follow(wire.open[i]);
    }
    return events;
}

static int free_proxy(ompi_request_t **request)
{
    proxy_t *proxy = (proxy_t *) *request;

    if (NULL != proxy->real) {
        if (NULL != proxy->from && !REQUEST_COMPLETE(proxy->real)) {
            wire.left++;
            if (errors_memory_owns(proxy->from) && wire.keeps < OPEN) {
                wire.kept[wire.keeps++] = proxy->from;
            }
        }
        (void) ompi_request_free(&proxy->real);
    }
    for (int i = 0; i < OPEN; i++) {
        wire.open[i] = proxy == wire.open[i] ? NULL : wire.open[i];
    }
    OBJ_RELEASE(proxy);
    *request = NULL;
    return OMPI_SUCCESS;
}

static int cancel_proxy(ompi_request_t *request, int flag)
{
    proxy_t *proxy = (proxy_t *) request;

    (void) flag;
    return NULL == proxy->real ? OMPI_SUCCESS : ompi_request_cancel(proxy->real);
}

/* A proxy for a request of the PML. */
static ompi_request_t *proxy_of(ompi_request_t *real, const void *from, int peer, bool fail)
{
    proxy_t *proxy = OBJ_NEW(proxy_t);
    int slot = 0;

    OMPI_REQUEST_INIT(&proxy->super, false);
    proxy->super.req_state = OMPI_REQUEST_ACTIVE;
    proxy->super.req_free = free_proxy;
    proxy->super.req_cancel = cancel_proxy;
    proxy->real = real;
    proxy->from = from;
    proxy->peer = peer;
    proxy->fail = fail;
    while (NULL != wire.open[slot]) {
        slot++;
        if (OPEN == slot) {
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    wire.open[slot] = proxy;
    return &proxy->super;
}

/* Counts a call; true if it is to fail. */
static bool fails(void)
{
    bool fail = ++wire.number == wire.fail_at;

    wire.reached = wire.reached || fail;
    return fail;
}

static int irecv(void *into, size_t elements, MPI_Datatype type, int peer, int tag, MPI_Comm comm, ompi_request_t **request)
{
    bool fail = comm == wire.comm && fails();

    if (fail && !wire.late) {
        return OMPI_ERR_UNREACH;
    }
    int error = wire.real.pml_irecv(into, elements, type, peer, tag, comm, request);
    if (comm == wire.comm && OMPI_SUCCESS == error) {
        *request = proxy_of(*request, NULL, peer, fail);
    }
    return error;
}

static int isend(const void *from, size_t elements, MPI_Datatype type, int peer, int tag, mca_pml_base_send_mode_t mode,
                 MPI_Comm comm, ompi_request_t **request)
{
    bool fail = comm == wire.comm && fails();

    if (fail && !wire.late) {
        return OMPI_ERR_UNREACH;
    }
    int error = wire.real.pml_isend(from, elements, type, peer, tag, mode, comm, request);
    if (comm == wire.comm && OMPI_SUCCESS == error) {
        *request = proxy_of(*request, from, peer, fail);
    }
    return error;
}

static int wait_for(ompi_request_t *request)
{
    ompi_request_wait_completion(request);
    int error = request->req_status.MPI_ERROR;
    (void) ompi_request_free(&request);
    return error;
}

static int blocking_recv(void *into, size_t elements, MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Status *status)
{
    ompi_request_t *request;

    if (comm != wire.comm) {
        return wire.real.pml_recv(into, elements, type, peer, tag, comm, status);
    }
    int error = irecv(into, elements, type, peer, tag, comm, &request);
    return OMPI_SUCCESS == error ? wait_for(request) : error;
}

static int blocking_send(const void *from, size_t elements, MPI_Datatype type, int peer, int tag, mca_pml_base_send_mode_t mode,
                         MPI_Comm comm)
{
    ompi_request_t *request;

    if (comm != wire.comm) {
        return wire.real.pml_send(from, elements, type, peer, tag, mode, comm);
    }
    int error = isend(from, elements, type, peer, tag, mode, comm, &request);
    return OMPI_SUCCESS == error ? wait_for(request) : error;
}

void errors_wire_init(void)
{
    wire.real = mca_pml;
    mca_pml.pml_irecv = irecv;
    mca_pml.pml_isend = isend;
    mca_pml.pml_recv = blocking_recv;
    mca_pml.pml_send = blocking_send;
    (void) opal_progress_register(progress);
}

void errors_wire_begin(MPI_Comm comm, size_t fail_at, bool late, const atomic_size_t *ended, size_t epoch)
{
    wire.comm = comm;
    wire.number = 0;
    wire.fail_at = fail_at;
    wire.late = late;
    wire.reached = false;
    wire.ended = ended;
    wire.epoch = epoch;
    wire.left = wire.keeps = 0;
}

size_t errors_wire_open(void)
{
    size_t open = 0;

    for (int i = 0; i < OPEN; i++) {
        open += NULL != wire.open[i];
    }
    return open;
}

errors_wire_t errors_wire_end(void)
{
    errors_wire_t end = {.reached = wire.reached, .left = wire.left, .open = errors_wire_open()};

    for (size_t i = 0; i < wire.keeps; i++) {
        end.lost = end.lost || !errors_memory_owns(wire.kept[i]);
    }
    wire.comm = MPI_COMM_NULL;
    return end;
}

/*
 * wire.h over the PML; the only file that calls it.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "ompi_config.h"

#include "wire.h"

#include "ompi/communicator/communicator.h"
#include "ompi/constants.h"
#include "ompi/mca/pml/pml.h"
#include "ompi/request/request.h"

_Static_assert((int) COLL_RABRED_SUCCESS == (int) OMPI_SUCCESS
               && (int) COLL_RABRED_OUT_OF_MEMORY == (int) OMPI_ERR_OUT_OF_RESOURCE,
               "exec/ and Open MPI must agree on error codes");

int coll_rabred_wire_irecv(const coll_rabred_wire_t *wire, void *into, size_t elements, struct ompi_datatype_t *type,
                           int peer, struct ompi_request_t **request)
{
    return MCA_PML_CALL(irecv(into, elements, type, peer, wire->tag, wire->comm, request));
}

int coll_rabred_wire_isend(const coll_rabred_wire_t *wire, const void *from, size_t elements,
                           struct ompi_datatype_t *type, int peer, struct ompi_request_t **request)
{
    int error = MCA_PML_CALL(isend((void *) from, elements, type, peer, wire->tag, MCA_PML_BASE_SEND_STANDARD, wire->comm,
                                   request));
    if (&ompi_request_empty == *request) {
        *request = NULL;
    }
    return error;
}

int coll_rabred_wire_recv(const coll_rabred_wire_t *wire, void *into, size_t elements, struct ompi_datatype_t *type,
                          int peer)
{
    return MCA_PML_CALL(recv(into, elements, type, peer, wire->tag, wire->comm, MPI_STATUS_IGNORE));
}

int coll_rabred_wire_send(const coll_rabred_wire_t *wire, const void *from, size_t elements,
                          struct ompi_datatype_t *type, int peer)
{
    return MCA_PML_CALL(send((void *) from, elements, type, peer, wire->tag, MCA_PML_BASE_SEND_STANDARD, wire->comm));
}

int coll_rabred_wire_wait(struct ompi_request_t **request)
{
    struct ompi_request_t *waited = *request;

    ompi_request_wait_completion(waited);
    int error = waited->req_status.MPI_ERROR;
    *request = NULL;
    (void) ompi_request_free(&waited);
    return error;
}

/* Where Open MPI survives processes that fail, a request to one of them may have failed without being complete. */
static bool has_failed(const struct ompi_request_t *request)
{
#if OPAL_ENABLE_FT_MPI
    return ompi_request_is_failed((struct ompi_request_t *) request);
#else
    (void) request;
    return false;
#endif
}

bool coll_rabred_wire_complete(const struct ompi_request_t *request, int *error)
{
    if (!REQUEST_COMPLETE(request) && !has_failed(request)) {
        return false;
    }
    opal_atomic_rmb();   /* another thread may have completed it: its status and its bytes were written before */
    if (OMPI_SUCCESS != request->req_status.MPI_ERROR) {
        *error = request->req_status.MPI_ERROR;
    }
    return true;
}

bool coll_rabred_wire_abandon(bool receive, struct ompi_request_t **request)
{
    bool finished = true;

    if (receive) {
        (void) ompi_request_cancel(*request);
        ompi_request_wait_completion(*request);
    } else if (!REQUEST_COMPLETE(*request)) {
        finished = false;   /* freeing lets go of it; the PML completes it in its own time */
    }
    (void) ompi_request_free(request);
    *request = NULL;
    return finished;
}

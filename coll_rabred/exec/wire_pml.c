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
    return MCA_PML_CALL(isend((void *) from, elements, type, peer, wire->tag, MCA_PML_BASE_SEND_STANDARD, wire->comm,
                              request));
}

int coll_rabred_wire_send(const coll_rabred_wire_t *wire, const void *from, size_t elements,
                          struct ompi_datatype_t *type, int peer)
{
    return MCA_PML_CALL(send((void *) from, elements, type, peer, wire->tag, MCA_PML_BASE_SEND_STANDARD, wire->comm));
}

int coll_rabred_wire_wait(size_t count, struct ompi_request_t **request)
{
    int error = OMPI_SUCCESS;

    for (size_t i = 0; i < count && OMPI_SUCCESS == error; i++) {
        ompi_request_wait_completion(request[i]);
        error = request[i]->req_status.MPI_ERROR;
        (void) ompi_request_free(&request[i]);
        request[i] = NULL;
    }
    return error;
}

bool coll_rabred_wire_complete(size_t count, struct ompi_request_t **request)
{
    for (size_t i = 0; i < count; i++) {
        if (!REQUEST_COMPLETE(request[i])) {
            return false;
        }
    }
    return true;
}

bool coll_rabred_wire_abandon(size_t receives, size_t count, struct ompi_request_t **request)
{
    bool finished = true;

    for (size_t i = 0; i < count; i++) {
        if (NULL == request[i]) {
            continue;
        }
        if (i < receives) {
            (void) ompi_request_cancel(request[i]);
            ompi_request_wait_completion(request[i]);
        } else if (!REQUEST_COMPLETE(request[i])) {
            finished = false;   /* freeing lets go of it; the PML completes it in its own time */
        }
        (void) ompi_request_free(&request[i]);
        request[i] = NULL;
    }
    return finished;
}

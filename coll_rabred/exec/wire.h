/*
 * Messages between the processes of a communicator. All functions that return int return 0 or an
 * Open MPI or MPI error code.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_EXEC_WIRE_H
#define COLL_RABRED_EXEC_WIRE_H

#include <stdbool.h>
#include <stddef.h>

struct ompi_communicator_t;
struct ompi_datatype_t;
struct ompi_request_t;

enum { COLL_RABRED_SUCCESS = 0, COLL_RABRED_OUT_OF_MEMORY = -2 };   /* OMPI_SUCCESS, OMPI_ERR_OUT_OF_RESOURCE */

typedef struct {
    struct ompi_communicator_t *comm;
    int tag;
} coll_rabred_wire_t;

int coll_rabred_wire_irecv(const coll_rabred_wire_t *wire, void *into, size_t elements, struct ompi_datatype_t *type,
                           int peer, struct ompi_request_t **request);
int coll_rabred_wire_isend(const coll_rabred_wire_t *wire, const void *from, size_t elements,
                           struct ompi_datatype_t *type, int peer, struct ompi_request_t **request);

/* Returns when `from` can be used again. */
int coll_rabred_wire_send(const coll_rabred_wire_t *wire, const void *from, size_t elements,
                          struct ompi_datatype_t *type, int peer);

/* Waits for the requests in turn and releases each, setting it to NULL; stops at the first error. */
int coll_rabred_wire_wait(size_t count, struct ompi_request_t **request);

/* True if none of the requests is still under way. */
bool coll_rabred_wire_complete(size_t count, struct ompi_request_t **request);

/*
 * Gives up requests after an error: of `count`, of which the first `receives` are receives, those that
 * are not NULL. Receives are cancelled. Returns true if nothing touches their memory any more; false
 * if a send has yet to read its source, which must then outlive the communicator's messages.
 */
bool coll_rabred_wire_abandon(size_t receives, size_t count, struct ompi_request_t **request);

#endif

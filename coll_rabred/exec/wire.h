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

/* The request is NULL where the message has left. */
int coll_rabred_wire_isend(const coll_rabred_wire_t *wire, const void *from, size_t elements,
                           struct ompi_datatype_t *type, int peer, struct ompi_request_t **request);

/* Returns when the message is there. */
int coll_rabred_wire_recv(const coll_rabred_wire_t *wire, void *into, size_t elements, struct ompi_datatype_t *type,
                          int peer);

/* Returns when `from` can be used again. */
int coll_rabred_wire_send(const coll_rabred_wire_t *wire, const void *from, size_t elements,
                          struct ompi_datatype_t *type, int peer);

/* Waits for a request and releases it, setting it to NULL. */
int coll_rabred_wire_wait(struct ompi_request_t **request);

/* False if the request is still under way; else *error becomes its error, if it has one. */
bool coll_rabred_wire_complete(const struct ompi_request_t *request, int *error);

/*
 * Gives up a request after an error, setting it to NULL: a receive is cancelled. Returns true if nothing touches its
 * memory any more; false if a send has yet to read its source, which must then outlive the communicator's
 * messages.
 */
bool coll_rabred_wire_abandon(bool receive, struct ompi_request_t **request);

#endif

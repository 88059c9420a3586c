/*
 * One reduction, made in one of three ways: by the blocking call, by the non-blocking one, or by a persistent request.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef TEST_MPI_WAY_H
#define TEST_MPI_WAY_H

#include <mpi.h>

enum way { BLOCKING, NONBLOCKING, PERSISTENT, WAYS };
extern const char *const way_names[WAYS];

enum collective { ALLREDUCE, REDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, COLLECTIVES };
extern const char *const collective_names[COLLECTIVES];

struct reduction {
    enum collective collective;
    const void *from;
    void *to;
    int count;                            /* elements of the vector */
    const int *counts;                    /* what each rank gets, in the reduce_scatters */
    MPI_Datatype type;
    MPI_Op op;
    int root;                             /* of reduce */
    MPI_Comm comm;
};

/* The way of that name; WAYS if there is none. */
enum way way_of(const char *name);

/* The blocking call, with no request left; or the non-blocking one; or the call that makes an inactive request. */
int way_begin(enum way way, const struct reduction *reduction, MPI_Request *request);

/* The rest: waits for what was begun; starts a persistent request, waits for it and frees it. */
int way_end(enum way way, MPI_Request *request);

/* Both. */
int way_call(enum way way, const struct reduction *reduction);

#endif

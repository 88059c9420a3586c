/* Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause */
#include "way.h"

#include <string.h>

#if defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION < 5   /* Open MPI 4.1 has them as an extension; 5.0 as MPI 4 has */
#include <mpi-ext.h>
#define MPI_Allreduce_init MPIX_Allreduce_init
#define MPI_Reduce_init MPIX_Reduce_init
#define MPI_Reduce_scatter_init MPIX_Reduce_scatter_init
#define MPI_Reduce_scatter_block_init MPIX_Reduce_scatter_block_init
#endif

const char *const way_names[WAYS] = { "blocking", "nonblocking", "persistent" };
const char *const collective_names[COLLECTIVES] = { "allreduce", "reduce", "reduce_scatter", "reduce_scatter_block" };

enum way way_of(const char *name)
{
    int way = 0;
    while (way < WAYS && strcmp(name, way_names[way]) != 0)
        way++;
    return way;
}

static int block(const struct reduction *r)
{
    switch (r->collective) {
    case ALLREDUCE:
        return MPI_Allreduce(r->from, r->to, r->count, r->type, r->op, r->comm);
    case REDUCE:
        return MPI_Reduce(r->from, r->to, r->count, r->type, r->op, r->root, r->comm);
    case REDUCE_SCATTER:
        return MPI_Reduce_scatter(r->from, r->to, r->counts, r->type, r->op, r->comm);
    default:
        return MPI_Reduce_scatter_block(r->from, r->to, r->counts[0], r->type, r->op, r->comm);
    }
}

static int begin(const struct reduction *r, MPI_Request *request)
{
    switch (r->collective) {
    case ALLREDUCE:
        return MPI_Iallreduce(r->from, r->to, r->count, r->type, r->op, r->comm, request);
    case REDUCE:
        return MPI_Ireduce(r->from, r->to, r->count, r->type, r->op, r->root, r->comm, request);
    case REDUCE_SCATTER:
        return MPI_Ireduce_scatter(r->from, r->to, r->counts, r->type, r->op, r->comm, request);
    default:
        return MPI_Ireduce_scatter_block(r->from, r->to, r->counts[0], r->type, r->op, r->comm, request);
    }
}

static int make_persistent(const struct reduction *r, MPI_Request *request)
{
    const MPI_Info info = MPI_INFO_NULL;
    switch (r->collective) {
    case ALLREDUCE:
        return MPI_Allreduce_init(r->from, r->to, r->count, r->type, r->op, r->comm, info, request);
    case REDUCE:
        return MPI_Reduce_init(r->from, r->to, r->count, r->type, r->op, r->root, r->comm, info, request);
    case REDUCE_SCATTER:
        return MPI_Reduce_scatter_init(r->from, r->to, r->counts, r->type, r->op, r->comm, info, request);
    default:
        return MPI_Reduce_scatter_block_init(r->from, r->to, r->counts[0], r->type, r->op, r->comm, info, request);
    }
}

int way_begin(enum way way, const struct reduction *reduction, MPI_Request *request)
{
    *request = MPI_REQUEST_NULL;
    return way == BLOCKING ? block(reduction) : (way == NONBLOCKING ? begin : make_persistent)(reduction, request);
}

int way_end(enum way way, MPI_Request *request)
{
    if (way != PERSISTENT)
        return MPI_Wait(request, MPI_STATUS_IGNORE);
    int error = MPI_Start(request);
    if (error == MPI_SUCCESS)
        error = MPI_Wait(request, MPI_STATUS_IGNORE);
    int freed = MPI_Request_free(request);
    return error == MPI_SUCCESS ? freed : error;
}

int way_call(enum way way, const struct reduction *reduction)
{
    MPI_Request request;
    int error = way_begin(way, reduction, &request);
    return error == MPI_SUCCESS ? way_end(way, &request) : error;
}

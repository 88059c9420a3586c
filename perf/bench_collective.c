/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "bench_collective.h"

static void call_allreduce(const struct bench_call *call)
{
    MPI_Allreduce(call->input, call->output, (int)call->elements, call->type, call->op, call->comm);
}

static void call_reduce(const struct bench_call *call)
{
    MPI_Reduce(call->input, call->output, (int)call->elements, call->type, call->op, BENCH_ROOT, call->comm);
}

static void call_reduce_scatter(const struct bench_call *call)
{
    MPI_Reduce_scatter(call->input, call->output, call->counts, call->type, call->op, call->comm);
}

static void call_reduce_scatter_block(const struct bench_call *call)
{
    MPI_Reduce_scatter_block(call->input, call->output, call->counts[0], call->type, call->op, call->comm);
}

static void call_iallreduce(const struct bench_call *call)
{
    MPI_Request request;
    MPI_Iallreduce(call->input, call->output, (int)call->elements, call->type, call->op, call->comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void call_ireduce(const struct bench_call *call)
{
    MPI_Request request;
    MPI_Ireduce(call->input, call->output, (int)call->elements, call->type, call->op, BENCH_ROOT, call->comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void call_ireduce_scatter(const struct bench_call *call)
{
    MPI_Request request;
    MPI_Ireduce_scatter(call->input, call->output, call->counts, call->type, call->op, call->comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void call_ireduce_scatter_block(const struct bench_call *call)
{
    MPI_Request request;
    MPI_Ireduce_scatter_block(call->input, call->output, call->counts[0], call->type, call->op, call->comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void call_reduce_bcast(const struct bench_call *call)
{
    call_reduce(call);
    MPI_Bcast(call->output, (int)call->elements, call->type, BENCH_ROOT, call->comm);
}

static void call_reduce_scatter_block_allgather(const struct bench_call *call)
{
    int rank;
    MPI_Aint lower_bound, extent;
    MPI_Comm_rank(call->comm, &rank);
    MPI_Type_get_extent(call->type, &lower_bound, &extent);
    char *own = (char *)call->output + rank * call->counts[0] * extent;
    MPI_Reduce_scatter_block(call->input, own, call->counts[0], call->type, call->op, call->comm);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, call->output, call->counts[0], call->type, call->comm);
}

const struct bench_collective bench_collectives[] = {
    { "allreduce", "blocking", "allreduce", call_allreduce, BENCH_SHARE_ALL, false },
    { "reduce", "blocking", "reduce", call_reduce, BENCH_SHARE_ROOT, false },
    { "reduce_scatter", "blocking", "reduce_scatter", call_reduce_scatter, BENCH_SHARE_OWN, false },
    { "reduce_scatter_block", "blocking", "reduce_scatter_block", call_reduce_scatter_block, BENCH_SHARE_OWN, true },
    { "iallreduce", "nonblocking", "allreduce", call_iallreduce, BENCH_SHARE_ALL, false },
    { "ireduce", "nonblocking", "reduce", call_ireduce, BENCH_SHARE_ROOT, false },
    { "ireduce_scatter", "nonblocking", "reduce_scatter", call_ireduce_scatter, BENCH_SHARE_OWN, false },
    { "ireduce_scatter_block", "nonblocking", "reduce_scatter_block", call_ireduce_scatter_block, BENCH_SHARE_OWN, true },
    { "reduce+bcast", "composed", "reduce", call_reduce_bcast, BENCH_SHARE_ALL, false },
    { "reduce_scatter_block+allgather", "composed", "reduce_scatter_block", call_reduce_scatter_block_allgather, BENCH_SHARE_ALL, true },
    { .name = NULL },
};

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

const struct bench_collective bench_collectives[] = {
    { "allreduce", "allreduce", call_allreduce, BENCH_SHARE_ALL, false },
    { "reduce", "reduce", call_reduce, BENCH_SHARE_ROOT, false },
    { "reduce_scatter", "reduce_scatter", call_reduce_scatter, BENCH_SHARE_OWN, false },
    { "reduce_scatter_block", "reduce_scatter_block", call_reduce_scatter_block, BENCH_SHARE_OWN, true },
    { "iallreduce", "allreduce", call_iallreduce, BENCH_SHARE_ALL, false },
    { "ireduce", "reduce", call_ireduce, BENCH_SHARE_ROOT, false },
    { "ireduce_scatter", "reduce_scatter", call_ireduce_scatter, BENCH_SHARE_OWN, false },
    { "ireduce_scatter_block", "reduce_scatter_block", call_ireduce_scatter_block, BENCH_SHARE_OWN, true },
    { .name = NULL },
};

/*
 * When what was found for a call serves another one; and such calls, the way from a slot to the run of a schedule.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_PREPARED_H
#define COLL_RABRED_PREPARED_H

#include "coll_rabred.h"

#include "mpi.h"
#include "ompi/communicator/communicator.h"
#include "ompi/datatype/ompi_datatype.h"
#include "ompi/op/op.h"
#include "ompi/runtime/mpiruntime.h"

/* True if the call may serve others: no handle can come to mean something else, and there are not too many messages. */
static inline bool mca_coll_rabred_can_keep(const mca_coll_rabred_arguments_t *arguments)
{
    enum { FEW = 1024 };   /* processes */

    return ompi_datatype_is_predefined(arguments->type) && ompi_op_is_intrinsic(arguments->op)
           && ompi_comm_size(arguments->comm) <= FEW;
}

/* True if preparing the call tells in its time. */
static inline bool mca_coll_rabred_is_short(size_t bytes)
{
    return bytes <= 65536;
}

static inline bool mca_coll_rabred_serves(const mca_coll_rabred_prepared_t *prepared, const mca_coll_rabred_arguments_t *arguments)
{
    return prepared->count == arguments->count && prepared->type == arguments->type && prepared->op == arguments->op
           && prepared->root == arguments->root && prepared->in_place == (MPI_IN_PLACE == arguments->in)
           && prepared->collective == arguments->collective && prepared->partition == arguments->partition;
}

static inline void mca_coll_rabred_keep(mca_coll_rabred_prepared_t *prepared, const mca_coll_rabred_arguments_t *arguments)
{
    prepared->count = arguments->count;
    prepared->type = arguments->type;
    prepared->op = arguments->op;
    prepared->root = arguments->root;
    prepared->in_place = MPI_IN_PLACE == arguments->in;
    prepared->collective = arguments->collective;
    prepared->partition = arguments->partition;
}

/* Calls that follow each other often differ in length, by round numbers, in root, collective or operator. */
static inline size_t mca_coll_rabred_slot_of(const mca_coll_rabred_arguments_t *arguments)
{
    const uint64_t sum = arguments->count + (uint64_t) arguments->root + (uint64_t) arguments->collective
                         + ((uintptr_t) arguments->op >> 9) + ((uintptr_t) arguments->type >> 9);

    return (size_t) (sum * UINT64_C(0x9e3779b97f4a7c15) >> (64 - COLL_RABRED_PREPARED_BITS));
}

static inline void mca_coll_rabred_count_call(const mca_coll_rabred_prepared_t *prepared)
{
    const bool threads = ompi_mpi_thread_multiple;

    mca_coll_rabred_add(&prepared->tally->calls, 1, threads);
    mca_coll_rabred_add(&prepared->tally->bytes, prepared->bytes, threads);
}

static inline int mca_coll_rabred_run(mca_coll_rabred_prepared_t *prepared, const void *in, void *out)
{
    prepared->call.in = MPI_IN_PLACE == in ? out : in;
    prepared->call.out = out;
    return coll_rabred_run(&prepared->call);
}

/* A blocking call. One that nothing is prepared for, or that is timed, takes the long way; only for that its arguments go to memory, one
   by one: copied as a whole they would have to stand there before. */
static inline int mca_coll_rabred_call(mca_coll_rabred_module_t *module, mca_coll_rabred_arguments_t given)
{
    mca_coll_rabred_prepared_t *prepared = &module->prepared[mca_coll_rabred_slot_of(&given)];

    if (!module->timed && mca_coll_rabred_serves(prepared, &given)) {
        mca_coll_rabred_count_call(prepared);
        return mca_coll_rabred_run(prepared, given.in, given.out);
    }
    const mca_coll_rabred_arguments_t arguments = {given.collective, given.in, given.out, given.count, given.start, given.partition,
                                                   given.type, given.op, given.root, given.tag, given.comm};
    return mca_coll_rabred_reduction(module, &arguments);
}

#endif

/*
 * MPI_Reduce_scatter, MPI_Ireduce_scatter, MPI_Reduce_scatter_init: block i of the vector is what rank i gets.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "coll_rabred_prepared.h"
#include "coll_rabred_request.h"

#include "ompi/communicator/communicator.h"
#include "ompi/constants.h"
#include "ompi/mca/coll/base/coll_tags.h"

#include <stdlib.h>

/* Where the blocks start, for the call that is being made: requests that need it later copy it. Sets whether they are even.
   False when out of memory. */
static inline bool set_start(mca_coll_rabred_module_t *module, coll_rabred_counts_t counts, struct ompi_communicator_t *comm, bool *even)
{
    const size_t processes = (size_t) ompi_comm_size(comm), first = COLL_RABRED_COUNT(counts, 0);
    bool same = true;

    if (NULL == module->start) {
        module->start = calloc(processes + 1, sizeof(*module->start));
        if (NULL == module->start) {
            return false;
        }
    }
    *even = true;
    for (size_t i = 0; i < processes; i++) {
        const size_t count = COLL_RABRED_COUNT(counts, i), end = module->start[i] + count;
        *even &= count == first;
        same &= module->start[i + 1] == end;
        module->start[i + 1] = end;
    }
    module->partitions += !same;
    return true;
}

/* Even blocks are those of MPI_Reduce_scatter_block. */
static inline int set_arguments(mca_coll_rabred_module_t *module, const void *in, void *out, coll_rabred_counts_t counts,
                                struct ompi_datatype_t *type, struct ompi_op_t *op, struct ompi_communicator_t *comm,
                                mca_coll_rabred_arguments_t *arguments)
{
    bool even;

    if (!set_start(module, counts, comm, &even)) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    *arguments = (mca_coll_rabred_arguments_t) {
        .collective = COLL_RABRED_REDUCE_SCATTER, .in = in, .out = out, .count = module->start[ompi_comm_size(comm)],
        .start = even ? NULL : module->start, .partition = even ? 0 : module->partitions, .type = type, .op = op,
        .tag = MCA_COLL_BASE_TAG_REDUCE_SCATTER, .comm = comm
    };
    return OMPI_SUCCESS;
}

int mca_coll_rabred_reduce_scatter(const void *in, void *out, coll_rabred_counts_t counts, struct ompi_datatype_t *type,
                                   struct ompi_op_t *op, struct ompi_communicator_t *comm,
                                   mca_coll_base_module_t *base)
{
    mca_coll_rabred_module_t *module = (mca_coll_rabred_module_t *) base;
    mca_coll_rabred_arguments_t arguments;
    int error = set_arguments(module, in, out, counts, type, op, comm, &arguments);

    return OMPI_SUCCESS == error ? mca_coll_rabred_call(module, arguments) : error;
}

int mca_coll_rabred_ireduce_scatter(const void *in, void *out, coll_rabred_counts_t counts, struct ompi_datatype_t *type,
                                    struct ompi_op_t *op, struct ompi_communicator_t *comm, ompi_request_t **request,
                                    mca_coll_base_module_t *base)
{
    mca_coll_rabred_module_t *module = (mca_coll_rabred_module_t *) base;
    mca_coll_rabred_arguments_t arguments;
    int error = set_arguments(module, in, out, counts, type, op, comm, &arguments);

    return OMPI_SUCCESS == error ? mca_coll_rabred_request(module, &arguments, false, request) : error;
}

int mca_coll_rabred_reduce_scatter_init(const void *in, void *out, coll_rabred_counts_t counts, struct ompi_datatype_t *type,
                                        struct ompi_op_t *op, struct ompi_communicator_t *comm, struct ompi_info_t *info,
                                        ompi_request_t **request, mca_coll_base_module_t *base)
{
    mca_coll_rabred_module_t *module = (mca_coll_rabred_module_t *) base;
    mca_coll_rabred_arguments_t arguments;
    int error = set_arguments(module, in, out, counts, type, op, comm, &arguments);

    (void) info;
    return OMPI_SUCCESS == error ? mca_coll_rabred_request(module, &arguments, true, request) : error;
}

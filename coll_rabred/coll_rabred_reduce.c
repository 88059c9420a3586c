/*
 * MPI_Reduce, MPI_Ireduce, MPI_Reduce_init.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "coll_rabred_prepared.h"
#include "coll_rabred_request.h"

#include "ompi/mca/coll/base/coll_tags.h"

static inline mca_coll_rabred_arguments_t arguments_of(const void *in, void *out, coll_rabred_count_t count,
                                                       struct ompi_datatype_t *type, struct ompi_op_t *op, int root,
                                                       struct ompi_communicator_t *comm)
{
    return (mca_coll_rabred_arguments_t) {
        .collective = COLL_RABRED_REDUCE, .in = in, .out = out, .count = (size_t) count, .type = type, .op = op,
        .root = root, .tag = MCA_COLL_BASE_TAG_REDUCE, .comm = comm
    };
}

int mca_coll_rabred_reduce(const void *in, void *out, coll_rabred_count_t count, struct ompi_datatype_t *type,
                           struct ompi_op_t *op, int root, struct ompi_communicator_t *comm,
                           mca_coll_base_module_t *module)
{
    return mca_coll_rabred_call((mca_coll_rabred_module_t *) module, arguments_of(in, out, count, type, op, root, comm));
}

int mca_coll_rabred_ireduce(const void *in, void *out, coll_rabred_count_t count, struct ompi_datatype_t *type,
                            struct ompi_op_t *op, int root, struct ompi_communicator_t *comm, ompi_request_t **request,
                            mca_coll_base_module_t *module)
{
    const mca_coll_rabred_arguments_t arguments = arguments_of(in, out, count, type, op, root, comm);

    return mca_coll_rabred_request((mca_coll_rabred_module_t *) module, &arguments, false, request);
}

int mca_coll_rabred_reduce_init(const void *in, void *out, coll_rabred_count_t count, struct ompi_datatype_t *type,
                                struct ompi_op_t *op, int root, struct ompi_communicator_t *comm, struct ompi_info_t *info,
                                ompi_request_t **request, mca_coll_base_module_t *module)
{
    const mca_coll_rabred_arguments_t arguments = arguments_of(in, out, count, type, op, root, comm);

    (void) info;
    return mca_coll_rabred_request((mca_coll_rabred_module_t *) module, &arguments, true, request);
}

/*
 * MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "coll_rabred_prepared.h"
#include "coll_rabred_request.h"

#include "ompi/mca/coll/base/coll_tags.h"

static inline mca_coll_rabred_arguments_t arguments_of(const void *in, void *out, coll_rabred_count_t count,
                                                       struct ompi_datatype_t *type, struct ompi_op_t *op,
                                                       struct ompi_communicator_t *comm)
{
    return (mca_coll_rabred_arguments_t) {
        .collective = COLL_RABRED_ALLREDUCE, .in = in, .out = out, .count = (size_t) count, .type = type, .op = op,
        .tag = MCA_COLL_BASE_TAG_ALLREDUCE, .comm = comm
    };
}

int mca_coll_rabred_allreduce(const void *in, void *out, coll_rabred_count_t count, struct ompi_datatype_t *type,
                              struct ompi_op_t *op, struct ompi_communicator_t *comm, mca_coll_base_module_t *module)
{
    return mca_coll_rabred_call((mca_coll_rabred_module_t *) module, arguments_of(in, out, count, type, op, comm));
}

int mca_coll_rabred_iallreduce(const void *in, void *out, coll_rabred_count_t count, struct ompi_datatype_t *type,
                               struct ompi_op_t *op, struct ompi_communicator_t *comm, ompi_request_t **request,
                               mca_coll_base_module_t *module)
{
    const mca_coll_rabred_arguments_t arguments = arguments_of(in, out, count, type, op, comm);

    return mca_coll_rabred_request((mca_coll_rabred_module_t *) module, &arguments, false, request);
}

int mca_coll_rabred_allreduce_init(const void *in, void *out, coll_rabred_count_t count, struct ompi_datatype_t *type,
                                   struct ompi_op_t *op, struct ompi_communicator_t *comm, struct ompi_info_t *info,
                                   ompi_request_t **request, mca_coll_base_module_t *module)
{
    const mca_coll_rabred_arguments_t arguments = arguments_of(in, out, count, type, op, comm);

    (void) info;
    return mca_coll_rabred_request((mca_coll_rabred_module_t *) module, &arguments, true, request);
}

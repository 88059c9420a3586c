/*
 * MPI_Reduce_scatter: block i of the vector is what rank i gets.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "coll_rabred.h"

#include "ompi/communicator/communicator.h"
#include "ompi/constants.h"
#include "ompi/mca/coll/base/coll_tags.h"

#include <stdlib.h>

int mca_coll_rabred_reduce_scatter(const void *in, void *out, coll_rabred_counts_t counts, struct ompi_datatype_t *type,
                                   struct ompi_op_t *op, struct ompi_communicator_t *comm,
                                   mca_coll_base_module_t *base)
{
    mca_coll_rabred_module_t *module = (mca_coll_rabred_module_t *) base;
    size_t processes = (size_t) ompi_comm_size(comm);

    if (NULL == module->start) {
        module->start = calloc(processes + 1, sizeof(*module->start));
        if (NULL == module->start) {
            return OMPI_ERR_OUT_OF_RESOURCE;
        }
    }
    for (size_t i = 0; i < processes; i++) {
        module->start[i + 1] = module->start[i] + COLL_RABRED_COUNT(counts, i);
    }
    const mca_coll_rabred_arguments_t arguments = {
        .collective = COLL_RABRED_REDUCE_SCATTER, .in = in, .out = out, .count = module->start[processes],
        .start = module->start, .type = type, .op = op, .tag = MCA_COLL_BASE_TAG_REDUCE_SCATTER, .comm = comm
    };

    return mca_coll_rabred_reduction(module, &arguments);
}

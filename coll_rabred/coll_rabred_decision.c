/*
 * Which algorithm serves a call.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "coll_rabred.h"

#include "ompi/communicator/communicator.h"
#include "ompi/datatype/ompi_datatype.h"
#include "ompi/op/op.h"

/* What an operator on a type offers to algorithms that need it. The same on all processes: types of one
   signature that predefined operators take are of one kind. */
static unsigned traits_of(const mca_coll_rabred_module_t *module, struct ompi_op_t *op, const struct ompi_datatype_t *type)
{
    bool exact = coll_rabred_data_is_exact(type, op);
    bool commutes = ompi_op_is_commute(op), by_node = NULL != module->nodes && (commutes || module->nodes->adjacent);

    return (commutes ? COLL_RABRED_COMMUTATIVE : 0) | (exact ? COLL_RABRED_EXACT : 0) | (by_node ? COLL_RABRED_NODES : 0);
}

coll_rabred_decision_t mca_coll_rabred_decide(mca_coll_rabred_module_t *module, const mca_coll_rabred_arguments_t *arguments,
                                              size_t bytes)
{
    const unsigned traits = traits_of(module, arguments->op, arguments->type);
    const coll_rabred_decision_t decision = coll_rabred_choose(&module->choice[arguments->collective], &module->model, traits,
                                                               arguments->count, bytes / arguments->count);

    if (decision.algorithm >= 0 && 0 == ompi_comm_rank(arguments->comm)) {
        mca_coll_rabred_tell(module, arguments, traits, &decision, bytes);
    }
    return decision;
}

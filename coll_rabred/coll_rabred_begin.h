/*
 * What the first call on a communicator does for all, and the questions that this consists of.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_BEGIN_H
#define COLL_RABRED_BEGIN_H

#include "coll_rabred.h"

BEGIN_C_DECLS

/* Starts it, unless an earlier call has. It ends by mca_coll_rabred_begun, at once or later. */
void mca_coll_rabred_begin_start(mca_coll_rabred_module_t *module, struct ompi_communicator_t *comm);

/* What a process says, and then what all said, by an allreduce in place. */
typedef struct {
    void *vector;                    /* NULL: there is nothing to ask; else to be freed */
    size_t count;                    /* elements */
    struct ompi_datatype_t *type;
    struct ompi_op_t *op;
} mca_coll_rabred_question_t;

/* Whether what the processes decide by is the same; where it differs, says so and leaves only the model's built-in numbers. */
int mca_coll_rabred_ask_agreement(mca_coll_rabred_module_t *module, struct ompi_communicator_t *comm,
                                  mca_coll_rabred_question_t *question);
int mca_coll_rabred_hear_agreement(mca_coll_rabred_module_t *module, struct ompi_communicator_t *comm,
                                   const mca_coll_rabred_question_t *question);

/* Which processes share a node, if any algorithm that may serve looks at that. */
int mca_coll_rabred_ask_nodes(mca_coll_rabred_module_t *module, struct ompi_communicator_t *comm,
                              mca_coll_rabred_question_t *question);
int mca_coll_rabred_hear_nodes(mca_coll_rabred_module_t *module, struct ompi_communicator_t *comm,
                               const mca_coll_rabred_question_t *question);

END_C_DECLS

#endif

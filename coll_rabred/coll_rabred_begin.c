/*
 * What the first call on a communicator does for all: its processes find out together what they decide by, each time
 * by a small allreduce. It goes on while the caller does something else, so that a non-blocking first call
 * waits for nobody.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "coll_rabred_begin.h"
#include "coll_rabred_progress.h"
#include "coll_rabred_request.h"

#include "mpi.h"
#include "ompi/communicator/communicator.h"
#include "ompi/constants.h"
#include "ompi/datatype/ompi_datatype.h"
#include "ompi/mca/coll/base/coll_base_util.h"
#include "opal/runtime/opal_progress.h"

#include <stdlib.h>

/* What is asked, one after the other. */
static const struct {
    int (*ask)(mca_coll_rabred_module_t *module, struct ompi_communicator_t *comm, mca_coll_rabred_question_t *question);
    int (*hear)(mca_coll_rabred_module_t *module, struct ompi_communicator_t *comm, const mca_coll_rabred_question_t *question);
} stages[] = {
    {mca_coll_rabred_ask_agreement, mca_coll_rabred_hear_agreement},
    {mca_coll_rabred_ask_nodes, mca_coll_rabred_hear_nodes}
};
enum { STAGES = sizeof(stages) / sizeof(stages[0]) };

typedef struct {
    mca_coll_rabred_task_t task;
    mca_coll_rabred_module_t *module;
    struct ompi_communicator_t *comm;
    int tag;
    size_t stage;
    mca_coll_rabred_question_t question;
    coll_rabred_scratch_t scratch;
    coll_rabred_call_t call;
    coll_rabred_run_t run;
} beginning_t;

/* An allreduce in place of the question, by the model's built-in numbers: all that is the same on all processes by now. */
static int pose(beginning_t *beginning)
{
    mca_coll_rabred_module_t *module = beginning->module;
    const mca_coll_rabred_question_t *question = &beginning->question;
    const mca_coll_rabred_arguments_t arguments = {
        .collective = COLL_RABRED_ALLREDUCE, .in = MPI_IN_PLACE, .out = question->vector, .count = question->count,
        .type = question->type, .op = question->op, .tag = beginning->tag, .comm = beginning->comm
    };
    const coll_rabred_limits_t limits = module->limits;
    size_t type_size;

    ompi_datatype_type_size(question->type, &type_size);
    const coll_rabred_decision_t decision = mca_coll_rabred_built_in_decision(ompi_comm_size(beginning->comm), question->count,
                                                                              type_size);
    module->limits = COLL_RABRED_BUILT_IN_LIMITS;
    int error = mca_coll_rabred_prepare(module, &arguments, &decision, question->count * type_size, &beginning->call);
    module->limits = limits;
    beginning->call.in = beginning->call.out = question->vector;
    return OMPI_SUCCESS == error ? coll_rabred_run_start(&beginning->run, &beginning->call) : error;
}

/* The first question that is to be asked from this stage on; *posed: there is one. */
static int ask(beginning_t *beginning, bool *posed)
{
    int error = OMPI_SUCCESS;

    *posed = false;
    for (; beginning->stage < STAGES && !*posed && OMPI_SUCCESS == error; beginning->stage += !*posed) {
        error = stages[beginning->stage].ask(beginning->module, beginning->comm, &beginning->question);
        if (OMPI_SUCCESS == error && NULL != beginning->question.vector) {
            error = pose(beginning);
            *posed = true;
        }
    }
    return error;
}

static void end(beginning_t *beginning, int error)
{
    mca_coll_rabred_module_t *module = beginning->module;
    struct ompi_communicator_t *comm = beginning->comm;

    module->unanswered = beginning->question.vector;   /* unfinished sends may still read it */
    mca_coll_rabred_leave_behind(module, &beginning->scratch);
    coll_rabred_scratch_free(&beginning->scratch);
    coll_rabred_call_release(&beginning->call);
    free(beginning);
    mca_coll_rabred_begun(module, error);
    OBJ_RELEASE(comm);
}

static bool go_on(mca_coll_rabred_task_t *task)
{
    beginning_t *beginning = (beginning_t *) task;
    bool more = true;
    int error = OMPI_SUCCESS;

    while (more && OMPI_SUCCESS == error) {
        bool done;
        error = coll_rabred_run_continue(&beginning->run, &done);
        if (!done) {
            return false;
        }
        if (OMPI_SUCCESS == error) {
            error = stages[beginning->stage].hear(beginning->module, beginning->comm, &beginning->question);
        }
        if (OMPI_SUCCESS == error) {
            free(beginning->question.vector);
            beginning->question.vector = NULL;
            beginning->stage++;
            error = ask(beginning, &more);
        }
    }
    end(beginning, error);
    return true;
}

void mca_coll_rabred_begin_start(mca_coll_rabred_module_t *module, struct ompi_communicator_t *comm)
{
    int tag;
    bool more = false;

    if (!mca_coll_rabred_is_first(module, comm, &tag)) {
        return;
    }
    beginning_t *beginning = calloc(1, sizeof(*beginning));
    if (NULL == beginning) {
        mca_coll_rabred_begun(module, OMPI_ERR_OUT_OF_RESOURCE);
        return;
    }
    beginning->task.go_on = go_on;
    beginning->module = module;
    beginning->comm = comm;
    beginning->tag = tag;
    beginning->scratch.use = &mca_coll_rabred_component.statistics.scratch;
    beginning->call.scratch = &beginning->scratch;
    OBJ_RETAIN(comm);
    int error = ask(beginning, &more);
    if (!more || OMPI_SUCCESS != error) {
        end(beginning, error);
    } else if (!go_on(&beginning->task)) {
        mca_coll_rabred_progress_add(&beginning->task);
    }
}

int mca_coll_rabred_begin(mca_coll_rabred_module_t *module, struct ompi_communicator_t *comm)
{
    mca_coll_rabred_begin_start(module, comm);
    while (!mca_coll_rabred_has_begun(module)) {
        opal_progress();
        (void) mca_coll_rabred_progress();   /* which need not be registered */
    }
    module->ready = OMPI_SUCCESS == module->broken;
    return module->broken;
}

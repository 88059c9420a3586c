/*
 * From the arguments of a blocking slot to the run of a schedule, where that was not prepared: choose, fetch, run.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "coll_rabred_prepared.h"
#include "coll_rabred_progress.h"

#include "ompi/constants.h"

#include <time.h>

/* The schedule for these arguments; NULL when out of memory. */
static const coll_rabred_schedule_t *schedule_for(mca_coll_rabred_module_t *module,
                                                  const mca_coll_rabred_arguments_t *arguments,
                                                  const coll_rabred_decision_t *decision, size_t bytes)
{
    coll_rabred_problem_t problem = {
        .collective = COLL_RABRED_REDUCE_SCATTER_BLOCK == arguments->collective ? COLL_RABRED_REDUCE_SCATTER
                                                                                 : arguments->collective,
        .algorithm = decision->algorithm,
        .processes = ompi_comm_size(arguments->comm),
        .rank = ompi_comm_rank(arguments->comm),
        .root = arguments->root,
        .in_place = MPI_IN_PLACE == arguments->in,
        .nodes = coll_rabred_algorithms[decision->algorithm].needs & COLL_RABRED_NODES ? module->nodes : NULL
    };

    coll_rabred_set_arguments(&problem, decision, bytes);
    const size_t built = module->cache.built;
    const coll_rabred_schedule_t *schedule = coll_rabred_cache_get(&module->cache, &problem);
    if (module->cache.built > built) {
        mca_coll_rabred_add(&mca_coll_rabred_component.statistics.schedules, 1, ompi_mpi_thread_multiple);
        mca_coll_rabred_tell_schedule(arguments->comm, schedule);
    }
    return schedule;
}

int mca_coll_rabred_prepare(mca_coll_rabred_module_t *module, const mca_coll_rabred_arguments_t *arguments,
                            const coll_rabred_decision_t *decision, size_t bytes, coll_rabred_call_t *call)
{
    call->schedule = decision->algorithm < 0 ? NULL : schedule_for(module, arguments, decision, bytes);
    if (NULL == call->schedule) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    call->layout = coll_rabred_layout_even(arguments->count, call->schedule->problem.blocks);
    call->layout.start = arguments->start;
    call->wire = (coll_rabred_wire_t) {arguments->comm, arguments->tag};
    call->limits = module->limits;
    coll_rabred_data_init(&call->data, arguments->type, arguments->op);
    return coll_rabred_call_prepare(call);
}

static int run_timed(mca_coll_rabred_prepared_t *prepared, const mca_coll_rabred_arguments_t *arguments)
{
    struct timespec start, end;

    clock_gettime(CLOCK_MONOTONIC, &start);
    int error = mca_coll_rabred_run(prepared, arguments->in, arguments->out);
    clock_gettime(CLOCK_MONOTONIC, &end);
    long long nanoseconds = (end.tv_sec - start.tv_sec) * 1000000000LL + end.tv_nsec - start.tv_nsec;
    mca_coll_rabred_add(&prepared->tally->nanoseconds, (unsigned long long) nanoseconds, ompi_mpi_thread_multiple);
    return error;
}

int mca_coll_rabred_choose(mca_coll_rabred_module_t *module, const mca_coll_rabred_arguments_t *arguments, size_t bytes,
                           coll_rabred_scratch_t *scratch, mca_coll_rabred_prepared_t *prepared)
{
    prepared->type = NULL;
    prepared->bytes = bytes;
    prepared->call.scratch = scratch;
    mca_coll_rabred_lock(&module->choosing);
    const coll_rabred_decision_t decision = mca_coll_rabred_decide(module, arguments, bytes);
    int error = mca_coll_rabred_prepare(module, arguments, &decision, bytes, &prepared->call);
    mca_coll_rabred_unlock(&module->choosing);
    if (OMPI_SUCCESS == error) {
        prepared->tally = mca_coll_rabred_tally(arguments->collective, decision.algorithm, decision.replaced, bytes);
    }
    return error;
}

/* Prepares what a call needs; NULL where there is nothing to run, with the error or success. */
static mca_coll_rabred_prepared_t *prepare_for(mca_coll_rabred_module_t *module,
                                               const mca_coll_rabred_arguments_t *arguments, int *error)
{
    mca_coll_rabred_prepared_t *prepared = &module->prepared[COLL_RABRED_PREPARED_SLOTS];
    size_t type_size;

    ompi_datatype_type_size(arguments->type, &type_size);
    if (0 == arguments->count || 0 == type_size) {
        *error = OMPI_SUCCESS;
        return NULL;
    }
    *error = module->ready ? OMPI_SUCCESS : mca_coll_rabred_begin(module, arguments->comm);
    if (OMPI_SUCCESS != *error) {
        return NULL;
    }
    const size_t bytes = arguments->count * type_size;
    const bool stays = mca_coll_rabred_can_keep(arguments) && mca_coll_rabred_is_short(bytes);
    if (stays) {
        prepared = &module->prepared[mca_coll_rabred_slot_of(arguments)];
    }
    *error = mca_coll_rabred_choose(module, arguments, bytes, &module->scratch, prepared);
    if (stays && OMPI_SUCCESS == *error) {
        mca_coll_rabred_keep(prepared, arguments);
    }
    return OMPI_SUCCESS == *error ? prepared : NULL;
}

int mca_coll_rabred_reduction(mca_coll_rabred_module_t *module, const mca_coll_rabred_arguments_t *arguments)
{
    mca_coll_rabred_prepared_t *prepared = &module->prepared[mca_coll_rabred_slot_of(arguments)];

    if (!mca_coll_rabred_serves(prepared, arguments)) {
        int error;
        prepared = prepare_for(module, arguments, &error);
        if (NULL == prepared) {
            return error;
        }
    }
    mca_coll_rabred_count_call(prepared);
    return module->timed ? run_timed(prepared, arguments) : mca_coll_rabred_run(prepared, arguments->in, arguments->out);
}

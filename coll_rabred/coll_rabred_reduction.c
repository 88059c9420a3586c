/*
 * From the arguments of a slot to the run of a schedule: choose, fetch, run.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "coll_rabred.h"
#include "exec/run.h"

#include "mpi.h"
#include "ompi/communicator/communicator.h"
#include "ompi/constants.h"
#include "ompi/datatype/ompi_datatype.h"
#include "ompi/op/op.h"
#include "ompi/runtime/mpiruntime.h"

#include <stdlib.h>
#include <time.h>

/* What an operator on a type offers to algorithms that need it. The same on all processes: types of one
   signature that predefined operators take are of one kind. */
static unsigned traits_of(const mca_coll_rabred_module_t *module, struct ompi_op_t *op, const struct ompi_datatype_t *type)
{
    enum {
        OF_BITS = 1 << OMPI_OP_BASE_FORTRAN_LAND | 1 << OMPI_OP_BASE_FORTRAN_BAND | 1 << OMPI_OP_BASE_FORTRAN_LOR
                  | 1 << OMPI_OP_BASE_FORTRAN_BOR | 1 << OMPI_OP_BASE_FORTRAN_LXOR | 1 << OMPI_OP_BASE_FORTRAN_BXOR,
        OF_NUMBERS = 1 << OMPI_OP_BASE_FORTRAN_SUM | 1 << OMPI_OP_BASE_FORTRAN_PROD | 1 << OMPI_OP_BASE_FORTRAN_MIN
                     | 1 << OMPI_OP_BASE_FORTRAN_MAX
    };
    int kind = ompi_op_is_intrinsic(op) ? 1 << op->o_f_to_c_index : 0;
    bool integer = OMPI_DATATYPE_FLAG_DATA_INT == (type->super.flags & OMPI_DATATYPE_FLAG_DATA_TYPE);
    bool exact = kind & OF_BITS || (kind & OF_NUMBERS && integer);

    bool commutes = ompi_op_is_commute(op), by_node = NULL != module->nodes && (commutes || module->nodes->adjacent);

    return (commutes ? COLL_RABRED_COMMUTATIVE : 0) | (exact ? COLL_RABRED_EXACT : 0) | (by_node ? COLL_RABRED_NODES : 0);
}

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

    for (int i = 0; i < COLL_RABRED_ARGUMENTS; i++) {
        problem.argument[i] = coll_rabred_argument_value(&problem, i, decision->argument[i], bytes);
    }
    const size_t built = module->cache.built;
    const coll_rabred_schedule_t *schedule = coll_rabred_cache_get(&module->cache, &problem);
    if (module->cache.built > built) {
        mca_coll_rabred_add(&mca_coll_rabred_component.statistics.schedules, 1, ompi_mpi_thread_multiple);
        mca_coll_rabred_tell_schedule(arguments->comm, schedule);
    }
    return schedule;
}

static int prepare(mca_coll_rabred_module_t *module, mca_coll_rabred_prepared_t *prepared,
                   const mca_coll_rabred_arguments_t *arguments, const coll_rabred_decision_t *decision, size_t bytes)
{
    coll_rabred_call_t *call = &prepared->call;

    prepared->type = NULL;
    prepared->bytes = bytes;
    prepared->tally = mca_coll_rabred_tally(arguments->collective, decision->algorithm, decision->replaced, bytes);
    call->schedule = schedule_for(module, arguments, decision, bytes);
    if (NULL == call->schedule) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    call->layout = coll_rabred_layout_even(arguments->count, call->schedule->problem.blocks);
    call->layout.start = arguments->start;
    call->wire = (coll_rabred_wire_t) {arguments->comm, arguments->tag};
    call->scratch = &module->scratch;
    call->limits = module->limits;
    coll_rabred_data_init(&call->data, arguments->type, arguments->op);
    return coll_rabred_call_prepare(call);
}

static int run(mca_coll_rabred_prepared_t *prepared, const mca_coll_rabred_arguments_t *arguments)
{
    prepared->call.in = MPI_IN_PLACE == arguments->in ? arguments->out : arguments->in;
    prepared->call.out = arguments->out;
    return coll_rabred_run(&prepared->call);
}

int mca_coll_rabred_run(mca_coll_rabred_module_t *module, const mca_coll_rabred_arguments_t *arguments,
                        const coll_rabred_decision_t *decision, size_t bytes)
{
    mca_coll_rabred_prepared_t *prepared = &module->prepared[COLL_RABRED_PREPARED_SLOTS];
    int error = prepare(module, prepared, arguments, decision, bytes);

    return OMPI_SUCCESS != error ? error : run(prepared, arguments);
}

/* True if the call may serve others: no handle can come to mean something else, no blocks are given, and it
   is short enough to be worth it. */
static bool can_keep(const mca_coll_rabred_arguments_t *arguments, size_t bytes)
{
    enum { SHORT = 65536, FEW = 1024 };   /* bytes; processes */

    return ompi_datatype_is_predefined(arguments->type) && ompi_op_is_intrinsic(arguments->op) && NULL == arguments->start
           && bytes <= SHORT && ompi_comm_size(arguments->comm) <= FEW;
}

static bool serves(const mca_coll_rabred_prepared_t *prepared, const mca_coll_rabred_module_t *module,
                   const mca_coll_rabred_arguments_t *arguments)
{
    return prepared->count == arguments->count && prepared->type == arguments->type && prepared->op == arguments->op
           && prepared->root == arguments->root && prepared->in_place == (MPI_IN_PLACE == arguments->in)
           && prepared->collective == arguments->collective && prepared->evicted == module->cache.evicted;
}

static void keep(mca_coll_rabred_prepared_t *prepared, const mca_coll_rabred_module_t *module,
                 const mca_coll_rabred_arguments_t *arguments)
{
    prepared->count = arguments->count;
    prepared->type = arguments->type;
    prepared->op = arguments->op;
    prepared->root = arguments->root;
    prepared->in_place = MPI_IN_PLACE == arguments->in;
    prepared->collective = arguments->collective;
    prepared->evicted = module->cache.evicted;
}

/* Calls that follow each other often differ in length, root, collective or operator. */
static size_t slot_of(const mca_coll_rabred_arguments_t *arguments)
{
    return (arguments->count + (size_t) arguments->root + (size_t) arguments->collective
            + ((uintptr_t) arguments->op >> 9) + ((uintptr_t) arguments->type >> 9)) % COLL_RABRED_PREPARED_SLOTS;
}

static void count_call(const mca_coll_rabred_prepared_t *prepared)
{
    const bool threads = ompi_mpi_thread_multiple;

    mca_coll_rabred_add(&prepared->tally->calls, 1, threads);
    mca_coll_rabred_add(&prepared->tally->bytes, prepared->bytes, threads);
}

static int run_timed(mca_coll_rabred_prepared_t *prepared, const mca_coll_rabred_arguments_t *arguments)
{
    struct timespec start, end;

    clock_gettime(CLOCK_MONOTONIC, &start);
    int error = run(prepared, arguments);
    clock_gettime(CLOCK_MONOTONIC, &end);
    long long nanoseconds = (end.tv_sec - start.tv_sec) * 1000000000LL + end.tv_nsec - start.tv_nsec;
    mca_coll_rabred_add(&prepared->tally->nanoseconds, (unsigned long long) nanoseconds, ompi_mpi_thread_multiple);
    return error;
}

/* Chooses for calls like this one. */
static int choose(mca_coll_rabred_module_t *module, mca_coll_rabred_prepared_t *prepared,
                  const mca_coll_rabred_arguments_t *arguments, size_t bytes)
{
    const unsigned traits = traits_of(module, arguments->op, arguments->type);
    const coll_rabred_decision_t decision = coll_rabred_choose(&module->choice[arguments->collective],
                                                               ompi_comm_size(arguments->comm), traits, bytes);

    if (0 == ompi_comm_rank(arguments->comm)) {
        mca_coll_rabred_tell(module, arguments, traits, &decision);
    }
    int error = prepare(module, prepared, arguments, &decision, bytes);
    if (OMPI_SUCCESS == error && prepared != &module->prepared[COLL_RABRED_PREPARED_SLOTS]) {
        keep(prepared, module, arguments);
    }
    return error;
}

/* What the first call does for all. */
static void begin(mca_coll_rabred_module_t *module, struct ompi_communicator_t *comm)
{
    int error = module->compares ? mca_coll_rabred_agree(module, comm) : OMPI_SUCCESS;

    if (OMPI_SUCCESS == error) {
        error = mca_coll_rabred_find_nodes(module, comm);
    }
    /* Others may have learnt what this process has not. */
    module->broken = error;
    module->begun = true;
}

/* Prepares what a call needs; NULL where there is nothing to run, with the error or success. */
static mca_coll_rabred_prepared_t *prepare_for(mca_coll_rabred_module_t *module,
                                               const mca_coll_rabred_arguments_t *arguments, int *error)
{
    mca_coll_rabred_prepared_t *prepared = &module->prepared[COLL_RABRED_PREPARED_SLOTS];
    size_t type_size;

    *error = OMPI_SUCCESS;
    ompi_datatype_type_size(arguments->type, &type_size);
    if (0 == arguments->count || 0 == type_size) {
        return NULL;
    }
    if (OMPI_SUCCESS == module->broken && !module->begun) {
        begin(module, arguments->comm);
    }
    if (OMPI_SUCCESS != module->broken) {
        *error = module->broken;
        return NULL;
    }
    if (can_keep(arguments, arguments->count * type_size)) {
        prepared = &module->prepared[slot_of(arguments)];
    }
    *error = choose(module, prepared, arguments, arguments->count * type_size);
    return OMPI_SUCCESS == *error ? prepared : NULL;
}

int mca_coll_rabred_reduction(mca_coll_rabred_module_t *module, const mca_coll_rabred_arguments_t *arguments)
{
    mca_coll_rabred_prepared_t *prepared = &module->prepared[slot_of(arguments)];

    if (!serves(prepared, module, arguments)) {
        int error;
        prepared = prepare_for(module, arguments, &error);
        if (NULL == prepared) {
            return error;
        }
    }
    count_call(prepared);
    return module->timed ? run_timed(prepared, arguments) : run(prepared, arguments);
}

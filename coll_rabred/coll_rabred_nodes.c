/*
 * The nodes of a communicator's processes, for algorithms that look at them.
 *
 * Each process names its node by the lowest rank that Open MPI tells it to be near. An allreduce of the
 * names, by the model's built-in numbers, makes them known everywhere alike, whatever the processes were told.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "coll_rabred_begin.h"

#include "mpi.h"
#include "ompi/communicator/communicator.h"
#include "ompi/constants.h"
#include "ompi/group/group.h"
#include "ompi/proc/proc.h"

#include <stdlib.h>

static bool looks_at_nodes(int algorithm)
{
    return coll_rabred_algorithms[algorithm].needs & COLL_RABRED_NODES;
}

/* True where the processes have agreed that there are several and that some have neighbours, of which the model thinks and by which
   messages are cut; or if any call on the communicator may be served by an algorithm that looks at nodes. */
static bool are_wanted(const mca_coll_rabred_module_t *module)
{
    bool wanted = COLL_RABRED_NETWORK == module->model.class && module->neighbours;

    for (int collective = 0; collective < COLL_RABRED_COLLECTIVES && !wanted; collective++) {
        const coll_rabred_choice_t *choice = &module->choice[collective];
        wanted = choice->forced > 0 && looks_at_nodes(choice->forced - 1);
        for (size_t rule = 0; rule < choice->rules.count && 0 == choice->forced; rule++) {
            wanted = wanted || looks_at_nodes(choice->rules.rule[rule].algorithm);
        }
    }
    return wanted;
}

/* A process of this host, or NULL. Open MPI knows those of the host from the start, but a communicator may not yet. */
static const opal_proc_t *neighbour(struct ompi_communicator_t *comm, int rank)
{
    const opal_proc_t *proc = ompi_proc_lookup(ompi_group_get_proc_name(comm->c_local_group, rank));

    return NULL == proc || !OPAL_PROC_ON_LOCAL_NODE(proc->proc_flags) ? NULL : proc;
}

uint64_t mca_coll_rabred_places(struct ompi_communicator_t *comm)
{
    int near = 0;

    for (int rank = 0; rank < ompi_comm_size(comm); rank++) {
        near += NULL != neighbour(comm, rank);
    }
    return (ompi_comm_size(comm) == near ? COLL_RABRED_ALL_NEAR : 0) | (near < 2 ? COLL_RABRED_ALONE : 0);
}

bool mca_coll_rabred_is_one_job(struct ompi_communicator_t *comm)
{
    for (int rank = 0; rank < ompi_comm_size(comm); rank++) {
        if (ompi_group_get_proc_name(comm->c_local_group, rank).jobid != ompi_proc_local()->super.proc_name.jobid) {
            return false;
        }
    }
    return true;
}

/* On this host, and there in the same group of node_size processes of the job. */
static bool is_near(const mca_coll_rabred_module_t *module, struct ompi_communicator_t *comm, int rank)
{
    const opal_proc_t *proc = neighbour(comm, rank);

    if (NULL == proc) {
        return false;
    }
    return 0 == module->node_size
           || proc->proc_name.vpid / module->node_size == ompi_proc_local()->super.proc_name.vpid / module->node_size;
}

/* Into [processes] zeros: the name at the own place. */
static void name_own_node(const mca_coll_rabred_module_t *module, struct ompi_communicator_t *comm, int *name)
{
    int own = ompi_comm_rank(comm), lowest = 0;

    while (lowest < own && !is_near(module, comm, lowest)) {
        lowest++;
    }
    name[own] = lowest;
}

/* Whoever names a process shares the node of that process, whatever that one names. */
static void settle_names(int *name, int processes)
{
    for (int rank = 0; rank < processes; rank++) {
        name[rank] = name[name[rank]];
    }
}

static void tell(const mca_coll_rabred_module_t *module, struct ompi_communicator_t *comm)
{
    const coll_rabred_nodes_t *nodes = module->nodes;

    if (mca_coll_rabred_component.verbose >= COLL_RABRED_VERBOSE_DECISIONS && 0 == ompi_comm_rank(comm)) {
        mca_coll_rabred_say_of(comm, "%d nodes of %d to %d processes, %s", nodes->nodes, nodes->smallest, nodes->largest,
                               nodes->adjacent ? "ranks adjacent on each" : "ranks not adjacent on each");
    }
}

int mca_coll_rabred_ask_nodes(mca_coll_rabred_module_t *module, struct ompi_communicator_t *comm,
                              mca_coll_rabred_question_t *question)
{
    const size_t processes = (size_t) ompi_comm_size(comm);

    *question = (mca_coll_rabred_question_t) {.count = processes, .type = MPI_INT, .op = MPI_MAX};
    if (!are_wanted(module)) {
        return OMPI_SUCCESS;
    }
    question->vector = calloc(processes, sizeof(int));
    if (NULL == question->vector) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    name_own_node(module, comm, question->vector);
    return OMPI_SUCCESS;
}

int mca_coll_rabred_hear_nodes(mca_coll_rabred_module_t *module, struct ompi_communicator_t *comm,
                               const mca_coll_rabred_question_t *question)
{
    settle_names(question->vector, ompi_comm_size(comm));
    module->nodes = coll_rabred_nodes_build(question->vector, ompi_comm_size(comm));
    if (NULL == module->nodes) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    module->model.nodes = module->limits.nodes = module->nodes;
    tell(module, comm);
    return OMPI_SUCCESS;
}

/*
 * A module: what rabred keeps for one communicator.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "coll_rabred_request.h"

#include "ompi/communicator/communicator.h"
#include "ompi/constants.h"

#include <stdlib.h>
#include <string.h>

static void construct(mca_coll_rabred_module_t *module)
{
    memset((char *) module + sizeof(module->super), 0, sizeof(*module) - sizeof(module->super));
    (void) pthread_mutex_init(&module->choosing, NULL);
    module->last_waiting = &module->waiting;
}

static void destruct(mca_coll_rabred_module_t *module)
{
    for (int collective = 0; collective < COLL_RABRED_COLLECTIVES; collective++) {
        coll_rabred_choice_free(&module->choice[collective]);
        free(module->told[collective]);
    }
    for (int i = 0; i <= COLL_RABRED_PREPARED_SLOTS; i++) {
        coll_rabred_call_release(&module->prepared[i].call);
    }
    coll_rabred_cache_free(&module->cache);
    coll_rabred_nodes_free(module->nodes);
    coll_rabred_scratch_free(&module->scratch);
    mca_coll_rabred_pool_forget(module);
    free(module->unanswered);
    free(module->start);
    (void) pthread_mutex_destroy(&module->choosing);
}

OBJ_CLASS_INSTANCE(mca_coll_rabred_module_t, mca_coll_base_module_t, construct, destruct);

/* Tells of a wrong string of rules, once until another one is wrong. */
static void refuse_rules(coll_rabred_collective_t collective, const char *rules, const char *why)
{
    static uint64_t refused[COLL_RABRED_COLLECTIVES];

    if (mca_coll_rabred_is_new(&refused[collective], rules)) {
        mca_coll_rabred_say("coll_rabred_%s_rules = \"%s\" is not used: %s; allowed: FROM-TO:ALGORITHM, separated by commas "
                            "(ompi_info --param coll rabred --level 9 explains it); instead: the model",
                            coll_rabred_collective_names[collective], rules, why);
    }
}

/* What every algorithm must promise; a wrong word is told once. */
static unsigned promises_asked_for(const char *word)
{
    static bool told;

    if (NULL == word || 0 == strcmp(word, "off")) {
        return 0;
    }
    if (0 != strcmp(word, "canonical") && !told) {
        told = true;
        mca_coll_rabred_say("coll_rabred_reproducible = \"%s\" is not used: it is not one of off, canonical; instead: canonical",
                            word);
    }
    return COLL_RABRED_CANONICAL;
}

#define INSTALL(slot) COLL_RABRED_INSTALL(module, comm, slot);
#define UNINSTALL(slot) COLL_RABRED_UNINSTALL(module, comm, slot);
#define OFFER(slot) module->super.coll_##slot = mca_coll_rabred_##slot;

static int rabred_enable(mca_coll_base_module_t *base, struct ompi_communicator_t *comm)
{
    mca_coll_rabred_module_t *module = (mca_coll_rabred_module_t *) base;

    mca_coll_rabred_follow_info(module, comm);
    COLL_RABRED_BLOCKING(INSTALL)
    if (NULL != base->coll_iallreduce) {
        COLL_RABRED_REQUESTS(INSTALL)
    }
    return OMPI_SUCCESS;
}

static int rabred_disable(mca_coll_base_module_t *base, struct ompi_communicator_t *comm)
{
    mca_coll_rabred_module_t *module = (mca_coll_rabred_module_t *) base;

    COLL_RABRED_BLOCKING(UNINSTALL)
    if (NULL != base->coll_iallreduce) {
        COLL_RABRED_REQUESTS(UNINSTALL)
    }
    return OMPI_SUCCESS;
}

mca_coll_base_module_t *mca_coll_rabred_comm_query(struct ompi_communicator_t *comm, int *priority)
{
    const mca_coll_rabred_component_t *component = &mca_coll_rabred_component;
    char why[1024];

    if (OMPI_COMM_IS_INTER(comm) || ompi_comm_size(comm) < 2 || component->priority < 0) {
        return NULL;
    }
    const unsigned promises = promises_asked_for(component->reproducible);
    mca_coll_rabred_module_t *module = OBJ_NEW(mca_coll_rabred_module_t);
    if (NULL == module) {
        return NULL;
    }
    for (int i = 0; i < COLL_RABRED_COLLECTIVES; i++) {
        coll_rabred_collective_t collective = (coll_rabred_collective_t) i;
        module->algorithm[i] = component->algorithm[i];
        if (!coll_rabred_choice_init(&module->choice[i], collective, component->algorithm[i], promises, component->rules[i], why,
                                     sizeof(why))) {
            refuse_rules(collective, component->rules[i], why);
        }
    }
    module->model.processes = ompi_comm_size(comm);
    memcpy(module->model.machine, component->machine, sizeof(module->model.machine));
    module->compares = component->agree;
    module->timed = component->summary || component->time;
    module->scratch.limit = component->scratch_limit;
    module->scratch.use = module->left_behind.use = &mca_coll_rabred_component.statistics.scratch;
    module->cache.limit = component->cache_limit;
    module->limits = (coll_rabred_limits_t) {
        .pack_limit = component->pack_limit, .segment = component->segment_size, .segments = component->segments,
        .scratch = component->scratch_limit < COLL_RABRED_LEAST_SCRATCH ? COLL_RABRED_LEAST_SCRATCH : component->scratch_limit,
        .blocking = mca_coll_rabred_blocks_sooner() ? component->blocking_limit : 0
    };
    memcpy(module->cut_limit, component->cut_limit, sizeof(module->cut_limit));
    mca_coll_rabred_cut_messages(&module->limits, module->cut_limit[COLL_RABRED_NODE], module->cut_limit[COLL_RABRED_NETWORK]);
    mca_coll_rabred_component.statistics.cut[COLL_RABRED_NODE] = module->limits.cut[COLL_RABRED_CUTS - 1];
    mca_coll_rabred_component.statistics.cut[COLL_RABRED_NETWORK] = module->limits.far_cut;
    mca_coll_rabred_component.statistics.blocking = module->limits.blocking;
    memcpy(module->temporary_limit, component->temporary_limit, sizeof(module->temporary_limit));
    module->copied_segment = component->copied_segment_size;
    module->model.turns = (coll_rabred_turns_t) {.turn = component->node_turn};
    module->node_processors = component->node_processors;
    module->node_size = component->node_size;
    module->super.coll_module_enable = rabred_enable;
    module->super.coll_module_disable = rabred_disable;
    COLL_RABRED_BLOCKING(OFFER)
    if (component->nonblocking) {
        COLL_RABRED_REQUESTS(OFFER)
    }
    *priority = component->priority;
    return &module->super;
}

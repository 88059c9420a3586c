/*
 * The info keys of a communicator, rabred_<collective>_algorithm: for it, they are stronger than the parameters of that
 * name.
 *
 * Open MPI hands over the value that a communicator is made with, or the parameter's where it has none, and then each
 * that MPI_Comm_set_info gives. The processes find out on the first call whether they were given the same
 * (coll_rabred_agreement.c); so no later value can be used.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "coll_rabred.h"

#include "ompi/communicator/communicator.h"
#include "opal/util/info_subscriber.h"

#include <string.h>

/* Of the communicator that this thread makes: not installed yet. */
static _Thread_local mca_coll_rabred_module_t *being_made;

/* rabred's module of a communicator, of which it may serve any collective; NULL: none. */
static mca_coll_rabred_module_t *module_of(const struct ompi_communicator_t *comm)
{
    mca_coll_base_module_t *const modules[] = {
        comm->c_coll->coll_allreduce_module, comm->c_coll->coll_reduce_module,
        comm->c_coll->coll_reduce_scatter_module, comm->c_coll->coll_reduce_scatter_block_module
    };

    for (size_t i = 0; i < sizeof(modules) / sizeof(modules[0]); i++) {
        if (NULL != modules[i] && OBJ_CLASS(mca_coll_rabred_module_t) == ((opal_object_t *) modules[i])->obj_class) {
            return (mca_coll_rabred_module_t *) modules[i];
        }
    }
    return NULL;
}

/* Open MPI follows no longer keys, and MPI_MAX_INFO_KEY is hardly longer. */
enum { LONGEST_KEY = 27 };

void mca_coll_rabred_info_key(coll_rabred_collective_t collective, char *key, size_t size)
{
    if (snprintf(key, size, "rabred_%s_algorithm", coll_rabred_collective_names[collective]) > LONGEST_KEY) {
        snprintf(key, size, "rabred_%s", coll_rabred_collective_names[collective]);
    }
}

static coll_rabred_collective_t collective_of(const char *key)
{
    char name[64];
    int collective = 0;

    for (; collective < COLL_RABRED_COLLECTIVES - 1; collective++) {
        mca_coll_rabred_info_key((coll_rabred_collective_t) collective, name, sizeof(name));
        if (0 == strcmp(name, key)) {
            break;
        }
    }
    return (coll_rabred_collective_t) collective;
}

static void refuse(struct ompi_communicator_t *comm, const char *key, const char *value, bool late, int instead)
{
    static uint64_t refused[COLL_RABRED_COLLECTIVES];
    const coll_rabred_collective_t collective = collective_of(key);
    char names[512] = "";

    if (mca_coll_rabred_is_new(&refused[collective], value) && 0 == ompi_comm_rank(comm)) {
        if (!late) {
            coll_rabred_rules_names(collective, names, sizeof(names));
        }
        mca_coll_rabred_say_of(comm, "info key %s = \"%s\" is not used: %s%s%s; instead: %s", key, value,
                               late ? "it is set after the first reduction, as MPI_Comm_dup makes some" : "it is not one of auto, ", names,
                               late ? "" : coll_rabred_forced_hint(value), coll_rabred_forced_name(instead));
    }
}

static coll_rabred_info_text_t follow(opal_infosubscriber_t *object, coll_rabred_info_text_t key, coll_rabred_info_text_t value)
{
    struct ompi_communicator_t *comm = (struct ompi_communicator_t *) object;
    mca_coll_rabred_module_t *module = NULL != being_made ? being_made : module_of(comm);
    const coll_rabred_collective_t collective = collective_of(key);

    if (NULL == module) {
        return NULL;
    }
    const int forced = coll_rabred_forced(collective, value);
    int *in_force = &module->choice[collective].forced;
    if (forced < 0 || (module->asked && forced != *in_force)) {
        refuse(comm, key, value, module->asked, *in_force);
    } else {
        module->by_info[collective] = forced != module->algorithm[collective];
        *in_force = forced;
    }
    return (coll_rabred_info_text_t) coll_rabred_forced_name(*in_force);
}

void mca_coll_rabred_follow_info(mca_coll_rabred_module_t *module, struct ompi_communicator_t *comm)
{
    being_made = module;
    for (int i = 0; i < COLL_RABRED_COLLECTIVES; i++) {
        char key[64];
        mca_coll_rabred_info_key((coll_rabred_collective_t) i, key, sizeof(key));
        /* Out of memory: the key is not followed here, and the processes will find that they differ. */
        (void) opal_infosubscribe_subscribe(&comm->super, key,
                                            (coll_rabred_info_text_t) coll_rabred_forced_name(module->algorithm[i]), follow);
    }
    being_made = NULL;
}

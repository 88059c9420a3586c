/*
 * The component: its parameters and counters, which follow from the table of algorithms.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "coll_rabred_request.h"

#include "ompi/constants.h"
#include "ompi/runtime/mpiruntime.h"
#include "opal/mca/base/mca_base_var.h"

#include <stdlib.h>
#include <string.h>

static int rabred_register(void);
static int rabred_close(void);

static int rabred_init_query(bool progress_threads, bool mpi_threads)
{
    (void) progress_threads;
    (void) mpi_threads;
    return OMPI_SUCCESS;
}

mca_coll_rabred_component_t mca_coll_rabred_component = {
    .super = {
        .collm_version = {
            COLL_RABRED_BASE_VERSION,
            .mca_component_name = "rabred",
            MCA_BASE_MAKE_VERSION(component, OMPI_MAJOR_VERSION, OMPI_MINOR_VERSION, OMPI_RELEASE_VERSION),
            .mca_register_component_params = rabred_register,
            .mca_close_component = rabred_close
        },
        .collm_data = {
            .param_field = MCA_BASE_METADATA_PARAM_CHECKPOINT
        },
        .collm_init_query = rabred_init_query,
        .collm_comm_query = mca_coll_rabred_comm_query
    },
    .priority = 34,
    .reproducible = "off",
    .agree = true,
    .scratch_limit = COLL_RABRED_SCRATCH_LIMIT,
    .temporary_limit = {[COLL_RABRED_NODE] = COLL_RABRED_NODE_TEMPORARY_LIMIT, [COLL_RABRED_NETWORK] = COLL_RABRED_NETWORK_TEMPORARY_LIMIT},
    .cache_limit = 1 << 20,
    .pack_limit = COLL_RABRED_PACK_LIMIT,
    .blocking_limit = COLL_RABRED_BLOCKING_LIMIT,
    .cut_limit = {[COLL_RABRED_NODE] = COLL_RABRED_NODE_CUT_LIMIT, [COLL_RABRED_NETWORK] = COLL_RABRED_NETWORK_CUT_LIMIT},
    .node_turn = COLL_RABRED_TURN,
    .segment_size = COLL_RABRED_SEGMENT_SIZE,
    .copied_segment_size = COLL_RABRED_COPIED_SEGMENT_SIZE,
    .nonblocking = true
};
COLL_RABRED_COMPONENT_INIT

/* Open MPI would drop the whole component for a wrong name; so a name it does not know means auto. */
static mca_base_var_enum_vfs_fn_t value_of_known_name;

/* The collective whose algorithm a parameter sets. */
static coll_rabred_collective_t collective_of(const char *parameter)
{
    char name[64];
    int collective = 0;

    for (; collective < COLL_RABRED_COLLECTIVES - 1; collective++) {
        snprintf(name, sizeof(name), "coll_rabred_%s_algorithm", coll_rabred_collective_names[collective]);
        if (0 == strcmp(name, parameter)) {
            break;
        }
    }
    return (coll_rabred_collective_t) collective;
}

static int value_of_name(mca_base_var_enum_t *enumerator, const char *name, int *value)
{
    static char told[COLL_RABRED_COLLECTIVES][64];
    coll_rabred_collective_t collective = collective_of(enumerator->enum_name);
    bool number = '\0' != name[0] && NULL != strchr("+-0123456789", name[0]);   /* may change with a release */
    int error = number ? OPAL_ERR_VALUE_OUT_OF_BOUNDS : value_of_known_name(enumerator, name, value);

    if (OPAL_SUCCESS == error) {
        return error;
    }
    if (0 != strncmp(told[collective], name, sizeof(told[collective]) - 1)) {
        char names[512];
        coll_rabred_rules_names(collective, names, sizeof(names));
        mca_coll_rabred_say("%s = \"%s\" is not used: it is not one of auto, %s%s; instead: auto", enumerator->enum_name, name,
                            names, coll_rabred_forced_hint(name));
        snprintf(told[collective], sizeof(told[collective]), "%s", name);
    }
    *value = 0;
    return OPAL_SUCCESS;
}

static int register_algorithm(coll_rabred_collective_t collective)
{
    mca_coll_rabred_component_t *component = &mca_coll_rabred_component;
    const char *name = coll_rabred_collective_names[collective];
    mca_base_var_enum_value_t values[component->statistics.algorithms + 2];
    mca_base_var_enum_t *enumerator;
    char variable[64], help[4096];
    size_t count = 0, used;

    values[count++] = (mca_base_var_enum_value_t) {0, "auto"};
    used = (size_t) snprintf(help, sizeof(help), "Algorithm for every %s. auto: as coll_rabred_%s_rules say, else the "
                             "fastest by the model", name, name);
    for (size_t i = 0; i < component->statistics.algorithms; i++) {
        const coll_rabred_algorithm_t *algorithm = &coll_rabred_algorithms[i];
        if (coll_rabred_serves(algorithm, collective)) {
            values[count++] = (mca_base_var_enum_value_t) {(int) i + 1, algorithm->name};
            used += used < sizeof(help) ? (size_t) snprintf(help + used, sizeof(help) - used, "; %s: %s", algorithm->name,
                                                            algorithm->summary) : 0;
        }
    }
    values[count] = (mca_base_var_enum_value_t) {0, NULL};
    snprintf(variable, sizeof(variable), "coll_rabred_%s_algorithm", name);
    int error = mca_base_var_enum_create(variable, values, &enumerator);
    if (OPAL_SUCCESS != error) {
        return error;
    }
    value_of_known_name = enumerator->value_from_string;
    enumerator->value_from_string = value_of_name;
    snprintf(variable, sizeof(variable), "%s_algorithm", name);
    error = mca_coll_rabred_register(variable, help, MCA_BASE_VAR_TYPE_INT, enumerator, &component->algorithm[collective]);
    OBJ_RELEASE(enumerator);
    return error;
}

/* The arguments that algorithms take for the collective, each after a semicolon. */
static void describe_arguments(coll_rabred_collective_t collective, char *text, size_t size)
{
    size_t used = 0;

    text[0] = '\0';
    for (int argument = 0; argument < COLL_RABRED_ARGUMENTS; argument++) {
        const coll_rabred_argument_t *line = &coll_rabred_arguments[argument];
        bool taken = false;
        for (size_t i = 0; i < mca_coll_rabred_component.statistics.algorithms && used < size; i++) {
            const coll_rabred_algorithm_t *algorithm = &coll_rabred_algorithms[i];
            if (coll_rabred_serves(algorithm, collective) && coll_rabred_takes(algorithm, collective, argument)) {
                used += taken ? 0 : (size_t) snprintf(text + used, size - used, "; %s of", line->name);
                used += used < size ? (size_t) snprintf(text + used, size - used, "%s %s", taken ? "," : "", algorithm->name) : 0;
                taken = true;
            }
        }
        if (taken && used < size) {
            char otherwise[32] = "";
            if (line->otherwise >= line->least) {
                snprintf(otherwise, sizeof(otherwise), ", default %zu", line->otherwise);
            }
            used += (size_t) snprintf(text + used, size - used, " (%s%s): %s", line->bytes ? "bytes" : "number", otherwise,
                                      line->summary);
        }
    }
}

static int register_rules(coll_rabred_collective_t collective)
{
    mca_coll_rabred_component_t *component = &mca_coll_rabred_component;
    const char *name = coll_rabred_collective_names[collective];
    char variable[64], names[512], arguments[1024], help[2560];

    coll_rabred_rules_names(collective, names, sizeof(names));
    describe_arguments(collective, arguments, sizeof(arguments));
    snprintf(variable, sizeof(variable), "%s_rules", name);
    snprintf(help, sizeof(help),
             "Algorithms for %s by bytes of the whole vector on one process: FROM-TO:ALGORITHM, separated by commas; TO is "
             "exclusive and may be left out; sizes may end in k, m or g; FROM-TO&p>=64:ALGORITHM applies only at 64 and more "
             "processes (also <=, <, >, =, and several); ALGORITHM(threshold=4k) "
             "gives arguments, separated by commas, to an algorithm that takes them; what no rule covers the model "
             "decides, by its numbers (coll_rabred_node_latency and so on). Algorithms: %s%s", name, names, arguments);
    component->rules[collective] = NULL;
    return mca_coll_rabred_register(variable, help, MCA_BASE_VAR_TYPE_STRING, NULL, &component->rules[collective]);
}

/* A component's structures and calls fit exactly the release whose headers it was built with. */
static bool right_release(void)
{
    if (0 == strcmp(ompi_version_string, OMPI_IDENT_STRING)) {
        return true;
    }
    mca_coll_rabred_say("not used: this component was built for Open MPI %s and was loaded into Open MPI %s; "
                        "build it again for this release", OMPI_IDENT_STRING, ompi_version_string);
    return false;
}

static int register_all(void)
{
    mca_coll_rabred_component_t *component = &mca_coll_rabred_component;
    const struct {
        const char *name, *help;
        mca_base_var_type_t type;
        void *storage;
    } variables[] = {
        {"priority", "Priority among the coll components: coll/tuned has 30, coll/han 35; negative: rabred is not used. The same on "
         "all processes, which else may wait for each other for ever",
         MCA_BASE_VAR_TYPE_INT, &component->priority},
        {"verbose", "What to print to stderr: 0 only what is wrong; 10 also, once each, the algorithm chosen and why, and the nodes "
         "found; 20 also each schedule that is built",
         MCA_BASE_VAR_TYPE_INT, &component->verbose},
        {"summary", "Print in MPI_Finalize, from the first process, its calls and their time by collective, size and algorithm",
         MCA_BASE_VAR_TYPE_BOOL, &component->summary},
        {"time", "Measure the time of calls, for the performance variables that tell it; on also where summary is",
         MCA_BASE_VAR_TYPE_BOOL, &component->time},
        {"reproducible", "canonical: every element of every reduction, in all four collectives, is reduced by one tree over the "
         "ranks, so that the same bits come whatever the count, position, root, algorithm, message size or placement; only "
         "algorithms that promise this serve. off: the same bits on all processes of a call",
         MCA_BASE_VAR_TYPE_STRING, &component->reproducible},
        {"agree", "On the first call on a communicator its processes compare the parameters that they decide by, and use the "
         "model's built-in numbers where these differ; 0 saves that one small allreduce. The same on all processes, which else wait for each "
         "other for ever", MCA_BASE_VAR_TYPE_BOOL, &component->agree},
        {"scratch_limit", "Bytes of scratch memory that may stay with each communicator between calls, and as many of what its non-blocking "
         "calls have prepared, and once more (64 KiB at least) in a process for such calls of no communicator; what a call needs beyond is freed when it ends. Messages whose receiver reduces them are cut so that what is under way of one takes no more, or 16 KiB where this is less, "
         "unless segments are off", MCA_BASE_VAR_TYPE_SIZE_T, &component->scratch_limit},
        {"node_temporary_limit", "On communicators of one node, bytes of scratch memory that an allreduce or a reduce needs at most: a "
         "vector that would need more is reduced in slices, one after the other, whose temporaries stay in a cache; 0 leaves it whole",
         MCA_BASE_VAR_TYPE_SIZE_T, &component->temporary_limit[COLL_RABRED_NODE]},
        {"network_temporary_limit", "The same on other communicators, where a slice costs latencies",
         MCA_BASE_VAR_TYPE_SIZE_T, &component->temporary_limit[COLL_RABRED_NETWORK]},
        {"cache_limit", "Bytes of schedules that each communicator keeps for later calls; one that is longer is kept alone, until "
         "the next", MCA_BASE_VAR_TYPE_SIZE_T, &component->cache_limit},
        {"pack_limit", "Bytes of a piece, in the mean, up to which a message of several, as some algorithms send them, is copied together and "
         "sent as one, if it is no longer than scratch_limit; else it goes piece by piece. Of pairs of a double, a long or a long double "
         "and an int, which are copied anyway, of any length up to a sixth of that", MCA_BASE_VAR_TYPE_UNSIGNED_INT, &component->pack_limit},
        {"segment_size", "Bytes of the segments that long messages are cut into where processes exchange and reduce them, so that one "
         "is reduced and goes back while the next ones travel; 0 leaves them whole", MCA_BASE_VAR_TYPE_UNSIGNED_INT, &component->segment_size},
        {"copied_segment_size", "Bytes that these segments have at most on communicators of one node where btl/vader or btl/sm, under pml/ob1, "
         "copies messages into shared memory and out of it, because it may not copy from process to process (CMA); 0: as many as elsewhere",
         MCA_BASE_VAR_TYPE_UNSIGNED_INT, &component->copied_segment_size},
        {"segments", "Segments that a message is cut into at most, which become longer than segment_size for that; 0: 4096",
         MCA_BASE_VAR_TYPE_UNSIGNED_INT, &component->segments},
        {"node_cut_limit", "Within a node, bytes of the longest message that is cut into packets which btl/vader or btl/sm "
         "send at once (their eager limit), instead of announcing it first, where pml/ob1 uses these; into 64 at most, or two where they do not "
         "copy from process to process (CMA); longer ones, too, where processes take turns on too few processors; 0: none is",
         MCA_BASE_VAR_TYPE_SIZE_T, &component->cut_limit[COLL_RABRED_NODE]},
        {COLL_RABRED_NETWORK_CUT_NAME, "Between nodes, bytes of the longest message that is cut into packets which btl/tcp sends at once (its eager limit), "
         "instead of announcing it first, where pml/ob1 has no other transport between nodes; into 64 at most; 0: none is",
         MCA_BASE_VAR_TYPE_SIZE_T, &component->cut_limit[COLL_RABRED_NETWORK]},
        {"blocking_limit", "Over pml/ucx, bytes of the longest message that is sent by a call that blocks although others of its round follow, "
         "because UCX sends such a one of less than 256 KiB at once, and announces others from 10 to 20 KiB on; 0: none is",
         MCA_BASE_VAR_TYPE_SIZE_T, &component->blocking_limit},
        {"node_processors", "For communicators of one node: its processors. Where processes are more, they take turns, and what they "
         "do altogether counts in the model, from messages on whose bytes take the latency; 0: as many as the system has",
         MCA_BASE_VAR_TYPE_UNSIGNED_INT, &component->node_processors},
        {COLL_RABRED_TURN_NAME, "For these, [picoseconds]: that the latency takes in addition for each further process that a processor has to "
         "serve, and half of what a handshake takes in addition", MCA_BASE_VAR_TYPE_UNSIGNED_LONG_LONG, &component->node_turn},
        {"node_size", "For algorithms that look at nodes: a node is at most so many processes of a host that follow each other in "
         "the job, such as those of a NUMA domain; 0: all of the host", MCA_BASE_VAR_TYPE_UNSIGNED_INT, &component->node_size},
        {"nonblocking", "Serve the non-blocking and persistent forms of the collectives, too; 0 leaves them to coll/libnbc. The same "
         "on all processes", MCA_BASE_VAR_TYPE_BOOL, &component->nonblocking}
    };
    int error = OPAL_SUCCESS;

    for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]) && error >= 0; i++) {
        error = mca_coll_rabred_register(variables[i].name, variables[i].help, variables[i].type, NULL, variables[i].storage);
    }
    for (int collective = 0; collective < COLL_RABRED_COLLECTIVES && error >= 0; collective++) {
        error = register_algorithm((coll_rabred_collective_t) collective);
        error = error < 0 ? error : register_rules((coll_rabred_collective_t) collective);
    }
    return error < 0 ? error : mca_coll_rabred_register_machine();
}

static int rabred_register(void)
{
    if (!right_release()) {
        return OMPI_ERR_NOT_AVAILABLE;
    }
    int error = mca_coll_rabred_statistics_open();
    return OMPI_SUCCESS != error ? error : register_all();
}

static int rabred_close(void)
{
    mca_coll_rabred_statistics_close(mca_coll_rabred_component.summary);
    mca_coll_rabred_pool_close();
    return OMPI_SUCCESS;
}

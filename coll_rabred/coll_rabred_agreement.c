/*
 * Whether all processes of a communicator decide by the same parameters. Files of parameters may differ
 * from machine to machine; processes that follow different algorithms wait for each other for ever.
 *
 * Each process hashes what its decisions depend on. An allreduce of the hashes and of their complements
 * by bitwise AND, served by the model's built-in numbers whatever the parameters say, as all questions of a first call are, shows
 * everywhere alike which of them differ, and so do some bits about who is near whom.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "coll_rabred_begin.h"

#include "mpi.h"
#include "ompi/communicator/communicator.h"
#include "ompi/constants.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Slots: the algorithm, the rules and the info key of each collective; limits; the promises; the model's numbers; what is
   built in. */
enum { ALGORITHM, RULES, INFO, KINDS };
enum {
    PACK_LIMIT = KINDS * COLL_RABRED_COLLECTIVES, SEGMENT_SIZE, SCRATCH_LIMIT, SEGMENTS, NODE_LIMIT, NETWORK_LIMIT, CUT_LIMIT,
    FAR_CUT_LIMIT, PROCESSORS, TURN, COPIED_SEGMENT_SIZE, REPRODUCIBLE, MACHINE,
    BUILT_IN = MACHINE + COLL_RABRED_CLASSES * COLL_RABRED_MACHINE_NUMBERS, SLOTS
};

/* Behind these what each finds out, which may differ and is not used then: its node's processors, how its transports cut and
   copy within the node and cut between nodes, in slots of their own, and the bits. */
enum { FOUND_PROCESSORS = SLOTS, FOUND_PACKETS, FOUND_FAR_PACKETS, ALL_SLOTS, PLACES = 2 * ALL_SLOTS, WORDS };

static coll_rabred_model_t built_in_model(int processes)
{
    coll_rabred_model_t model = {.processes = processes, .class = COLL_RABRED_NETWORK};

    memcpy(model.machine, coll_rabred_machine_defaults, sizeof(model.machine));
    return model;
}

/* The number of a machine that a slot is for. */
static const unsigned long long *number_of(const coll_rabred_model_t *model, int slot)
{
    int number = slot - MACHINE;

    return coll_rabred_machine_value((coll_rabred_machine_t *) &model->machine[number / COLL_RABRED_MACHINE_NUMBERS],
                                     &coll_rabred_machine_parameters[number % COLL_RABRED_MACHINE_NUMBERS]);
}

/* Of the slots from PACK_LIMIT on to before MACHINE. */
static uint64_t limit_of(const mca_coll_rabred_module_t *module, int slot)
{
    const uint64_t limits[] = {module->limits.pack_limit, module->limits.segment, module->limits.scratch, module->limits.segments,
                               module->temporary_limit[COLL_RABRED_NODE], module->temporary_limit[COLL_RABRED_NETWORK],
                               module->cut_limit[COLL_RABRED_NODE], module->cut_limit[COLL_RABRED_NETWORK], module->node_processors,
                               module->model.turns.turn, module->copied_segment, module->choice[0].promises};

    return limits[slot - PACK_LIMIT];
}

static uint64_t hash_numbers(uint64_t value, const uint64_t *number, size_t numbers)
{
    for (size_t i = 0; i < numbers; i++) {
        char text[24];
        snprintf(text, sizeof(text), "%llu", (unsigned long long) number[i]);
        value = mca_coll_rabred_hash(value, text);
    }
    return value;
}

/* What releases differ in: the table, but for what its formulas and phases do, and what is not a parameter or is before it is set. */
static uint64_t hash_built_in(void)
{
    const coll_rabred_model_t model = built_in_model(2);
    const uint64_t limits[] = {COLL_RABRED_PACK_LIMIT, COLL_RABRED_SEGMENT_SIZE, COLL_RABRED_COPIED_SEGMENT_SIZE, COLL_RABRED_SCRATCH_LIMIT,
                               COLL_RABRED_NODE_TEMPORARY_LIMIT, COLL_RABRED_NETWORK_TEMPORARY_LIMIT, COLL_RABRED_TURN,
                               COLL_RABRED_TURN_CUT_LIMIT, COLL_RABRED_MOST_PACKETS, COLL_RABRED_MOST_RADIX, COLL_RABRED_MOST_PIECES};
    uint64_t value = hash_numbers(COLL_RABRED_HASH_START, limits, sizeof(limits) / sizeof(limits[0]));

    for (const coll_rabred_algorithm_t *algorithm = coll_rabred_algorithms; NULL != algorithm->name; algorithm++) {
        uint64_t line[] = {algorithm->promises, algorithm->needs, algorithm->arguments, 0};
        for (int collective = 0; collective < COLL_RABRED_COLLECTIVES; collective++) {
            line[3] |= (uint64_t) coll_rabred_serves(algorithm, (coll_rabred_collective_t) collective) << collective;
        }
        value = hash_numbers(mca_coll_rabred_hash(value, algorithm->name), line, sizeof(line) / sizeof(line[0]));
    }
    for (int number = MACHINE; number < BUILT_IN; number++) {
        value = hash_numbers(value, &(uint64_t) {*number_of(&model, number)}, 1);
    }
    return value;
}

static uint64_t hash_slot(const mca_coll_rabred_module_t *module, int slot)
{
    const uint64_t value = COLL_RABRED_HASH_START;

    if (BUILT_IN == slot) {
        return hash_built_in();
    }
    if (slot >= PACK_LIMIT) {
        return value + (slot < MACHINE ? limit_of(module, slot) : *number_of(&module->model, slot));
    }
    const int collective = slot / KINDS;
    const coll_rabred_choice_t *choice = &module->choice[collective];
    if (ALGORITHM == slot % KINDS) {
        return mca_coll_rabred_hash(value, coll_rabred_forced_name(module->algorithm[collective]));
    }
    if (INFO == slot % KINDS) {
        return mca_coll_rabred_hash(value, module->by_info[collective] ? coll_rabred_forced_name(choice->forced) : "");
    }
    return mca_coll_rabred_hash(value, NULL == choice->rules.string ? "" : choice->rules.string);
}

/* Names one parameter that differs, once in the life of a process. */
static void tell(struct ompi_communicator_t *comm, int slot)
{
    static bool told;

    if (told || 0 != ompi_comm_rank(comm)) {
        return;
    }
    told = true;
    if (BUILT_IN == slot) {
        mca_coll_rabred_say_of(comm, "they run different releases of rabred; install the same one everywhere");
        return;
    }
    static const char *const names[] = {   /* from PACK_LIMIT on */
        "pack_limit", "segment_size", "scratch_limit", "segments", "node_temporary_limit", "network_temporary_limit", "node_cut_limit",
        COLL_RABRED_NETWORK_CUT_NAME, "node_processors", COLL_RABRED_TURN_NAME, "copied_segment_size", "reproducible"
    };
    char name[64];
    if (slot >= MACHINE) {
        const int number = slot - MACHINE;
        snprintf(name, sizeof(name), "coll_rabred_%s_%s", coll_rabred_class_names[number / COLL_RABRED_MACHINE_NUMBERS],
                 coll_rabred_machine_parameters[number % COLL_RABRED_MACHINE_NUMBERS].name);
    } else if (slot >= PACK_LIMIT) {
        snprintf(name, sizeof(name), "coll_rabred_%s", names[slot - PACK_LIMIT]);
    } else if (INFO == slot % KINDS) {
        mca_coll_rabred_info_key((coll_rabred_collective_t) (slot / KINDS), name, sizeof(name));
    } else {
        snprintf(name, sizeof(name), "coll_rabred_%s_%s", coll_rabred_collective_names[slot / KINDS],
                 ALGORITHM == slot % KINDS ? "algorithm" : "rules");
    }
    mca_coll_rabred_say_of(comm, "%s%s is not the same on all of them; instead: the built-in numbers of the model, for all "
                           "collectives%s", slot < PACK_LIMIT && INFO == slot % KINDS ? "info key " : "", name,
                           REPRODUCIBLE == slot ? ", and canonical" : "");
}

static bool differs(const uint64_t *all, int slot)
{
    return all[2 * slot] != ~all[2 * slot + 1];
}

/* To what needs no agreement; canonical results where any process may have been told to want them. */
static void fall_back(mca_coll_rabred_module_t *module, bool canonical)
{
    for (int collective = 0; collective < COLL_RABRED_COLLECTIVES; collective++) {
        coll_rabred_choice_t *choice = &module->choice[collective];
        choice->forced = 0;
        choice->promises |= canonical ? COLL_RABRED_CANONICAL : 0;
        coll_rabred_rules_free(&choice->rules);
    }
    const size_t blocking = module->limits.blocking;   /* each process's own */
    module->limits = COLL_RABRED_BUILT_IN_LIMITS;
    module->limits.blocking = blocking;
    module->temporary_limit[COLL_RABRED_NODE] = COLL_RABRED_NODE_TEMPORARY_LIMIT;
    module->temporary_limit[COLL_RABRED_NETWORK] = COLL_RABRED_NETWORK_TEMPORARY_LIMIT;
    module->copied_segment = COLL_RABRED_COPIED_SEGMENT_SIZE;
    module->node_processors = 0;
    module->model.turns = (coll_rabred_turns_t) {.turn = COLL_RABRED_TURN};
    memcpy(module->model.machine, coll_rabred_machine_defaults, sizeof(module->model.machine));
}

coll_rabred_decision_t mca_coll_rabred_built_in_decision(int processes, size_t elements, size_t element)
{
    const coll_rabred_model_t model = built_in_model(processes);
    const coll_rabred_wish_t wish = {COLL_RABRED_ALLREDUCE, COLL_RABRED_COMMUTATIVE | COLL_RABRED_EXACT, 0, elements, element};

    return coll_rabred_choose_by_formula(&model, &wish);
}

/* Of this node; 0: unknown. */
static uint64_t processors_of_system(void)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);

    return processors < 1 ? 0 : (uint64_t) processors;
}

static void cut_nothing(coll_rabred_limits_t *limits, bool near, bool far)
{
    if (near) {
        memset(limits->cut, 0, sizeof(limits->cut));
    }
    if (far) {
        limits->far_cut = (coll_rabred_cut_t) {0, 0};
    }
}

/* How messages within the node may be cut here, by these limits; both ends have to. */
static uint64_t hash_packets(const coll_rabred_limits_t *limits)
{
    uint64_t value = COLL_RABRED_HASH_START + mca_coll_rabred_copies_twice();

    for (int i = 0; i < COLL_RABRED_CUTS; i++) {
        value = (value * 31 + limits->cut[i].packet) * 31 + limits->cut[i].most;
    }
    return value;
}

/* What this process finds out itself, into the words of the slots from SLOTS on and of the bits. */
static void find_out(struct ompi_communicator_t *comm, uint64_t *own)
{
    coll_rabred_limits_t limits;   /* any */

    mca_coll_rabred_cut_messages(&limits, SIZE_MAX, SIZE_MAX);
    own[2 * FOUND_PROCESSORS] = processors_of_system();
    own[2 * FOUND_PACKETS] = hash_packets(&limits);
    own[2 * FOUND_FAR_PACKETS] = limits.far_cut.packet;
    for (int slot = SLOTS; slot < ALL_SLOTS; slot++) {
        own[2 * slot + 1] = ~own[2 * slot];
    }
    own[PLACES] = mca_coll_rabred_places(comm);
    if (own[PLACES] & COLL_RABRED_ALONE && mca_coll_rabred_is_one_job(comm)) {   /* it agrees with all others how their neighbours cut */
        own[2 * FOUND_PACKETS] = own[2 * FOUND_PACKETS + 1] = UINT64_MAX;
    }
}

/* By what all processes have found: the bits, as many processors, or 0, and that messages in the node are copied twice. */
static void set_class(mca_coll_rabred_module_t *module, uint64_t places, uint64_t processors, bool copies_twice)
{
    const coll_rabred_cut_t *longest = &module->limits.cut[COLL_RABRED_CUTS - 1];

    module->model.turns.processors = module->node_processors > 0 ? module->node_processors : (size_t) processors;
    module->model.class = places & COLL_RABRED_ALL_NEAR ? COLL_RABRED_NODE : COLL_RABRED_NETWORK;
    if (coll_rabred_takes_turns(&module->model) && longest->packet > 0 && module->cut_limit[COLL_RABRED_NODE] < COLL_RABRED_TURN_CUT_LIMIT) {
        mca_coll_rabred_cut_messages(&module->limits, COLL_RABRED_TURN_CUT_LIMIT, 0);
    }
    module->model.turns.at_once = longest->most;
    module->limits.temporaries = module->temporary_limit[module->model.class];
    module->limits.near = COLL_RABRED_NODE == module->model.class;
    module->limits.far = places & COLL_RABRED_ALONE;
    /* Where some have neighbours the nodes are asked for next, by which messages are cut. */
    if (module->limits.far || module->neighbours) {
        coll_rabred_machine_cut(&module->model.machine[COLL_RABRED_NETWORK], module->limits.far_cut.most);
    }
    if (module->limits.near && copies_twice && module->copied_segment > 0 && module->copied_segment < module->limits.segment) {
        module->limits.segment = module->copied_segment;
    }
}

int mca_coll_rabred_ask_agreement(mca_coll_rabred_module_t *module, struct ompi_communicator_t *comm,
                                  mca_coll_rabred_question_t *question)
{
    uint64_t *own;

    *question = (mca_coll_rabred_question_t) {.count = WORDS, .type = MPI_UINT64_T, .op = MPI_BAND};
    if (!module->compares) {
        /* Who sees all near is seen so by all; who has neighbours is not. A job of one process has no transport within the node. */
        const bool one_job = mca_coll_rabred_is_one_job(comm);
        cut_nothing(&module->limits, !one_job, !one_job);
        set_class(module, mca_coll_rabred_places(comm) & COLL_RABRED_ALL_NEAR, processors_of_system(),
                  one_job && mca_coll_rabred_copies_twice());
        return OMPI_SUCCESS;
    }
    question->vector = own = malloc(WORDS * sizeof(*own));
    if (NULL == own) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    for (int slot = 0; slot < SLOTS; slot++) {
        own[2 * slot] = hash_slot(module, slot);
        own[2 * slot + 1] = ~own[2 * slot];
    }
    find_out(comm, own);
    return OMPI_SUCCESS;
}

int mca_coll_rabred_hear_agreement(mca_coll_rabred_module_t *module, struct ompi_communicator_t *comm,
                                   const mca_coll_rabred_question_t *question)
{
    const uint64_t *all = question->vector;
    const bool cut_alike = !differs(all, FOUND_PACKETS);   /* not where all are alone */

    module->neighbours = !(all[PLACES] & COLL_RABRED_ALONE);
    for (int slot = SLOTS - 1; slot >= 0; slot--) {
        if (differs(all, slot)) {
            tell(comm, slot);
            fall_back(module, differs(all, REPRODUCIBLE));
            break;
        }
    }
    cut_nothing(&module->limits, !cut_alike, differs(all, FOUND_FAR_PACKETS));
    set_class(module, all[PLACES], differs(all, FOUND_PROCESSORS) ? 0 : all[2 * FOUND_PROCESSORS],
              cut_alike && mca_coll_rabred_copies_twice());
    return OMPI_SUCCESS;
}

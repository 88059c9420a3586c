/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "planner.h"

#include <stdio.h>

/* Processes up to which blocks may be permuted: schedules have up to as many steps a level. */
enum { SCATTERED = 1024 };

const char *coll_rabred_misfit(const coll_rabred_algorithm_t *algorithm, int processes, unsigned traits,
                               unsigned promises)
{
    unsigned lacking = algorithm->needs & ~traits;

    if (!coll_rabred_admits(algorithm, processes)) {
        return "the number of processes is no power of two";
    }
    if (lacking & COLL_RABRED_COMMUTATIVE) {
        return "the operator is not commutative";
    }
    if (lacking & COLL_RABRED_EXACT) {
        return "the operator on this type depends on the order of operands";
    }
    if (lacking & COLL_RABRED_NODES) {
        return traits & COLL_RABRED_COMMUTATIVE ? "the nodes are not known"
                                                : "the nodes are not known, or the operator is not commutative and the ranks of a node are not adjacent";
    }
    if (promises & ~algorithm->promises) {
        return "its tree of operands is not the canonical one";
    }
    return NULL;
}

/* A candidate on its way, one argument after the other. */
typedef struct {
    const coll_rabred_model_t *model;
    const coll_rabred_wish_t *wish;
    coll_rabred_problem_t problem;
    coll_rabred_visit_t visit;
    void *context;
} walk_t;

/* Bytes of each of so many. */
static size_t piece_bytes(const coll_rabred_wish_t *wish, size_t pieces)
{
    return wish->elements / (pieces > 1 ? pieces : 1) * wish->element;
}

bool coll_rabred_may_be_cut(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish, size_t pieces)
{
    const coll_rabred_machine_t *machine = &model->machine[model->class];
    const size_t piece = piece_bytes(wish, pieces);
    const uint64_t time = coll_rabred_bytes_time(piece, machine->exchange);
    const bool saves_little = time / 2 < coll_rabred_crossing_gap(machine) || time < machine->latency / 8;
    const bool is_short = saves_little || (COLL_RABRED_NODE == model->class && piece <= machine->eager);

    return pieces <= 1 || !is_short;
}

bool coll_rabred_latency_counts(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish)
{
    const coll_rabred_machine_t *machine = &model->machine[model->class];

    return coll_rabred_bytes_time(wish->elements * wish->element, machine->exchange) < machine->latency;
}

/* The next value of an argument to try behind `value`; false if there is none. The first one is 0. */
static bool next_value(const walk_t *walk, int argument, size_t blocks, size_t *value)
{
    const size_t *argument_of = walk->problem.argument;
    const coll_rabred_algorithm_t *algorithm = &coll_rabred_algorithms[walk->problem.algorithm];
    const bool radices = coll_rabred_takes(algorithm, walk->problem.collective, COLL_RABRED_RADIX);
    const bool powers = algorithm->arguments & COLL_RABRED_RADIX_OF_TWO;
    const size_t radix = argument_of[COLL_RABRED_RADIX], parts = !radices ? 2 : 0 == radix ? blocks : radix;

    switch (argument) {
    case COLL_RABRED_THRESHOLD:   /* never divide, or while a range is longer than a part of all, a part of that, .. */
        *value = 0 == *value ? blocks : (*value + parts - 1) / parts;
        return *value > 1;
    case COLL_RABRED_RADIX:
        *value += 0 == *value ? 2 : powers ? *value : 1;
        return *value <= COLL_RABRED_MOST_RADIX && *value < (size_t) walk->problem.processes;
    case COLL_RABRED_DOUBLING:   /* with radix 2 only, and where it is not the same */
        return 0 == (*value)++ && argument_of[COLL_RABRED_RADIX] <= 2 && 0 == walk->problem.processes % 2;
    case COLL_RABRED_PIECES:   /* 1, 2, 3, 4, 6, 8, 12, .. */
        *value += *value < 2 ? 1 : 0 == (*value & (*value - 1)) ? *value / 2 : *value / 3;
        return *value <= COLL_RABRED_MOST_PIECES && *value <= walk->wish->elements && coll_rabred_may_be_cut(walk->model, walk->wish, *value);
    default:   /* permuted or not, a single element stands in one place */
        return 0 == (*value)++ && walk->wish->elements > 1 && walk->problem.processes <= SCATTERED;
    }
}

/* Those later in this order are tried for each value of the earlier ones. */
static void visit_arguments(walk_t *walk, int place)
{
    static const int order[COLL_RABRED_ARGUMENTS] = {COLL_RABRED_RADIX, COLL_RABRED_DOUBLING, COLL_RABRED_PIECES,
                                                     COLL_RABRED_PERMUTED, COLL_RABRED_THRESHOLD};
    const coll_rabred_algorithm_t *algorithm = &coll_rabred_algorithms[walk->problem.algorithm];

    if (COLL_RABRED_ARGUMENTS == place) {
        coll_rabred_candidate_t candidate = {.algorithm = walk->problem.algorithm};
        for (int i = 0; i < COLL_RABRED_ARGUMENTS; i++) {
            candidate.argument[i] = walk->problem.argument[i];
        }
        candidate.scattered = candidate.argument[COLL_RABRED_PERMUTED] > 0 && walk->wish->elements >= (size_t) walk->model->processes
                              && coll_rabred_latency_counts(walk->model, walk->wish);
        const size_t pieces = candidate.argument[COLL_RABRED_PIECES];
        candidate.announced = pieces > 1 && piece_bytes(walk->wish, pieces) > walk->model->machine[walk->model->class].eager;
        candidate.picoseconds = coll_rabred_time(&walk->problem, walk->model->nodes, walk->model->machine, walk->model->class,
                                                 walk->wish->elements, walk->wish->element);
        walk->visit(walk->context, &candidate);
        return;
    }
    const int argument = order[place];
    bool taken = coll_rabred_takes(algorithm, walk->problem.collective, argument);
    size_t value = taken && COLL_RABRED_PIECES == argument ? 1 : 0;
    size_t blocks = coll_rabred_scatters(walk->problem.collective) ? (size_t) walk->problem.processes
                                                                   : (size_t) algorithm->blocks(&walk->problem);
    do {
        walk->problem.argument[argument] = value;
        visit_arguments(walk, place + 1);
    } while (taken && next_value(walk, argument, blocks, &value));
}

static coll_rabred_problem_t problem_of(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish, int algorithm)
{
    const bool looks = coll_rabred_algorithms[algorithm].needs & COLL_RABRED_NODES;

    return (coll_rabred_problem_t) {
        .collective = COLL_RABRED_REDUCE_SCATTER_BLOCK == wish->collective ? COLL_RABRED_REDUCE_SCATTER : wish->collective,
        .algorithm = algorithm, .processes = model->processes, .nodes = looks ? model->nodes : NULL
    };
}

void coll_rabred_candidates_of(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish, int algorithm,
                               coll_rabred_visit_t visit, void *context)
{
    walk_t walk = {.model = model, .wish = wish, .problem = problem_of(model, wish, algorithm), .visit = visit, .context = context};

    visit_arguments(&walk, 0);
}

void coll_rabred_candidates(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish, coll_rabred_visit_t visit,
                            void *context)
{
    for (int i = 0; NULL != coll_rabred_algorithms[i].name; i++) {
        const coll_rabred_algorithm_t *algorithm = &coll_rabred_algorithms[i];
        if (coll_rabred_serves(algorithm, wish->collective)
            && NULL == coll_rabred_misfit(algorithm, model->processes, wish->traits, wish->promises)) {
            coll_rabred_candidates_of(model, wish, i, visit, context);
        }
    }
}

coll_rabred_problem_t coll_rabred_candidate_problem(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish,
                                                    const coll_rabred_candidate_t *candidate)
{
    coll_rabred_problem_t problem = problem_of(model, wish, candidate->algorithm);

    for (int i = 0; i < COLL_RABRED_ARGUMENTS; i++) {
        problem.argument[i] = candidate->argument[i];
    }
    return problem;
}

/* The leading bits of a time, which are all that is compared. */
static uint64_t leading_bits(uint64_t time)
{
    enum { BITS = 8 };
    const int bits = 0 == time ? 0 : 64 - __builtin_clzll(time), shift = bits > BITS ? bits - BITS : 0;

    return time >> shift << shift;
}

bool coll_rabred_comes_before(const coll_rabred_candidate_t *a, const coll_rabred_candidate_t *b)
{
    const uint64_t left = leading_bits(a->picoseconds), right = leading_bits(b->picoseconds);

    if (left != right) {
        return left < right;
    }
    return a->scattered == b->scattered ? a->algorithm < b->algorithm : b->scattered;
}

/* The value of an argument as users give it: sizes in bytes, by which the same blocks come again; where blocks have less than a byte, none or all. */
static size_t users_value(const coll_rabred_problem_t *problem, int argument, size_t bytes)
{
    size_t value = problem->argument[argument], block = bytes / coll_rabred_own_blocks(problem);

    return coll_rabred_arguments[argument].bytes ? value * (block > 0 ? block : 1) : value;
}

void coll_rabred_candidate_text(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish,
                                const coll_rabred_candidate_t *candidate, char *text, size_t size)
{
    const coll_rabred_problem_t problem = coll_rabred_candidate_problem(model, wish, candidate);
    const coll_rabred_algorithm_t *algorithm = &coll_rabred_algorithms[candidate->algorithm];
    const char *separator = "(";
    size_t used = (size_t) snprintf(text, size, "%s", algorithm->name);

    for (int i = 0; i < COLL_RABRED_ARGUMENTS && used < size; i++) {
        const coll_rabred_argument_t *argument = &coll_rabred_arguments[i];
        size_t value = users_value(&problem, i, wish->elements * wish->element);
        /* recursive doubling comes first only with radix 2 at even numbers of processes */
        bool matters = COLL_RABRED_DOUBLING != i || (candidate->argument[COLL_RABRED_RADIX] <= 2 && 0 == model->processes % 2);
        if (coll_rabred_takes(algorithm, wish->collective, i) && matters && value >= argument->least && value != argument->otherwise) {
            used += (size_t) snprintf(text + used, size - used, "%s%s=%zu", separator, argument->name, value);
            separator = ",";
        }
    }
    if (',' == separator[0] && used < size) {
        (void) snprintf(text + used, size - used, ")");
    }
}

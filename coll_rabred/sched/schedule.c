/*
 * Builds a schedule: runs the phases of the recipe, then sums up what the steps need.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "builder.h"
#include "cost.h"

#include <stdlib.h>

enum { BUFFER_BYTES = 2 * sizeof(coll_rabred_range_t) + sizeof(coll_rabred_blocks_t) };

coll_rabred_range_t coll_rabred_owned(const coll_rabred_problem_t *problem, int rank)
{
    if (NULL != problem->starts) {
        return (coll_rabred_range_t) {problem->starts[rank], problem->starts[rank + 1] - problem->starts[rank]};
    }
    return coll_rabred_part((coll_rabred_range_t) {0, problem->blocks}, problem->processes, rank);
}

bool coll_rabred_scatters(coll_rabred_collective_t collective)
{
    return COLL_RABRED_REDUCE_SCATTER == collective || COLL_RABRED_REDUCE_SCATTER_BLOCK == collective;
}

coll_rabred_blocks_t coll_rabred_own_blocks(const coll_rabred_problem_t *problem)
{
    const coll_rabred_algorithm_t *algorithm = &coll_rabred_algorithms[problem->algorithm];
    size_t pieces = problem->argument[COLL_RABRED_PIECES];

    if (coll_rabred_scatters(problem->collective)) {
        return (coll_rabred_blocks_t) problem->processes;
    }
    bool pipelined = pieces > 0 && coll_rabred_takes(algorithm, problem->collective, COLL_RABRED_PIECES);
    return pipelined ? (coll_rabred_blocks_t) pieces : algorithm->blocks(problem);
}

size_t coll_rabred_stated_scratch(const coll_rabred_problem_t *problem)
{
    coll_rabred_problem_t asked = *problem;
    size_t most = 0;

    for (int in_place = 0; in_place < 2 && problem->processes > 1; in_place++) {
        coll_rabred_cost_t cost = {0};
        asked.in_place = in_place;
        coll_rabred_algorithms[asked.algorithm].cost(&asked, &cost);
        most = cost.scratch > most ? cost.scratch : most;
    }
    return most;
}

static void start(coll_rabred_builder_t *b, coll_rabred_schedule_t *schedule)
{
    const coll_rabred_problem_t *problem = &schedule->problem;
    bool scatter = coll_rabred_scatters(problem->collective);

    *b = (coll_rabred_builder_t) {.problem = problem, .schedule = schedule};
    b->has_out = COLL_RABRED_REDUCE == problem->collective ? problem->rank == problem->root : !scatter;
    b->input = problem->in_place && !scatter ? COLL_RABRED_OUT : COLL_RABRED_IN;
    b->value = b->input;
    b->work[0] = b->has_out ? COLL_RABRED_OUT : COLL_RABRED_TMP + 1;
    b->work[1] = COLL_RABRED_TMP;
    b->range = coll_rabred_whole(b);
    b->group = problem->processes;
    b->me = problem->rank;
    b->stand_in = -1;
    b->lanes = 1;
}

static void take_steps(coll_rabred_builder_t *b)
{
    const coll_rabred_problem_t *problem = b->problem;
    const coll_rabred_phase_t *phase = coll_rabred_recipe(&coll_rabred_algorithms[problem->algorithm], problem->collective);

    if (problem->processes > 1) {
        for (; NULL != phase->build; phase++) {
            phase->build(b);
        }
    } else if (!problem->in_place) {
        coll_rabred_copy(b, COLL_RABRED_OUT, COLL_RABRED_IN, coll_rabred_whole(b));
    }
}

/* Widens the blocks that a buffer needs. */
static void use(coll_rabred_range_t *used, coll_rabred_range_t range)
{
    if (0 == used->count) {
        *used = range;
        return;
    }
    coll_rabred_blocks_t end = range.first + range.count;
    if (end < used->first + used->count) {
        end = used->first + used->count;
    }
    used->first = range.first < used->first ? range.first : used->first;
    used->count = end - used->first;
}

void coll_rabred_visit_buffers(const coll_rabred_step_t *step, void (*visit)(void *, uint32_t, coll_rabred_range_t),
                               void *context)
{
    if (COLL_RABRED_STEP_WAIT == step->verb) {
        return;
    }
    if (COLL_RABRED_STEP_SEND != step->verb) {
        visit(context, step->into, step->range);
    }
    if (COLL_RABRED_STEP_RECV != step->verb) {
        visit(context, step->left, step->range);
    }
    if (COLL_RABRED_STEP_REDUCE == step->verb || COLL_RABRED_STEP_RECV_REDUCE == step->verb) {
        visit(context, step->right, step->range);
    }
}

static void count_buffer(void *context, uint32_t buffer, coll_rabred_range_t range)
{
    coll_rabred_schedule_t *s = context;

    (void) range;
    s->buffers = buffer < s->buffers ? s->buffers : (size_t) buffer + 1;
}

/* What a step uses of its buffers. */
typedef struct {
    coll_rabred_schedule_t *schedule;
    const coll_rabred_step_t *step;
} usage_t;

static void use_buffer(void *context, uint32_t buffer, coll_rabred_range_t range)
{
    const usage_t *usage = context;
    bool arrives = COLL_RABRED_STEP_RECV_REDUCE == usage->step->verb && buffer == coll_rabred_received(usage->step);

    use(arrives && buffer != usage->step->into ? &usage->schedule->staged[buffer] : &usage->schedule->used[buffer], range);
}

/* Gives back what the steps were grown beyond. */
static void fit_steps(coll_rabred_schedule_t *s)
{
    coll_rabred_step_t *fitting = 0 == s->steps ? NULL : realloc(s->step, s->steps * sizeof(*fitting));

    s->step = NULL == fitting ? s->step : fitting;
}

/* Sums up buffers and transfers; false when out of memory. */
static bool finish(coll_rabred_schedule_t *s)
{
    size_t transfers = 0;

    fit_steps(s);
    coll_rabred_mark_returns(s);
    s->buffers = COLL_RABRED_TMP;
    for (size_t i = 0; i < s->steps; i++) {
        const coll_rabred_step_t *step = &s->step[i];
        coll_rabred_visit_buffers(step, count_buffer, s);
        transfers = COLL_RABRED_STEP_WAIT == step->verb ? 0 : transfers + (step->verb <= COLL_RABRED_STEP_RECV_REDUCE);
        s->transfers = transfers > s->transfers ? transfers : s->transfers;
    }
    s->used = calloc(s->buffers, BUFFER_BYTES);
    if (NULL == s->used) {
        return false;
    }
    s->staged = s->used + s->buffers;
    s->window = (coll_rabred_blocks_t *) (s->staged + s->buffers);
    for (size_t i = 0; i < s->steps; i++) {
        usage_t usage = {s, &s->step[i]};
        coll_rabred_visit_buffers(&s->step[i], use_buffer, &usage);
    }
    return coll_rabred_find_windows(s);
}

/* `whole`: with what the steps need. */
static coll_rabred_schedule_t *build(const coll_rabred_problem_t *problem, bool whole)
{
    coll_rabred_schedule_t *s = calloc(1, sizeof(*s));
    coll_rabred_builder_t builder;

    if (NULL == s) {
        return NULL;
    }
    s->problem = *problem;
    if (0 == problem->blocks) {
        s->problem.blocks = coll_rabred_own_blocks(problem);
    }
    start(&builder, s);
    take_steps(&builder);
    s->rounds = 0 == s->steps ? 0 : s->step[s->steps - 1].round + 1;
    bool right = !builder.failed && (!whole || finish(s));
    free(builder.list);
    free(builder.place);
    free(builder.by_place);
    free(builder.rank_of);
    if (!right) {
        coll_rabred_schedule_free(s);
    }
    return right ? s : NULL;
}

coll_rabred_schedule_t *coll_rabred_schedule_build(const coll_rabred_problem_t *problem)
{
    return build(problem, true);
}

coll_rabred_schedule_t *coll_rabred_schedule_outline(const coll_rabred_problem_t *problem)
{
    return build(problem, false);
}

coll_rabred_range_t coll_rabred_buffer_blocks(const coll_rabred_schedule_t *schedule, size_t buffer)
{
    coll_rabred_range_t blocks = schedule->used[buffer];

    if (schedule->staged[buffer].count > 0) {
        use(&blocks, schedule->staged[buffer]);
    }
    return blocks;
}

size_t coll_rabred_schedule_bytes(const coll_rabred_schedule_t *schedule)
{
    return sizeof(*schedule) + schedule->steps * sizeof(*schedule->step) + schedule->buffers * BUFFER_BYTES;
}

void coll_rabred_schedule_free(coll_rabred_schedule_t *schedule)
{
    if (NULL != schedule) {
        free(schedule->step);
        free(schedule->used);
        free(schedule);
    }
}

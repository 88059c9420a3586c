/*
 * Which of all candidates is the fastest: formulas tell which may be, playing these tells which is.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "planner.h"

#include "../sched/clock.h"
#include "../sched/play.h"

/* What playing may cost: of how many processes calls are played, schedules of all finalists, steps of all these, and how many steps it takes to
   begin one. */
enum { PROCESSES = 128, SCHEDULES = 384, STEPS = 12288, BEGIN = 8 };

/* A pipeline of more than three times so many pieces is played with so many, and with twice as many: each further piece takes as long. */
enum { PIECES = 16 };

/* Of each algorithm so many are played at most where processes share nodes: the nearest by formulas that only estimate what they do to each other
   would else be all of one. So many pipelines whose pieces travel at once, and as many whose pieces wait for their receivers. */
enum { ALIKE = 2 };

/* Of one algorithm and, where several of each are taken in, of one kind of pieces. */
static bool are_alike(const coll_rabred_candidate_t *a, const coll_rabred_candidate_t *b, size_t alike)
{
    return a->algorithm == b->algorithm && (1 == alike || a->announced == b->announced);
}

/* Takes in a candidate behind those that come before it, or are its equals; the last one goes where there is no room, or the last of those
   alike, if these are as many as they may be. An algorithm that takes the same time with other arguments nearly always does the same. */
static void take_in(coll_rabred_finalists_t *finalists, size_t room, size_t alike, const coll_rabred_candidate_t *candidate)
{
    coll_rabred_candidate_t *list = finalists->candidate;
    size_t place = finalists->number, own = 0, end = 0;

    while (place > 0 && coll_rabred_comes_before(candidate, &list[place - 1])) {
        place--;
    }
    for (size_t i = place; i > 0 && !coll_rabred_comes_before(&list[i - 1], candidate); i--) {
        if (list[i - 1].picoseconds == candidate->picoseconds) {
            return;
        }
    }
    for (size_t i = 0; i < finalists->number; i++) {
        const bool same = are_alike(&list[i], candidate, alike);
        own += same;
        end = same ? i : end;
    }
    if (own < alike) {
        finalists->number += finalists->number < room;
        end = finalists->number - 1;
    }
    for (size_t i = end; i > place; i--) {
        list[i] = list[i - 1];
    }
    if (place <= end) {
        list[place] = *candidate;
    }
}

/* The nearest by their formulas. */
typedef struct {
    coll_rabred_finalists_t finalists;
    size_t room, alike;
} qualifying_t;

static void qualify(void *context, const coll_rabred_candidate_t *candidate)
{
    qualifying_t *qualifying = context;

    take_in(&qualifying->finalists, qualifying->room, qualifying->alike, candidate);
}

/* False when out of memory. */
static bool play_elements(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish, const coll_rabred_problem_t *problem,
                          size_t elements, uint64_t *picoseconds)
{
    return coll_rabred_time_played(problem, model->nodes, model->machine, model->class, elements, wish->element, model->turns.processors,
                                   picoseconds);
}

/* False when out of memory. */
static bool play(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish, coll_rabred_problem_t problem, uint64_t *picoseconds)
{
    const size_t pieces = problem.argument[COLL_RABRED_PIECES];

    if (pieces <= 3 * PIECES) {
        return play_elements(model, wish, &problem, wish->elements, picoseconds);
    }
    const size_t elements = wish->elements / pieces * PIECES;
    uint64_t once = 0, twice = 0;
    problem.argument[COLL_RABRED_PIECES] = PIECES;
    bool right = play_elements(model, wish, &problem, elements, &once);
    problem.argument[COLL_RABRED_PIECES] = 2 * PIECES;
    right = right && play_elements(model, wish, &problem, 2 * elements, &twice);
    if (right) {
        *picoseconds = coll_rabred_sum(twice, coll_rabred_product(coll_rabred_difference(twice, once), pieces - 2 * PIECES) / PIECES);
    }
    return right;
}

/* Plays a candidate if the steps left suffice where all processes have as many as one in their middle. False when out of memory. */
static bool try(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish, coll_rabred_candidate_t *candidate, size_t *steps,
                bool *played)
{
    const coll_rabred_problem_t problem = coll_rabred_candidate_problem(model, wish, candidate);
    coll_rabred_problem_t middle = problem;
    size_t *pieces = &middle.argument[COLL_RABRED_PIECES];

    middle.rank = model->processes / 2;
    *pieces = *pieces > 3 * PIECES ? 3 * PIECES : *pieces;   /* in two plays */
    coll_rabred_schedule_t *schedule = coll_rabred_schedule_outline(&middle);
    if (NULL == schedule) {
        return false;
    }
    const size_t each = BEGIN + schedule->steps, all = each * (size_t) model->processes;
    coll_rabred_schedule_free(schedule);
    *played = all <= *steps;
    *steps -= *played ? all : each < *steps ? each : *steps;
    return !*played || play(model, wish, problem, &candidate->picoseconds);
}

/* Of so many processes. */
static size_t room_for(int processes)
{
    const size_t room = SCHEDULES / (size_t) processes;

    return room < 1 ? 1 : room < COLL_RABRED_MOST_FINALISTS ? room : COLL_RABRED_MOST_FINALISTS;
}

/* Takes at most half as long again as another. */
static bool is_near(const coll_rabred_candidate_t *candidate, const coll_rabred_candidate_t *fastest)
{
    return candidate->picoseconds - candidate->picoseconds / 3 <= fastest->picoseconds;
}

bool coll_rabred_find_finalists(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish, coll_rabred_finalists_t *finalists)
{
    const coll_rabred_model_t counted = coll_rabred_in_turns(model, wish);
    const bool turns = counted.turns.processors > 0;
    const bool share = NULL != coll_rabred_shared_nodes(model->nodes, model->class);
    qualifying_t by_formula = {.room = turns ? COLL_RABRED_MOST_FINALISTS : room_for(model->processes),
                               .alike = turns ? 1 : share ? ALIKE : COLL_RABRED_MOST_FINALISTS};
    const coll_rabred_candidate_t *nearest = by_formula.finalists.candidate;
    size_t steps = model->processes <= PROCESSES ? STEPS : 0;
    bool right = true, first_played = false;

    coll_rabred_candidates(&counted, wish, qualify, &by_formula);
    *finalists = (coll_rabred_finalists_t) {.played = true};
    for (size_t i = 0; i < by_formula.finalists.number && right && steps > 0; i++) {
        coll_rabred_candidate_t candidate = nearest[i];
        bool played = false;
        if (!turns && !share && !is_near(&candidate, &nearest[0])) {
            break;
        }
        right = try(&counted, wish, &candidate, &steps, &played);
        first_played = first_played || (0 == i && played);
        if (right && played) {
            take_in(finalists, COLL_RABRED_MOST_FINALISTS, COLL_RABRED_MOST_FINALISTS, &candidate);
        }
    }
    if (!first_played && (0 == finalists->number || !coll_rabred_comes_before(&finalists->candidate[0], &nearest[0]))) {
        *finalists = (coll_rabred_finalists_t) {.number = 1, .candidate = {nearest[0]}};
    }
    return right;
}

coll_rabred_candidate_t coll_rabred_plan_by_formula(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish)
{
    qualifying_t by_formula = {.room = 1, .alike = 1};

    coll_rabred_candidates(model, wish, qualify, &by_formula);
    return by_formula.finalists.candidate[0];
}

coll_rabred_candidate_t coll_rabred_plan(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish)
{
    coll_rabred_finalists_t finalists;

    if (!coll_rabred_find_finalists(model, wish, &finalists)) {
        return (coll_rabred_candidate_t) {.algorithm = -1};
    }
    return finalists.candidate[0];
}

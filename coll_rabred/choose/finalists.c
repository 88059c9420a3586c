/*
 * Which of all candidates is the fastest: formulas tell which may be, playing these tells which is.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "planner.h"

#include "../sched/play.h"

/* What playing may cost: schedules of all finalists, steps of all these, and how many steps it takes to begin one. Of two finalists at
   least. */
enum { SCHEDULES = 256, STEPS = 8192, BEGIN = 8 };

/* Takes in a candidate behind those that come before it, or are its equals; the last one goes where there is no room. An algorithm that
   takes the same time with other arguments nearly always does the same. */
static void take_in(coll_rabred_finalists_t *finalists, size_t room, const coll_rabred_candidate_t *candidate)
{
    size_t place = finalists->number;

    while (place > 0 && coll_rabred_comes_before(candidate, &finalists->candidate[place - 1])) {
        place--;
    }
    for (size_t i = place; i > 0 && !coll_rabred_comes_before(&finalists->candidate[i - 1], candidate); i--) {
        if (finalists->candidate[i - 1].picoseconds == candidate->picoseconds) {
            return;
        }
    }
    finalists->number += finalists->number < room;
    for (size_t i = finalists->number - 1; i > place; i--) {
        finalists->candidate[i] = finalists->candidate[i - 1];
    }
    if (place < room) {
        finalists->candidate[place] = *candidate;
    }
}

/* The nearest by their formulas; or the nearest of each algorithm, of which `own` is that of the present one. */
typedef struct {
    coll_rabred_finalists_t finalists;
    size_t room;
    coll_rabred_candidate_t own;
} qualifying_t;

static void qualify(void *context, const coll_rabred_candidate_t *candidate)
{
    qualifying_t *qualifying = context;

    take_in(&qualifying->finalists, qualifying->room, candidate);
}

static void qualify_own(void *context, const coll_rabred_candidate_t *candidate)
{
    qualifying_t *qualifying = context;
    const bool another = candidate->algorithm != qualifying->own.algorithm;

    if (another && qualifying->own.algorithm >= 0) {
        take_in(&qualifying->finalists, qualifying->room, &qualifying->own);
    }
    if (another || coll_rabred_comes_before(candidate, &qualifying->own)) {
        qualifying->own = *candidate;
    }
}

/* Plays a candidate if the steps left suffice where all processes have as many as one in their middle. False when out of memory. */
static bool try(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish, coll_rabred_candidate_t *candidate, size_t *steps,
                bool *played)
{
    coll_rabred_problem_t problem = coll_rabred_candidate_problem(model, wish, candidate);

    problem.rank = model->processes / 2;
    coll_rabred_schedule_t *middle = coll_rabred_schedule_build(&problem);
    if (NULL == middle) {
        return false;
    }
    const size_t each = BEGIN + middle->steps, all = each * (size_t) model->processes;
    coll_rabred_schedule_free(middle);
    *played = all <= *steps;
    *steps -= *played ? all : each < *steps ? each : *steps;
    return !*played || coll_rabred_time_played(&problem, model->nodes, model->machine, model->class, wish->elements, wish->element,
                                               model->turns.processors, &candidate->picoseconds);
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
    qualifying_t by_formula = {.room = turns ? COLL_RABRED_MOST_FINALISTS : room_for(model->processes), .own = {.algorithm = -1}};
    const coll_rabred_candidate_t *nearest = by_formula.finalists.candidate;
    size_t steps = room_for(model->processes) > 1 ? STEPS : 0;
    bool right = true;

    coll_rabred_candidates(&counted, wish, turns ? qualify_own : qualify, &by_formula);
    if (turns) {
        take_in(&by_formula.finalists, by_formula.room, &by_formula.own);
    }
    *finalists = (coll_rabred_finalists_t) {.number = 1, .candidate = {nearest[0]}};
    for (size_t i = 0; i < by_formula.finalists.number && (turns || is_near(&nearest[i], &nearest[0])) && right && steps > 0; i++) {
        coll_rabred_candidate_t candidate = nearest[i];
        bool played;
        right = try(&counted, wish, &candidate, &steps, &played);
        if (0 == i && right && played) {
            *finalists = (coll_rabred_finalists_t) {.played = true};
        }
        if (right && played) {
            take_in(finalists, COLL_RABRED_MOST_FINALISTS, &candidate);
        }
        steps = finalists->played ? steps : 0;
    }
    return right;
}

coll_rabred_candidate_t coll_rabred_plan_by_formula(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish)
{
    qualifying_t by_formula = {.room = 1};

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

/*
 * Which of all candidates is the fastest: formulas tell which may be, playing these tells which is.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "planner.h"

#include "../sched/clock.h"
#include "../sched/play.h"

/* What playing may cost: of how many processes calls are played, schedules of all finalists, and how many steps it takes to begin one. */
enum { PROCESSES = 128, SCHEDULES = 384, BEGIN = 8 };

/* On nodes so many processes cost little to play, and it takes many pieces until each takes as long as the one before. */
enum { FEW = 24 };

/*
 * How many candidates are taken in: in all; of each algorithm, as the nearest by formulas that only estimate what processes of a node do to each
 * other would else be all of one; of its pipelines whose pieces travel at once, and of those whose pieces wait for their receivers. How many
 * steps are played in all, and pieces of a pipeline that has more than three times as many: so many, and twice as many, and each further piece
 * takes as long.
 */
typedef struct {
    size_t room, alike, pipelines, steps, pieces;
} effort_t;

enum { ANY = COLL_RABRED_MOST_FINALISTS };

static const effort_t all_taken_in = {.room = ANY, .alike = ANY, .pipelines = ANY}, first_taken_in = {.room = 1, .alike = 1, .pipelines = 1};

static effort_t effort_for(int processes, bool share, bool turns)
{
    static const effort_t in_turns = {ANY, 1, 1, 12288, 16}, apart = {ANY, ANY, ANY, 12288, 16}, few = {ANY, 4, 3, 24576, 32},
                          many = {ANY, 3, 2, 18432, 16};
    const size_t schedules = SCHEDULES / (size_t) processes, room = schedules < 1 ? 1 : schedules;
    effort_t effort = turns ? in_turns : !share ? apart : processes <= FEW ? few : many;

    effort.room = !turns && room < effort.room ? room : effort.room;
    effort.steps = processes <= PROCESSES ? effort.steps : 0;
    return effort;
}

/* Of one algorithm and, where several of each are taken in, of one kind of pieces. */
static bool are_alike(const coll_rabred_candidate_t *a, const coll_rabred_candidate_t *b, size_t most)
{
    return a->algorithm == b->algorithm && (1 == most || a->announced == b->announced);
}

/* Takes in a candidate behind those that come before it, or are its equals; the last one goes where there is no room, or the last of those
   alike, if these are as many as they may be. An algorithm that takes the same time with other arguments nearly always does the same. */
static void take_in(coll_rabred_finalists_t *finalists, const effort_t *effort, const coll_rabred_candidate_t *candidate)
{
    coll_rabred_candidate_t *list = finalists->candidate;
    const size_t most = candidate->argument[COLL_RABRED_PIECES] > 1 ? effort->pipelines : effort->alike;
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
        const bool same = are_alike(&list[i], candidate, most);
        own += same;
        end = same ? i : end;
    }
    if (own < most) {
        finalists->number += finalists->number < effort->room;
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
    effort_t effort;
} qualifying_t;

static void qualify(void *context, const coll_rabred_candidate_t *candidate)
{
    qualifying_t *qualifying = context;

    take_in(&qualifying->finalists, &qualifying->effort, candidate);
}

/* False when out of memory. */
static bool play_elements(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish, const coll_rabred_problem_t *problem,
                          size_t elements, uint64_t *picoseconds)
{
    return coll_rabred_time_played(problem, model->nodes, model->machine, model->class, elements, wish->element, model->turns.processors,
                                   picoseconds);
}

/* Sets a candidate's time. False when out of memory. */
static bool play(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish, coll_rabred_candidate_t *candidate, size_t played)
{
    coll_rabred_problem_t problem = coll_rabred_candidate_problem(model, wish, candidate);
    const size_t pieces = problem.argument[COLL_RABRED_PIECES];

    if (pieces <= 3 * played) {
        return play_elements(model, wish, &problem, wish->elements, &candidate->picoseconds);
    }
    const size_t elements = wish->elements / pieces * played;
    uint64_t once = 0, twice = 0;
    problem.argument[COLL_RABRED_PIECES] = played;
    bool right = play_elements(model, wish, &problem, elements, &once);
    problem.argument[COLL_RABRED_PIECES] = 2 * played;
    right = right && play_elements(model, wish, &problem, 2 * elements, &twice);
    if (right) {
        candidate->picoseconds = coll_rabred_sum(twice, coll_rabred_product(coll_rabred_difference(twice, once), pieces - 2 * played) / played);
    }
    return right;
}

/* How many steps it takes to play one process of a candidate, in their middle: as many as any other. False when out of memory. */
static bool count_steps(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish, const coll_rabred_candidate_t *candidate,
                        size_t played, size_t *steps)
{
    coll_rabred_problem_t middle = coll_rabred_candidate_problem(model, wish, candidate);
    size_t *pieces = &middle.argument[COLL_RABRED_PIECES];

    middle.rank = model->processes / 2;
    *pieces = *pieces > 3 * played ? 3 * played : *pieces;   /* in two plays */
    coll_rabred_schedule_t *schedule = coll_rabred_schedule_outline(&middle);
    if (NULL == schedule) {
        return false;
    }
    *steps = BEGIN + schedule->steps;
    coll_rabred_schedule_free(schedule);
    return true;
}

/* Takes at most half as long again as another. */
static bool is_near(const coll_rabred_candidate_t *candidate, const coll_rabred_candidate_t *fastest)
{
    return candidate->picoseconds - candidate->picoseconds / 3 <= fastest->picoseconds;
}

bool coll_rabred_find_finalists(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish, coll_rabred_finalists_t *finalists)
{
    const coll_rabred_model_t counted = coll_rabred_in_turns(model, wish);
    const bool turns = counted.turns.processors > 0, share = NULL != coll_rabred_shared_nodes(model->nodes, model->class);
    qualifying_t by_formula = {.effort = effort_for(model->processes, share, turns)};
    const effort_t *effort = &by_formula.effort;
    const coll_rabred_candidate_t *nearest = by_formula.finalists.candidate, *too_long = 0 == effort->steps ? nearest : NULL;
    const bool trusted = !turns && !share;   /* formulas, which else only estimate */
    size_t left = effort->steps;
    bool right = true;

    coll_rabred_candidates(&counted, wish, qualify, &by_formula);
    *finalists = (coll_rabred_finalists_t) {.number = 0};
    for (size_t i = 0; i < by_formula.finalists.number && right && left > 0; i++) {
        coll_rabred_candidate_t candidate = nearest[i];
        size_t each = 0;
        if (trusted && !is_near(&candidate, &nearest[0])) {
            break;
        }
        right = count_steps(&counted, wish, &candidate, effort->pieces, &each);
        const size_t all = each * (size_t) model->processes;
        if (right && all <= left) {
            left -= all;
            right = candidate.played = play(&counted, wish, &candidate, effort->pieces);
            take_in(finalists, &all_taken_in, &candidate);
        } else {
            left -= each < left ? each : left;
            too_long = NULL == too_long && all > effort->steps && (0 == i || trusted) ? &nearest[i] : too_long;
        }
    }
    if (NULL != too_long) {
        take_in(finalists, &all_taken_in, too_long);
    }
    return right;
}

coll_rabred_candidate_t coll_rabred_plan_by_formula(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish)
{
    qualifying_t by_formula = {.effort = first_taken_in};

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

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "choice.h"

#include <stdlib.h>
#include <string.h>

bool coll_rabred_choice_init(coll_rabred_choice_t *choice, coll_rabred_collective_t collective, int forced,
                             unsigned promises, const char *rules, char *error, size_t error_size)
{
    *choice = (coll_rabred_choice_t) {.collective = collective, .forced = forced, .promises = promises};
    return NULL == rules || '\0' == rules[0]
           || coll_rabred_rules_parse(&choice->rules, rules, collective, error, error_size);
}

int coll_rabred_forced(coll_rabred_collective_t collective, const char *name)
{
    int forced = 0;

    while (0 != strcmp(name, coll_rabred_forced_name(forced))) {
        if (NULL == coll_rabred_algorithms[forced].name) {
            return -1;
        }
        forced++;
    }
    return 0 == forced || coll_rabred_serves(&coll_rabred_algorithms[forced - 1], collective) ? forced : -1;
}

const char *coll_rabred_forced_name(int forced)
{
    return 0 == forced ? "auto" : coll_rabred_algorithms[forced - 1].name;
}

const char *coll_rabred_forced_hint(const char *name)
{
    if ('\0' != name[0] && strspn(name, "+-0123456789") == strlen(name)) {
        return " (by name, not by number)";
    }
    return NULL != strchr(name, '(') ? " (arguments are for rules)" : "";
}

void coll_rabred_choice_free(coll_rabred_choice_t *choice)
{
    coll_rabred_rules_free(&choice->rules);
    free(choice->plans.slot);
    choice->plans = (coll_rabred_plans_t) {.slot = NULL};
}

/* The algorithm where it fits, else the one that its line names instead where that does; -1 if neither. */
static int fitting(const coll_rabred_choice_t *choice, int algorithm, int processes, unsigned traits)
{
    const char *instead = coll_rabred_algorithms[algorithm].instead;

    if (NULL == coll_rabred_misfit(&coll_rabred_algorithms[algorithm], processes, traits, choice->promises)) {
        return algorithm;
    }
    for (int i = 0; NULL != instead && NULL != coll_rabred_algorithms[i].name; i++) {
        if (0 == strcmp(coll_rabred_algorithms[i].name, instead)) {
            return NULL == coll_rabred_misfit(&coll_rabred_algorithms[i], processes, traits, choice->promises) ? i : -1;
        }
    }
    return -1;
}

/* Numbers up to 32 as they are, longer ones rounded up to 17 to 32 times a power of two, so that a round limit ends a class. */
static uint32_t size_class(size_t *number)
{
    uint32_t shift = 0;

    while ((*number - 1) >> shift >= 32) {
        shift++;
    }
    const uint32_t leading = (uint32_t) ((*number - 1) >> shift) + 1;
    *number = (size_t) leading << shift >> shift == leading ? (size_t) leading << shift : SIZE_MAX;
    return 32 * shift + leading;
}

/* The slot with the plan, else one for it: a free one, or the first where none is. */
static coll_rabred_planned_t *slot_of(const coll_rabred_plans_t *plans, uint32_t key)
{
    const size_t first = (size_t) (key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (plans->slots - 1);   /* keys differ by round numbers */

    for (size_t i = 0; i < plans->slots; i++) {
        coll_rabred_planned_t *planned = &plans->slot[(first + i) & (plans->slots - 1)];
        if (0 == planned->key || key == planned->key) {
            return planned;
        }
    }
    return &plans->slot[first];
}

/* Makes room, where there may be more; without memory for that all stays as it is. */
static void grow(coll_rabred_plans_t *plans)
{
    coll_rabred_plans_t grown = *plans;

    grown.slots = 0 == plans->slots ? COLL_RABRED_LEAST_PLANNED : 2 * plans->slots;
    grown.slot = grown.slots > COLL_RABRED_MOST_PLANNED ? NULL : calloc(grown.slots, sizeof(*grown.slot));
    if (NULL == grown.slot) {
        return;
    }
    for (size_t i = 0; i < plans->slots; i++) {
        if (0 != plans->slot[i].key) {
            *slot_of(&grown, plans->slot[i].key) = plans->slot[i];
        }
    }
    free(plans->slot);
    *plans = grown;
}

static void remember(coll_rabred_plans_t *plans, uint32_t key, coll_rabred_candidate_t candidate)
{
    if (2 * plans->used >= plans->slots) {
        grow(plans);
    }
    if (plans->slots > 0) {
        coll_rabred_planned_t *planned = slot_of(plans, key);
        plans->used += 0 == planned->key;
        *planned = (coll_rabred_planned_t) {key, candidate};
    }
}

/* The model's candidate for calls like this one; algorithm -1 when out of memory. */
static coll_rabred_candidate_t plan(coll_rabred_choice_t *choice, const coll_rabred_model_t *model, unsigned traits, size_t elements,
                                    size_t element)
{
    uint32_t key = size_class(&elements);

    key = key * 2048 + size_class(&element);
    key = (key * 16 + traits) * 2 + 1;
    const coll_rabred_planned_t *planned = 0 == choice->plans.slots ? NULL : slot_of(&choice->plans, key);
    if (NULL != planned && key == planned->key) {
        return planned->candidate;
    }
    const coll_rabred_wish_t wish = {choice->collective, traits, choice->promises, elements, element};
    const coll_rabred_candidate_t candidate = coll_rabred_plan(model, &wish);
    choice->plans.made++;
    if (candidate.algorithm >= 0) {
        remember(&choice->plans, key, candidate);
    }
    return candidate;
}

static void decide_for(coll_rabred_decision_t *decision, coll_rabred_candidate_t candidate)
{
    decision->algorithm = candidate.algorithm;
    decision->planned = true;
    decision->picoseconds = candidate.picoseconds;
    memcpy(decision->argument, candidate.argument, sizeof(decision->argument));
}

coll_rabred_decision_t coll_rabred_choose_by_formula(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish)
{
    coll_rabred_decision_t decision = {.replaced = false};

    decide_for(&decision, coll_rabred_plan_by_formula(model, wish));
    decision.wanted = decision.algorithm;
    return decision;
}

coll_rabred_decision_t coll_rabred_choose(coll_rabred_choice_t *choice, const coll_rabred_model_t *model, unsigned traits,
                                          size_t elements, size_t element)
{
    coll_rabred_decision_t decision = {.wanted = choice->forced - 1};

    if (0 == choice->forced) {
        decision.rule = coll_rabred_rules_find(&choice->rules, (size_t) model->processes, elements * element);
        decision.wanted = NULL == decision.rule ? -1 : decision.rule->algorithm;
    }
    for (int i = 0; i < COLL_RABRED_ARGUMENTS; i++) {
        decision.argument[i] = NULL == decision.rule ? coll_rabred_arguments[i].otherwise : decision.rule->argument[i];
    }
    decision.algorithm = decision.wanted < 0 ? -1 : fitting(choice, decision.wanted, model->processes, traits);
    if (decision.algorithm < 0) {
        decide_for(&decision, plan(choice, model, traits, elements, element));
        decision.wanted = decision.wanted < 0 ? decision.algorithm : decision.wanted;
    }
    decision.replaced = decision.wanted != decision.algorithm;
    return decision;
}

void coll_rabred_set_arguments(coll_rabred_problem_t *problem, const coll_rabred_decision_t *decision, size_t bytes)
{
    for (int i = 0; i < COLL_RABRED_ARGUMENTS; i++) {
        problem->argument[i] = decision->planned ? decision->argument[i]
                                                 : coll_rabred_argument_value(problem, i, decision->argument[i], bytes);
    }
}

/*
 * Which algorithm serves a call: the one that is forced, else the one that a rule names, else the model's. Everything it
 * depends on is the same on all processes: collective, number of processes, operator, elements and bytes, parameters.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_CHOOSE_CHOICE_H
#define COLL_RABRED_CHOOSE_CHOICE_H

#include "planner.h"
#include "rules.h"

/* What the model found for one class of calls. */
typedef struct {
    uint32_t key;                  /* 0: nothing */
    coll_rabred_candidate_t candidate;
} coll_rabred_planned_t;

enum { COLL_RABRED_LEAST_PLANNED = 8, COLL_RABRED_MOST_PLANNED = 1024 };

/* By their keys; half of the slots at most are in use, until there are as many as there may be: then new plans take the place of others. */
typedef struct {
    coll_rabred_planned_t *slot;   /* NULL: there are none */
    size_t slots, used;            /* a power of two */
    size_t made;                   /* how many plans have been made */
} coll_rabred_plans_t;

/* For one collective on one communicator. Starts as all zeros. */
typedef struct {
    coll_rabred_collective_t collective;
    int forced;                    /* 1 + index of an algorithm; 0: rules decide */
    unsigned promises;             /* that the algorithm must make: COLL_RABRED_CANONICAL, or none */
    coll_rabred_rules_t rules;     /* what they leave open the model decides */
    coll_rabred_plans_t plans;
} coll_rabred_choice_t;

/*
 * Sets up a choice; rules: NULL or empty for none. False if the string of rules is wrong, with the reason in
 * `error`; the choice then has none and is as good as any.
 */
bool coll_rabred_choice_init(coll_rabred_choice_t *choice, coll_rabred_collective_t collective, int forced,
                             unsigned promises, const char *rules, char *error, size_t error_size);

/* What `forced` is by its name, auto or that of an algorithm that serves the collective; -1 for any other. */
int coll_rabred_forced(coll_rabred_collective_t collective, const char *name);
const char *coll_rabred_forced_name(int forced);

/* What to add where a word is none of those, if it is the number of one, or has arguments; else "". */
const char *coll_rabred_forced_hint(const char *name);

void coll_rabred_choice_free(coll_rabred_choice_t *choice);

/* What was decided, and why. */
typedef struct {
    int algorithm;                 /* index in coll_rabred_algorithms[] */
    int wanted;                    /* the one asked for, if it does not fit the call; else the same */
    bool replaced;                 /* another one was asked for */
    size_t argument[COLL_RABRED_ARGUMENTS];   /* sizes in bytes; if planned, as schedules take them */
    const coll_rabred_rule_t *rule;   /* that covers the call, even if its algorithm did not fit; NULL: none does, or forced */
    bool planned;                  /* by the model, which predicts */
    uint64_t picoseconds;
} coll_rabred_decision_t;

/*
 * For a vector of so many elements of `element` bytes, both above 0; traits: what the call offers of what algorithms may
 * need. Vectors whose elements and their bytes are the same when rounded up to five bits are planned as one, the longest, and once
 * while there is memory and there are not too many. Algorithm -1 when out of memory.
 */
coll_rabred_decision_t coll_rabred_choose(coll_rabred_choice_t *choice, const coll_rabred_model_t *model, unsigned traits,
                                          size_t elements, size_t element);

/* What the formulas of the model alone find, which takes no memory. */
coll_rabred_decision_t coll_rabred_choose_by_formula(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish);

/* Sets the arguments of a problem for that vector, whose algorithm is the decision's. */
void coll_rabred_set_arguments(coll_rabred_problem_t *problem, const coll_rabred_decision_t *decision, size_t bytes);

#endif

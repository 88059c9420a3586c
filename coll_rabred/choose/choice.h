/*
 * Which algorithm serves a call. Everything it depends on is the same on all processes: collective,
 * number of processes, bytes of the vector and the parameters.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_CHOOSE_CHOICE_H
#define COLL_RABRED_CHOOSE_CHOICE_H

#include "rules.h"

/* For one collective on one communicator. Starts as all zeros. */
typedef struct {
    int forced;                    /* 1 + index of an algorithm; 0: rules decide */
    unsigned promises;             /* that the algorithm must make: COLL_RABRED_CANONICAL, or none */
    coll_rabred_rules_t rules;     /* first those that were asked for, */
    coll_rabred_rules_t defaults;  /* then these, which leave no gap; */
    coll_rabred_rules_t canonical; /* or, where canonical is promised, these, which leave none either */
} coll_rabred_choice_t;

/* The built-in rules, [collective], of all algorithms and of those that promise the canonical tree. */
extern const char *const coll_rabred_default_rules[COLL_RABRED_COLLECTIVES];
extern const char *const coll_rabred_canonical_rules[COLL_RABRED_COLLECTIVES];

/*
 * Sets up a choice; rules: NULL for none but the built-in ones. False if the string of rules is wrong, with the
 * reason in `error`; the choice then has the built-in rules and is as good as any.
 */
bool coll_rabred_choice_init(coll_rabred_choice_t *choice, coll_rabred_collective_t collective, int forced,
                             unsigned promises, const char *rules, char *error, size_t error_size);

/* What `forced` is by its name, auto or that of an algorithm that serves the collective; -1 for any other. */
int coll_rabred_forced(coll_rabred_collective_t collective, const char *name);
const char *coll_rabred_forced_name(int forced);

void coll_rabred_choice_free(coll_rabred_choice_t *choice);

/* What was decided, and why. */
typedef struct {
    int algorithm;                 /* index in coll_rabred_algorithms[] */
    int wanted;                    /* the one asked for, if it does not fit the call; else the same */
    bool replaced;                 /* another one was asked for, and not by the built-in rules, which know what serves instead */
    size_t argument[COLL_RABRED_ARGUMENTS];   /* sizes in bytes */
    const coll_rabred_rules_t *rules;
    const coll_rabred_rule_t *rule; /* of these rules; NULL if the algorithm was forced */
} coll_rabred_decision_t;

/* For a vector of `bytes` bytes; traits: what the call offers of what algorithms may need. */
coll_rabred_decision_t coll_rabred_choose(const coll_rabred_choice_t *choice, int processes, unsigned traits,
                                          size_t bytes);

/* What the algorithm needs and the call does not have, or what it does not promise, as a clause; NULL if it fits. */
const char *coll_rabred_misfit(const coll_rabred_algorithm_t *algorithm, int processes, unsigned traits,
                               unsigned promises);

#endif

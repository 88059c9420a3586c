/*
 * Cutoffs in one string, the same for built-in defaults and overrides:
 *
 *     rules     = rule { "," rule }
 *     rule      = bytes "-" [ bytes ] { "&" "p" relation number } ":" algorithm [ "(" argument { "," argument } ")" ]
 *     relation  = ">=" | "<=" | ">" | "<" | "="
 *     argument  = name "=" bytes
 *     bytes     = digits [ "k" | "m" | "g" ]          powers of 1024
 *
 * A rule applies from the first number of bytes, inclusive, to the second, exclusive, at the process
 * counts that all its guards admit. No two rules may apply to the same call.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_CHOOSE_RULES_H
#define COLL_RABRED_CHOOSE_RULES_H

#include "../sched/table.h"

typedef struct {
    size_t from, to;               /* bytes; to = SIZE_MAX: no end */
    size_t fewest, most;           /* processes */
    int algorithm;                 /* index in coll_rabred_algorithms[] */
    size_t argument[COLL_RABRED_ARGUMENTS];   /* as given or not; sizes in bytes */
    size_t text, length;           /* where the rule stands in the string */
} coll_rabred_rule_t;

typedef struct {
    char *string;                  /* the source */
    size_t count;
    coll_rabred_rule_t *rule;
} coll_rabred_rules_t;

/*
 * True, and `rules` to be freed; or false, `rules` empty and what is wrong and what is allowed in
 * `error`, one clause without a newline.
 */
bool coll_rabred_rules_parse(coll_rabred_rules_t *rules, const char *string, coll_rabred_collective_t collective,
                             char *error, size_t error_size);

void coll_rabred_rules_free(coll_rabred_rules_t *rules);

/* The rule that applies, or NULL. */
const coll_rabred_rule_t *coll_rabred_rules_find(const coll_rabred_rules_t *rules, size_t processes, size_t bytes);

/* The names of the algorithms that serve a collective, separated by commas. */
void coll_rabred_rules_names(coll_rabred_collective_t collective, char *names, size_t size);

#endif

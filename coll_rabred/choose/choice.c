/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "choice.h"

#include <string.h>

/* A ring takes p-1 rounds: for few processes, or where blocks are long. */
#define REDUCE_SCATTER_RULES                                                                             \
    "0-&p<=5:ring,0-4k&p>5&p<=16:elimination_overlapping,4k-&p>5&p<=16:ring,"                             \
    "0-64k&p>16:elimination_overlapping,64k-&p>16:ring"

/* At two processes whole vectors in one round beat halves in two up to 1 MiB; for reduce, where they go
   one way only, at every size (perf/results/2026-11-21-two-processes). At more, on a network on which 25 KB take as long
   as a message's latency, whole vectors are faster up to about 10 KiB at 5 and 13 processes and 60 KiB at 8, and binary
   blocks above (perf/results/baseline). */
const char *const coll_rabred_default_rules[COLL_RABRED_COLLECTIVES] = {
    [COLL_RABRED_ALLREDUCE] = "0-1m&p=2:recursive_doubling,1m-&p=2:halving_doubling,0-16k&p>2&p<=8:recursive_doubling,"
                              "0-2k&p>8:segment_dissemination,2k-16k&p>8:recursive_doubling,16k-&p>2:binary_blocks",
    [COLL_RABRED_REDUCE] = "0-&p<=3:binomial_tree,0-32k&p>3:binomial_tree,32k-&p>3:binary_blocks",
    [COLL_RABRED_REDUCE_SCATTER] = REDUCE_SCATTER_RULES,
    [COLL_RABRED_REDUCE_SCATTER_BLOCK] = REDUCE_SCATTER_RULES
};

#define CANONICAL_REDUCE_SCATTER_RULES "0-&p<=5:ring,0-2k&p>5:segment_dissemination,2k-&p>5:ring"

const char *const coll_rabred_canonical_rules[COLL_RABRED_COLLECTIVES] = {
    [COLL_RABRED_ALLREDUCE] = "0-1m&p=2:segment_dissemination,1m-&p=2:binary_blocks,0-8k&p>2:segment_dissemination,8k-&p>2:binary_blocks",
    [COLL_RABRED_REDUCE] = "0-&p<=3:binomial_tree,0-32k&p>3:binomial_tree,32k-&p>3:binary_blocks",
    [COLL_RABRED_REDUCE_SCATTER] = CANONICAL_REDUCE_SCATTER_RULES,
    [COLL_RABRED_REDUCE_SCATTER_BLOCK] = CANONICAL_REDUCE_SCATTER_RULES
};

bool coll_rabred_choice_init(coll_rabred_choice_t *choice, coll_rabred_collective_t collective, int forced,
                             unsigned promises, const char *rules, char *error, size_t error_size)
{
    *choice = (coll_rabred_choice_t) {.forced = forced, .promises = promises};
    return coll_rabred_rules_parse(&choice->defaults, coll_rabred_default_rules[collective], collective, error, error_size)
           && coll_rabred_rules_parse(&choice->canonical, coll_rabred_canonical_rules[collective], collective, error, error_size)
           && (NULL == rules || coll_rabred_rules_parse(&choice->rules, rules, collective, error, error_size));
}

void coll_rabred_choice_free(coll_rabred_choice_t *choice)
{
    coll_rabred_rules_free(&choice->rules);
    coll_rabred_rules_free(&choice->defaults);
    coll_rabred_rules_free(&choice->canonical);
}

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
                                                : "the operator is not commutative and the ranks of a node are not adjacent";
    }
    if (promises & ~algorithm->promises) {
        return "its tree of operands is not the canonical one";
    }
    return NULL;
}

/* The line that serves in place of one that does not fit; where it does not promise enough, a built-in rule's. */
static int replacement(int algorithm, unsigned promises, const coll_rabred_rule_t *built_in)
{
    const char *instead = coll_rabred_algorithms[algorithm].instead;

    for (int i = 0; NULL != instead && NULL != coll_rabred_algorithms[i].name; i++) {
        if (0 == strcmp(coll_rabred_algorithms[i].name, instead) && !(promises & ~coll_rabred_algorithms[i].promises)) {
            return i;
        }
    }
    return NULL == built_in ? 0 : built_in->algorithm;
}

coll_rabred_decision_t coll_rabred_choose(const coll_rabred_choice_t *choice, int processes, unsigned traits,
                                          size_t bytes)
{
    const coll_rabred_rules_t *built_in = 0 == choice->promises ? &choice->defaults : &choice->canonical;
    const coll_rabred_rules_t *const in_turn[] = {&choice->rules, built_in};
    /* Without any rules, which nobody should ask, the first algorithm, which serves everything. */
    coll_rabred_decision_t decision = {.algorithm = 0 == choice->forced ? 0 : choice->forced - 1};

    for (size_t i = 0; i < 2 && 0 == choice->forced && NULL == decision.rule; i++) {
        decision.rules = in_turn[i];
        decision.rule = coll_rabred_rules_find(in_turn[i], (size_t) processes, bytes);
    }
    for (int i = 0; i < COLL_RABRED_ARGUMENTS; i++) {
        decision.argument[i] = NULL == decision.rule ? coll_rabred_arguments[i].otherwise : decision.rule->argument[i];
    }
    decision.algorithm = NULL == decision.rule ? decision.algorithm : decision.rule->algorithm;
    decision.wanted = decision.algorithm;
    if (NULL != coll_rabred_misfit(&coll_rabred_algorithms[decision.algorithm], processes, traits, choice->promises)) {
        decision.algorithm = replacement(decision.algorithm, choice->promises,
                                         coll_rabred_rules_find(built_in, (size_t) processes, bytes));
    }
    return decision;
}

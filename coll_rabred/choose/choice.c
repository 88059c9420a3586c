/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "choice.h"

#include <string.h>

/* A ring takes p-1 rounds: for few processes. On a network circulant, or what serves instead where operators do not commute, is
   the fastest at 13 processes at every length, and as fast as any at 8 (perf/results/2026-11-21-defaults). */
#define REDUCE_SCATTER_RULES "0-&p<=5:ring,0-&p>5:circulant"

/* At two processes whole vectors in one round beat halves in two up to 1 MiB, but for those of which only the halves are within
   the eager limit of Open MPI's shared memory, 4 KiB with its header; for reduce, where they go
   one way only, at every size (perf/results/2026-11-21-two-processes). At more, on a network on which 25 KB take as long
   as a message's latency, whole vectors are faster up to about 10 KiB at 5 and 13 processes and 60 KiB at 8, and binary
   blocks above (perf/results/baseline); but for reduce at 13 from half a MiB on, where pipelines are (2026-11-21-defaults). */
const char *const coll_rabred_default_rules[COLL_RABRED_COLLECTIVES] = {
    [COLL_RABRED_ALLREDUCE] = "0-4000&p=2:recursive_doubling,4000-8000&p=2:halving_doubling,8000-1m&p=2:recursive_doubling,1m-&p=2:halving_doubling,"
                              "0-16k&p>2&p<=8:recursive_doubling,"
                              "0-2k&p>8:segment_dissemination,2k-16k&p>8:recursive_doubling,16k-&p>2:binary_blocks",
    [COLL_RABRED_REDUCE] = "0-&p<=3:binomial_tree,0-32k&p>3:binomial_tree,32k-&p>3&p<=8:binary_blocks,"
                           "32k-512k&p>8:binary_blocks,512k-&p>8:pipelined_two_trees",
    [COLL_RABRED_REDUCE_SCATTER] = REDUCE_SCATTER_RULES,
    [COLL_RABRED_REDUCE_SCATTER_BLOCK] = REDUCE_SCATTER_RULES
};

#define CANONICAL_REDUCE_SCATTER_RULES "0-&p<=5:ring,0-16k&p>5:segment_dissemination,16k-&p>5:ordered_pairwise"

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

int coll_rabred_forced(coll_rabred_collective_t collective, const char *name)
{
    int forced = 0;

    while (0 != strcmp(name, coll_rabred_forced_name(forced))) {
        if (NULL == coll_rabred_algorithms[forced].name) {
            return -1;
        }
        forced++;
    }
    return 0 == forced || NULL != coll_rabred_recipe(&coll_rabred_algorithms[forced - 1], collective)[0] ? forced : -1;
}

const char *coll_rabred_forced_name(int forced)
{
    return 0 == forced ? "auto" : coll_rabred_algorithms[forced - 1].name;
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
    decision.wanted = NULL == decision.rule ? decision.algorithm : decision.rule->algorithm;
    decision.algorithm = fitting(choice, decision.wanted, processes, traits);
    if (decision.algorithm < 0) {
        const coll_rabred_rule_t *rule = coll_rabred_rules_find(built_in, (size_t) processes, bytes);
        decision.algorithm = NULL == rule ? 0 : fitting(choice, rule->algorithm, processes, traits);
    }
    decision.replaced = decision.wanted != decision.algorithm && (NULL == decision.rule || decision.rules == &choice->rules);
    return decision;
}

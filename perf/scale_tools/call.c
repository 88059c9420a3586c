/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "call.h"

#include "../../coll_rabred/choose/choice.h"

#include <stdio.h>

size_t call_elements(const options_t *options, int processes, size_t bytes)
{
    size_t elements = bytes / CALL_ELEMENT, p = (size_t) processes;

    return COLL_RABRED_REDUCE_SCATTER_BLOCK == options->collective ? (elements + p - 1) / p * p : elements;
}

bool call_admits(int algorithm, int processes)
{
    return OPTIONS_AUTO == algorithm || coll_rabred_admits(&coll_rabred_algorithms[algorithm], processes);
}

/* What the built-in rules say. */
static coll_rabred_decision_t choose(const options_t *options, int processes, size_t bytes)
{
    coll_rabred_choice_t choice;
    char error[256];

    coll_rabred_choice_init(&choice, options->collective, 0, 0, NULL, error, sizeof(error));
    coll_rabred_decision_t decision = coll_rabred_choose(&choice, processes, COLL_RABRED_COMMUTATIVE, bytes);
    coll_rabred_choice_free(&choice);
    return decision;
}

coll_rabred_problem_t call_problem(const options_t *options, int algorithm, int processes, size_t bytes)
{
    size_t vector = call_elements(options, processes, bytes) * CALL_ELEMENT;
    const size_t *argument = options->argument;
    coll_rabred_decision_t decision;

    if (OPTIONS_AUTO == algorithm) {
        decision = choose(options, processes, vector);
        algorithm = decision.algorithm;
        argument = decision.argument;
    }
    coll_rabred_problem_t problem = {.collective = options->collective, .algorithm = algorithm, .processes = processes};
    for (int i = 0; i < COLL_RABRED_ARGUMENTS; i++) {
        problem.argument[i] = coll_rabred_argument_value(&problem, i, argument[i], vector);
    }
    return problem;
}

const char *call_name(int algorithm, const coll_rabred_problem_t *problem, char *name, size_t name_bytes)
{
    snprintf(name, name_bytes, "%s%s", OPTIONS_AUTO == algorithm ? "auto:" : "", coll_rabred_algorithms[problem->algorithm].name);
    return name;
}

void call_print_header(void)
{
    puts("network,collective,algorithm,np,bytes,seconds");
}

void call_print(const options_t *options, const char *network, const char *algorithm, int processes, size_t bytes,
                double seconds)
{
    printf("%s,%s,%s,%d,%zu,%.9g\n", network, coll_rabred_collective_names[options->collective], algorithm, processes,
           bytes, seconds);
    fflush(stdout);
}

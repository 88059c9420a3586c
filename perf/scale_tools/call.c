/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "call.h"

size_t call_elements(const options_t *options, int processes, size_t bytes)
{
    size_t elements = bytes / CALL_ELEMENT, p = (size_t) processes;

    return COLL_RABRED_REDUCE_SCATTER_BLOCK == options->collective ? (elements + p - 1) / p * p : elements;
}

/* Sizes in bytes become blocks as in the component: at most all. */
static size_t argument_value(const options_t *options, const coll_rabred_algorithm_t *algorithm, int argument,
                             int processes, size_t bytes)
{
    size_t value = options->argument[argument];

    if (!coll_rabred_takes(algorithm, options->collective, argument)) {
        return 0;
    }
    if (!coll_rabred_arguments[argument].bytes) {
        return value;
    }
    size_t blocks = algorithm->blocks(processes), block = bytes / blocks;
    return 0 == block || value / block > blocks ? blocks : value / block;
}

coll_rabred_problem_t call_problem(const options_t *options, int algorithm, int processes, size_t bytes)
{
    coll_rabred_problem_t problem = {.collective = options->collective, .algorithm = algorithm, .processes = processes};

    for (int i = 0; i < COLL_RABRED_ARGUMENTS; i++) {
        problem.argument[i] = argument_value(options, &coll_rabred_algorithms[algorithm], i, processes,
                                             call_elements(options, processes, bytes) * CALL_ELEMENT);
    }
    return problem;
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

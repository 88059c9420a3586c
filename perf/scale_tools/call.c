/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "call.h"

size_t call_elements(const options_t *options, int processes, size_t bytes)
{
    size_t elements = bytes / CALL_ELEMENT, p = (size_t) processes;

    return COLL_RABRED_REDUCE_SCATTER_BLOCK == options->collective ? (elements + p - 1) / p * p : elements;
}

coll_rabred_problem_t call_problem(const options_t *options, int algorithm, int processes, size_t bytes)
{
    coll_rabred_problem_t problem = {.collective = options->collective, .algorithm = algorithm, .processes = processes};

    for (int i = 0; i < COLL_RABRED_ARGUMENTS; i++) {
        problem.argument[i] = coll_rabred_argument_value(&problem, i, options->argument[i],
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

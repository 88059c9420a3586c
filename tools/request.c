/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "request.h"

#include "lists.h"
#include "names.h"
#include "numbers.h"

#include <stdlib.h>
#include <string.h>

/* The number of an option, or `otherwise` if it is not given. */
static size_t read_whole(const command_line_t *line, int option, size_t least, size_t most, size_t otherwise)
{
    const char *text = line->value[option];
    size_t number = otherwise;

    if (NULL != text && (!number_whole(text, strlen(text), &number) || number < least || number > most)) {
        refuse("--%s \"%s\": a whole number from %zu to %zu", command_line_option(option).name, text, least, most);
    }
    return number;
}

static double read_seconds(const command_line_t *line, int option, double otherwise)
{
    const char *text = line->value[option];
    double number = otherwise;

    if (NULL != text && !number_seconds(text, &number)) {
        refuse("--%s \"%s\": seconds, from 0 to less than 1e6", command_line_option(option).name, text);
    }
    return number;
}

static coll_rabred_collective_t read_collective(const command_line_t *line)
{
    int collective = 0;

    if (NULL == line->collective) {
        refuse("a collective and an algorithm are missing: %s; --help tells more", names_of_collectives().text);
    }
    while (collective < COLL_RABRED_COLLECTIVES
           && 0 != strcmp(line->collective, coll_rabred_collective_names[collective])) {
        collective++;
    }
    if (COLL_RABRED_COLLECTIVES == collective) {
        refuse("\"%s\" is no collective: %s", line->collective, names_of_collectives().text);
    }
    return (coll_rabred_collective_t) collective;
}

static int read_algorithm(const command_line_t *line, coll_rabred_collective_t collective)
{
    const char *name = line->algorithm;

    if (NULL == name) {
        refuse("an algorithm is missing: for %s %s", line->collective, names_of_algorithms(collective, NAMES_ALL).text);
    }
    for (int i = 0; NULL != coll_rabred_algorithms[i].name; i++) {
        if (0 == strcmp(name, coll_rabred_algorithms[i].name)
            && coll_rabred_serves(&coll_rabred_algorithms[i], collective)) {
            return i;
        }
    }
    refuse("\"%s\" is no algorithm for %s: %s", name, line->collective, names_of_algorithms(collective, NAMES_ALL).text);
}

static int read_processes(const command_line_t *line, int algorithm)
{
    if (NULL == line->value[OPTION_NP]) {
        refuse("--np is missing: the number of processes, from 1 to %d", REQUEST_MOST_PROCESSES);
    }
    int processes = (int) read_whole(line, OPTION_NP, 1, REQUEST_MOST_PROCESSES, 1);
    if (!coll_rabred_admits(&coll_rabred_algorithms[algorithm], processes)) {
        refuse("--np %d: %s needs a power of two", processes, coll_rabred_algorithms[algorithm].name);
    }
    return processes;
}

static void read_argument(const command_line_t *line, int argument, coll_rabred_problem_t *problem)
{
    const coll_rabred_algorithm_t *algorithm = &coll_rabred_algorithms[problem->algorithm];
    const coll_rabred_argument_t *known = &coll_rabred_arguments[argument];

    if (NULL != line->value[OPTION_ARGUMENT + argument] && !coll_rabred_takes(algorithm, problem->collective, argument)) {
        refuse("--%s: %s takes none for %s; those that do: %s", known->name, algorithm->name, line->collective,
               names_of_algorithms(problem->collective, argument).text);
    }
    /* of blocks nothing is known but 0 */
    problem->argument[argument] = read_whole(line, OPTION_ARGUMENT + argument, known->least, known->most,
                                             known->bytes ? 0 : known->otherwise);
}

static void read_blocks(const command_line_t *line, request_t *request)
{
    coll_rabred_problem_t *problem = &request->problem;
    const char *counts = line->value[OPTION_COUNTS];

    problem->blocks = (coll_rabred_blocks_t) read_whole(line, OPTION_BLOCKS, 1, REQUEST_MOST_BLOCKS, 0);
    if (COLL_RABRED_REDUCE_SCATTER_BLOCK == problem->collective && 0 != problem->blocks % (unsigned) problem->processes) {
        refuse("--blocks %zu: for %s a multiple of --np %d", (size_t) problem->blocks, line->collective, problem->processes);
    }
    if (NULL == counts) {
        return;
    }
    if (COLL_RABRED_REDUCE_SCATTER != problem->collective) {
        refuse("--counts: %s takes none, reduce_scatter does", line->collective);
    }
    problem->starts = request->starts = lists_read_counts(counts, problem);
    coll_rabred_blocks_t sum = problem->starts[problem->processes];
    if (NULL != line->value[OPTION_BLOCKS] && problem->blocks != sum) {
        refuse("--blocks %s: the sum of --counts is %zu; one of the two is enough", line->value[OPTION_BLOCKS], (size_t) sum);
    }
    problem->blocks = sum;
}

static const output_t *read_output(const command_line_t *line)
{
    const char *name = line->value[OPTION_FORMAT];
    const output_t *output = outputs;

    while (NULL != name && NULL != output->name && 0 != strcmp(name, output->name)) {
        output++;
    }
    if (NULL == output->name) {
        refuse("--format \"%s\": one of %s", name, names_of_outputs().text);
    }
    if (NULL == line->value[OPTION_COST]) {
        return output;
    }
    if (output != outputs) {
        refuse("--cost is printed as %s: leave out --format %s", outputs[0].name, name);
    }
    if (NULL != line->value[OPTION_RANK]) {
        refuse("--cost is of all processes: leave out --rank %s", line->value[OPTION_RANK]);
    }
    return &output_cost;
}

static void read_model(const command_line_t *line, request_t *request)
{
    const char *bytes = line->value[OPTION_BYTES];

    for (int option = OPTION_ALPHA; option <= OPTION_BYTES; option++) {
        if (NULL != line->value[option] && !request->output->timed) {
            refuse("--%s is for --cost and for --format goal and svg", command_line_option(option).name);
        }
        request->timed = request->timed || NULL != line->value[option];
    }
    request->seconds.alpha = read_seconds(line, OPTION_ALPHA, 1e-6);
    request->seconds.beta = read_seconds(line, OPTION_BETA, 1e-9);
    request->seconds.gamma = read_seconds(line, OPTION_GAMMA, 1e-10);
    if (NULL != bytes && (!number_size(bytes, &request->bytes) || 0 == request->bytes)) {
        refuse("--bytes \"%s\": a whole number from 1, with k, m or g behind it if need be", bytes);
    }
}

request_t request_read(const command_line_t *line)
{
    request_t request = {.output = read_output(line)};
    coll_rabred_problem_t *problem = &request.problem;

    problem->collective = read_collective(line);
    problem->algorithm = read_algorithm(line, problem->collective);
    problem->processes = read_processes(line, problem->algorithm);
    size_t last = (size_t) problem->processes - 1;
    if (NULL != line->value[OPTION_ROOT] && COLL_RABRED_REDUCE != problem->collective) {
        refuse("--root: %s has none, reduce has", line->collective);
    }
    problem->root = (int) read_whole(line, OPTION_ROOT, 0, last, 0);
    request.only = NULL == line->value[OPTION_RANK] ? -1 : (int) read_whole(line, OPTION_RANK, 0, last, 0);
    problem->in_place = NULL != line->value[OPTION_IN_PLACE];
    for (int i = 0; i < COLL_RABRED_ARGUMENTS; i++) {
        read_argument(line, i, problem);
    }
    read_blocks(line, &request);
    problem->nodes = request.nodes = lists_read_nodes(line, problem);
    read_model(line, &request);
    return request;
}

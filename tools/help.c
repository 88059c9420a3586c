/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "help.h"

#include "command_line.h"
#include "names.h"
#include "promises.h"

#ifndef RABRED_VERSION
#define RABRED_VERSION "(of no release)"
#endif

void version_print(FILE *stream)
{
    fprintf(stream, "rabred_schedule %s\n", RABRED_VERSION);
}

void help_print(FILE *stream)
{
    fprintf(stream,
            "usage: rabred_schedule COLLECTIVE ALGORITHM --np P [OPTION...]\n"
            "       rabred_schedule --list | --help | --version\n"
            "\n"
            "Shows what every process does in a collective reduction, or what that costs. No MPI is needed.\n"
            "COLLECTIVE is one of %s.\n"
            "\n", names_of_collectives().text);
    for (int i = 0; i < OPTIONS; i++) {
        option_t option = command_line_option(i);
        char text[64];
        snprintf(text, sizeof(text), "--%s%s%s", option.name, NULL == option.value ? "" : " ",
                 NULL == option.value ? "" : option.value);
        fprintf(stream, "  %-20s %s\n", text, option.summary);
    }
    fputs("\nExit status: 0; 1 if the output cannot be written; 2 for a call that is none, told in one line.\n", stream);
}

static void list_algorithm(FILE *stream, const coll_rabred_algorithm_t *algorithm)
{
    fprintf(stream, "%s: %s\n    collectives:", algorithm->name, algorithm->summary);
    for (int collective = 0; collective < COLL_RABRED_COLLECTIVES; collective++) {
        if (coll_rabred_serves(algorithm, (coll_rabred_collective_t) collective)) {
            fprintf(stream, " %s", coll_rabred_collective_names[collective]);
        }
    }
    fputs("\n    promises: ", stream);
    promises_print(stream, algorithm->promises, algorithm->needs, "", " ");
    fprintf(stream, "\n    processes: %s\n", algorithm->needs & COLL_RABRED_POWER_OF_TWO ? "a power of two" : "any number");
    if (algorithm->needs & COLL_RABRED_NODES) {
        fputs("    nodes: as --nodes or --node-map say; ordered only where the ranks of each node are adjacent\n", stream);
    }
    if (0 != algorithm->arguments) {
        fputs("    arguments:", stream);
        for (int i = 0; i < COLL_RABRED_ARGUMENTS; i++) {
            if (algorithm->arguments & 1u << i) {
                fprintf(stream, " %s", coll_rabred_arguments[i].name);
            }
        }
        fputc('\n', stream);
    }
    fputc('\n', stream);
}

void list_print(FILE *stream)
{
    for (const coll_rabred_algorithm_t *algorithm = coll_rabred_algorithms; NULL != algorithm->name; algorithm++) {
        list_algorithm(stream, algorithm);
    }
    for (int i = 0; i < COLL_RABRED_ARGUMENTS; i++) {
        const coll_rabred_argument_t *argument = &coll_rabred_arguments[i];
        fprintf(stream, "argument %s: %s%s%s\n", argument->name, argument->summary,
                argument->bytes ? ", in blocks" : "",
                argument->scatters ? " (reduce_scatter and reduce_scatter_block only)" : "");
    }
}

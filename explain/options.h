/*
 * What rabred_explain is asked.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_EXPLAIN_OPTIONS_H
#define RABRED_EXPLAIN_OPTIONS_H

#include "../coll_rabred/choose/planner.h"

#include <stdio.h>

typedef struct {
    const char *answer;              /* to --help or --version, which ask nothing else; or NULL */
    coll_rabred_model_t model;
    coll_rabred_wish_t wish;
    const char *operators;           /* as the user named them */
    const char *parameters;          /* name of a file; NULL: the built-in numbers */
    const char *map;                 /* name of a picture to draw; NULL: none */
    int ranks_per_node;              /* adjacent ones; 1: model.nodes is NULL */
    bool tcp;                        /* carries messages between nodes, in packets */
    unsigned long long cut_limit;    /* bytes: of the longest message that does so travel */
    bool built_in;                   /* the file sets none of the numbers that count */
    bool all;                        /* every candidate, not each algorithm's fastest alone */
} options_t;

/* Ends the program, where what is asked is no question. */
options_t options_read(int argc, char *const *argv);

/* The class, and whose numbers count: the file's, where it has any for the class beside the built-in ones. */
void options_print_numbers(FILE *stream, const options_t *options);

/* Ends the program with status 2 and this line to stderr. */
_Noreturn void options_refuse(const char *format, ...);

#endif

/*
 * The command line of rabred_explain, a word a line: what it does not refuse is a question that the model can answer.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "target.h"

#include "../../explain/options.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 64 };

static jmp_buf ended;
static bool reading;
static int end_status;

_Noreturn void __real_exit(int status);
_Noreturn void __wrap_exit(int status);

/* The command refuses, and answers --help and --version, by ending. */
_Noreturn void __wrap_exit(int status)
{
    if (reading) {
        end_status = status;
        longjmp(ended, 1);
    }
    __real_exit(status);
}

static bool has(char *const *words, int count, const char *word)
{
    while (count > 1 && 0 != strcmp(words[count - 1], word)) {
        count--;
    }
    return count > 1;
}

static void check(const options_t *options)
{
    const coll_rabred_model_t *model = &options->model;
    const coll_rabred_wish_t *wish = &options->wish;

    must(model->processes >= 2 && wish->elements >= 1 && wish->element >= 1, "nothing to reduce, or nobody");
    must(wish->collective >= 0 && wish->collective < COLL_RABRED_COLLECTIVES && NULL != options->operators, "no such call");
    must((NULL != model->nodes) == (options->ranks_per_node > 1) && options->ranks_per_node < model->processes, "nodes");
    must(!options->tcp || COLL_RABRED_NETWORK == model->class, "TCP within a node");
}

void target(const char *text, size_t length)
{
    static char copy[4096];
    char *words[WORDS] = {"rabred_explain"};

    if (length >= sizeof(copy)) {
        return;
    }
    memcpy(copy, text, length + 1);
    const int count = split_lines(copy, words, WORDS);
    reading = true;
    if (0 == setjmp(ended)) {
        options_t options = options_read(count, words);
        check(&options);
        coll_rabred_nodes_free((coll_rabred_nodes_t *) options.model.nodes);
    } else {
        must(2 == end_status || (0 == end_status && (has(words, count, "--help") || has(words, count, "--version"))), "ended with another status");
    }
    reading = false;
}

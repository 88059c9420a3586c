/*
 * The command line of rabred_explain, a word a line: what it does not refuse is a question that the model can answer.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "target.h"

#include "../../explain/options.h"
#include "command.h"

#include <stdbool.h>
#include <string.h>

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

static void read_words(int count, char **words)
{
    options_t options = options_read(count, words);
    if (NULL != options.answer) {
        must(has(words, count, "--help") || has(words, count, "--version"), "answers what was not asked");
        return;
    }
    check(&options);
    coll_rabred_nodes_free((coll_rabred_nodes_t *) options.model.nodes);
}

void target(const char *text, size_t length)
{
    const int status = command_run("rabred_explain", text, length, read_words);

    must(COMMAND_WENT_ON == status || 2 == status, "ended with another status");
}

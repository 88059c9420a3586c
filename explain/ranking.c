/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "ranking.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const options_t *options;
    coll_rabred_finalists_t finalists;
    size_t number, room;
    coll_rabred_candidate_t *candidate;
} ranking_t;

static bool same(const coll_rabred_candidate_t *a, const coll_rabred_candidate_t *b)
{
    return a->algorithm == b->algorithm && 0 == memcmp(a->argument, b->argument, sizeof(a->argument));
}

/* Stands among the finalists, or, unless all are asked for, its algorithm does. */
static bool is_ranked(const ranking_t *ranking, const coll_rabred_candidate_t *candidate)
{
    bool ranked = false;

    for (size_t i = 0; i < ranking->finalists.number && !ranked; i++) {
        const coll_rabred_candidate_t *finalist = &ranking->finalists.candidate[i];
        ranked = ranking->options->all ? same(finalist, candidate) : finalist->algorithm == candidate->algorithm;
    }
    return ranked;
}

/* Of one algorithm only the fastest, unless all are asked for. */
static void collect(void *context, const coll_rabred_candidate_t *candidate)
{
    ranking_t *ranking = context;
    coll_rabred_candidate_t *last = ranking->number > 0 ? &ranking->candidate[ranking->number - 1] : NULL;

    if (is_ranked(ranking, candidate)) {
        return;
    }
    if (!ranking->options->all && NULL != last && last->algorithm == candidate->algorithm) {
        *last = coll_rabred_comes_before(candidate, last) ? *candidate : *last;
        return;
    }
    if (ranking->number == ranking->room) {
        ranking->room = 2 * ranking->room + 64;
        ranking->candidate = realloc(ranking->candidate, ranking->room * sizeof(*ranking->candidate));
        if (NULL == ranking->candidate) {
            options_refuse("out of memory");
        }
    }
    ranking->candidate[ranking->number++] = *candidate;
}

/* The fastest first; of equals the first in the table's order, as the planner takes them. */
static int compare(const void *left, const void *right)
{
    return coll_rabred_comes_before(left, right) ? -1 : coll_rabred_comes_before(right, left);
}

static void print_question(FILE *stream, const options_t *options)
{
    const coll_rabred_wish_t *wish = &options->wish;
    coll_rabred_machine_t machine = options->model.machine[options->model.class];

    fprintf(stream, "%s of %zu bytes (%zu elements) by %d processes, ", coll_rabred_collective_names[wish->collective],
            wish->elements * wish->element, wish->elements, options->model.processes);
    if (NULL != options->model.nodes) {
        fprintf(stream, "%d a node, ", options->ranks_per_node);
    }
    if (options->model.turns.processors > 0) {
        fprintf(stream, "%zu processors, ", options->model.turns.processors);
    }
    fprintf(stream, "%s operator\n", options->operators);
    options_print_numbers(stream, options);
    fputs(":", stream);
    for (const coll_rabred_machine_parameter_t *p = coll_rabred_machine_parameters; NULL != p->name; p++) {
        fprintf(stream, " %s %llu", p->name, *coll_rabred_machine_value(&machine, p));
    }
    if (options->model.turns.processors > 0) {
        fprintf(stream, " turn %llu", options->model.turns.turn);
    }
    fprintf(stream, "\n%5s %14s  %s\n", "rank", "predicted_us", "algorithm");
}

static void print_misfits(FILE *stream, const options_t *options)
{
    for (int i = 0; NULL != coll_rabred_algorithms[i].name; i++) {
        const char *misfit = coll_rabred_misfit(&coll_rabred_algorithms[i], options->model.processes, options->wish.traits,
                                                options->wish.promises);
        if (coll_rabred_serves(&coll_rabred_algorithms[i], options->wish.collective) && NULL != misfit) {
            fprintf(stream, "    - %14s  %s: %s\n", "", coll_rabred_algorithms[i].name, misfit);
        }
    }
}

static void print_candidate(FILE *stream, const options_t *options, const coll_rabred_candidate_t *candidate, size_t rank)
{
    char text[128];

    coll_rabred_candidate_text(&options->model, &options->wish, candidate, text, sizeof(text));
    fprintf(stream, "%5zu %14.3f  %s\n", rank, (double) candidate->picoseconds * 1e-6, text);
}

/* Of one algorithm only the fastest, unless all are asked for. How many these are. */
static size_t print_finalists(FILE *stream, const ranking_t *ranking)
{
    const coll_rabred_finalists_t *finalists = &ranking->finalists;
    size_t printed = 0, played = 0;

    for (size_t i = 0; i < finalists->number; i++) {
        bool shown = false;
        for (size_t k = 0; k < i && !ranking->options->all; k++) {
            shown = shown || finalists->candidate[k].algorithm == finalists->candidate[i].algorithm;
        }
        if (!shown) {
            print_candidate(stream, ranking->options, &finalists->candidate[i], ++printed);
        }
        played += finalists->candidate[i].played;
    }
    if (played > 0) {
        fprintf(stream, "    - these were played%s, of what follows formulas tell the time\n",
                played < finalists->number ? ", but for one that is too long for it" : "");
    }
    return printed;
}

void ranking_print(FILE *stream, const options_t *options)
{
    ranking_t ranking = {.options = options};

    if (!coll_rabred_find_finalists(&options->model, &options->wish, &ranking.finalists)) {
        options_refuse("out of memory");
    }
    const coll_rabred_model_t counted = coll_rabred_in_turns(&options->model, &options->wish);
    coll_rabred_candidates(&counted, &options->wish, collect, &ranking);
    if (ranking.number > 0) {   /* or there is no array */
        qsort(ranking.candidate, ranking.number, sizeof(*ranking.candidate), compare);
    }
    print_question(stream, options);
    const size_t printed = print_finalists(stream, &ranking);
    for (size_t i = 0; i < ranking.number; i++) {
        print_candidate(stream, options, &ranking.candidate[i], printed + i + 1);
    }
    print_misfits(stream, options);
    free(ranking.candidate);
}

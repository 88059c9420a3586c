/*
 * The planner's choice, played, beside the fastest of all candidates, played.
 */
#include "best.h"
#include "operators.h"
#include "played.h"

#include <string.h>

/* Sizes: 8 bytes to 16 MiB, each 8 times the last; or, of processes that share no nodes, twice and four times as much at every third number. */
enum { SIZES = 8 };

static bool between;

void best_take_lengths(bool others)
{
    between = others;
}

/* One size, class of machine and kind of operator. */
typedef struct {
    coll_rabred_model_t model;
    coll_rabred_wish_t wish;
    const char *operator;
    coll_rabred_candidate_t planned, fastest;
    double chosen, best;              /* picoseconds, as played; 0: none was */
} cell_t;

/* All of them, of one number of processes and one collective. */
typedef struct {
    cell_t *cell;
    size_t cells;
    best_t *result;
} grid_t;

static bool same(const coll_rabred_candidate_t *a, const coll_rabred_candidate_t *b)
{
    return a->algorithm == b->algorithm && 0 == memcmp(a->argument, b->argument, sizeof(a->argument));
}

/* What a candidate takes, and how near its formula comes where no block is empty. */
static double time_of(const cell_t *cell, const played_t *played, best_t *result)
{
    const coll_rabred_model_t *model = &cell->model;
    const double time = played_time(played, &model->machine[model->class], model->nodes, &model->machine[COLL_RABRED_NODE], cell->wish.elements,
                                    cell->wish.element);
    const double formula = (double) coll_rabred_time(&played->problem, model->nodes, model->machine, model->class, cell->wish.elements,
                                                     cell->wish.element);

    if (cell->wish.elements >= played->schedule[0]->problem.blocks) {
        result->formulas++;
        result->near += formula <= 1.25 * time && time <= 1.25 * formula;
    }
    return time;
}

/* `time`: what it takes, or 0 if that has not been played; it does not depend on the operator. */
static void play_in(cell_t *cell, const played_t *played, const coll_rabred_candidate_t *candidate, double *time, best_t *result)
{
    const size_t pieces = candidate->argument[COLL_RABRED_PIECES];

    if (pieces > cell->wish.elements || !coll_rabred_may_be_cut(&cell->model, &cell->wish, pieces)
        || NULL != coll_rabred_misfit(&coll_rabred_algorithms[candidate->algorithm], cell->model.processes, cell->wish.traits,
                                      cell->wish.promises)) {
        return;
    }
    *time = *time > 0 ? *time : time_of(cell, played, result);
    if (cell->best <= 0 || *time < cell->best) {
        cell->best = *time;
        cell->fastest = *candidate;
    }
    if (same(candidate, &cell->planned)) {
        cell->chosen = *time;
    }
}

/* Plays a candidate in all cells that it fits. */
static void play(void *context, const coll_rabred_candidate_t *candidate)
{
    const grid_t *grid = context;
    const coll_rabred_problem_t problem = coll_rabred_candidate_problem(&grid->cell->model, &grid->cell->wish, candidate);
    played_t played = played_build(&problem);
    double time = 0;
    for (size_t i = 0; i < grid->cells; i++) {
        time = 0 == i % OPERATORS ? 0 : time;
        play_in(&grid->cell[i], &played, candidate, &time, grid->result);
    }
    played_free(&played);
}

static void describe(const coll_rabred_candidate_t *c, char *text, size_t size)
{
    snprintf(text, size, "%s(%zu,%zu,%zu,%zu,%zu)", coll_rabred_algorithms[c->algorithm].name, c->argument[0], c->argument[1],
             c->argument[2], c->argument[3], c->argument[4]);
}

static void judge(best_t *result, const cell_t *cell, double bound)
{
    const double ratio = cell->chosen / cell->best;
    char chosen[128], fastest[128];

    result->cells++;
    result->worse += ratio > bound || cell->chosen <= 0;
    result->noticed += ratio > 1.05;
    if (ratio > result->worst) {
        result->worst = ratio;
        describe(&cell->planned, chosen, sizeof(chosen));
        describe(&cell->fastest, fastest, sizeof(fastest));
        snprintf(result->where, sizeof(result->where), "%s %s p %d %zu bytes, %s operator: %s predicted %.1f takes %.1f us, %s %.1f us",
                 coll_rabred_class_names[cell->model.class], coll_rabred_collective_names[cell->wish.collective], cell->model.processes,
                 cell->wish.elements * cell->wish.element, cell->operator, chosen, (double) cell->planned.picoseconds * 1e-6,
                 cell->chosen * 1e-6, fastest, cell->best * 1e-6);
    }
}

best_t best_compare(const coll_rabred_model_t *model, coll_rabred_collective_t collective, double bound)
{
    cell_t cell[SIZES * COLL_RABRED_CLASSES * OPERATORS];
    const size_t shift = between && NULL == model->nodes ? (size_t) model->processes % 3 : 0;
    best_t result = {0};
    grid_t grid = {.cell = cell, .result = &result};
    const unsigned known = NULL != model->nodes ? COLL_RABRED_NODES : 0;
    const size_t classes = NULL != model->nodes ? 1 : COLL_RABRED_CLASSES, cells = SIZES * classes * OPERATORS;
    const coll_rabred_wish_t all = {collective, COLL_RABRED_COMMUTATIVE | COLL_RABRED_EXACT | known, 0, (size_t) 1 << 40, 8};

    for (; grid.cells < cells; grid.cells++) {
        const size_t k = grid.cells % OPERATORS, class = grid.cells / OPERATORS % classes;
        const size_t size = grid.cells / OPERATORS / classes;
        cell_t *next = &cell[grid.cells];
        *next = (cell_t) {.model = *model, .operator = operators[k].name,
                          .wish = {collective, operators[k].traits | known, operators[k].promises, (size_t) 1 << (3 * size + shift), 8}};
        next->model.class = NULL != model->nodes ? COLL_RABRED_NETWORK : (coll_rabred_class_t) class;
        next->planned = coll_rabred_plan(&next->model, &next->wish);
    }
    coll_rabred_candidates(model, &all, play, &grid);
    for (size_t i = 0; i < grid.cells; i++) {
        judge(&result, &cell[i], bound);
    }
    return result;
}

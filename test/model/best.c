/*
 * The planner's choice, played, beside the fastest of all candidates, played.
 */
#include "best.h"
#include "played.h"

#include <string.h>

enum { MOST_SIZES = 32, OPERATORS = 4 };

/* Operators, and results that all follow one tree. */
static const struct { const char *name; unsigned traits, promises; } operators[OPERATORS] = {
    {"ordered", 0, 0}, {"commutative", COLL_RABRED_COMMUTATIVE, 0}, {"exact", COLL_RABRED_COMMUTATIVE | COLL_RABRED_EXACT, 0},
    {"canonical", COLL_RABRED_COMMUTATIVE, COLL_RABRED_CANONICAL}
};

/* One number of processes and one collective, every size, class and operator. */
typedef struct {
    const coll_rabred_model_t *model;
    coll_rabred_collective_t collective;
    size_t sizes, bytes[MOST_SIZES];
    struct { coll_rabred_candidate_t planned; double chosen, best; coll_rabred_candidate_t fastest; } cell[MOST_SIZES][COLL_RABRED_CLASSES][OPERATORS];
} grid_t;

static coll_rabred_model_t model_in(const coll_rabred_model_t *model, int class)
{
    coll_rabred_model_t in = *model;

    in.class = (coll_rabred_class_t) class;
    return in;
}

static bool same(const coll_rabred_candidate_t *a, const coll_rabred_candidate_t *b)
{
    return a->algorithm == b->algorithm && 0 == memcmp(a->argument, b->argument, sizeof(a->argument));
}

/* Plays a candidate in all cells that it fits. */
static void play(void *context, const coll_rabred_candidate_t *candidate)
{
    grid_t *grid = context;
    coll_rabred_problem_t problem = {.collective = grid->collective, .algorithm = candidate->algorithm,
                                     .processes = grid->model->processes};

    memcpy(problem.argument, candidate->argument, sizeof(problem.argument));
    played_t played = played_build(&problem);
    for (size_t size = 0; size < grid->sizes; size++) {
        for (int class = 0; class < COLL_RABRED_CLASSES; class++) {
            const coll_rabred_model_t in = model_in(grid->model, class);
            const coll_rabred_wish_t wish = {.elements = grid->bytes[size] / 8, .element = 8};
            const size_t pieces = candidate->argument[COLL_RABRED_PIECES];
            double time = pieces > wish.elements || !coll_rabred_may_be_cut(&in, &wish, pieces)
                              ? -1 : played_time(&played, &grid->model->machine[class], grid->bytes[size] / 8, 8);
            for (int k = 0; k < OPERATORS && time >= 0; k++) {
                if (NULL == coll_rabred_misfit(&coll_rabred_algorithms[candidate->algorithm], problem.processes, operators[k].traits,
                                               operators[k].promises)) {
                    if (grid->cell[size][class][k].best <= 0 || time < grid->cell[size][class][k].best) {
                        grid->cell[size][class][k].best = time;
                        grid->cell[size][class][k].fastest = *candidate;
                    }
                    if (same(candidate, &grid->cell[size][class][k].planned)) {
                        grid->cell[size][class][k].chosen = time;
                    }
                }
            }
        }
    }
    played_free(&played);
}

static void describe(const coll_rabred_candidate_t *c, char *text, size_t size)
{
    snprintf(text, size, "%s(%zu,%zu,%zu,%zu,%zu)", coll_rabred_algorithms[c->algorithm].name, c->argument[0], c->argument[1],
             c->argument[2], c->argument[3], c->argument[4]);
}

best_t best_compare(const coll_rabred_model_t *model, coll_rabred_collective_t collective, double bound)
{
    grid_t grid = {.model = model, .collective = collective};
    best_t result = {0};
    const coll_rabred_wish_t all = {collective, COLL_RABRED_COMMUTATIVE | COLL_RABRED_EXACT, 0, (size_t) 1 << 40, 8};

    for (size_t bytes = 8; bytes <= (size_t) 64 << 20; bytes *= 8) {
        grid.bytes[grid.sizes++] = bytes;
    }
    for (size_t size = 0; size < grid.sizes; size++) {
        for (int class = 0; class < COLL_RABRED_CLASSES; class++) {
            for (int k = 0; k < OPERATORS; k++) {
                const coll_rabred_model_t in = model_in(model, class);
                const coll_rabred_wish_t wish = {collective, operators[k].traits, operators[k].promises, grid.bytes[size] / 8, 8};
                grid.cell[size][class][k].planned = coll_rabred_plan(&in, &wish);
            }
        }
    }
    coll_rabred_candidates(model, &all, play, &grid);
    for (size_t size = 0; size < grid.sizes; size++) {
        for (int class = 0; class < COLL_RABRED_CLASSES; class++) {
            for (int k = 0; k < OPERATORS; k++) {
                double ratio = grid.cell[size][class][k].chosen / grid.cell[size][class][k].best;
                result.cells++;
                result.worse += ratio > bound || grid.cell[size][class][k].chosen <= 0;
                if (ratio > result.worst) {
                    char chosen[128], fastest[128];
                    result.worst = ratio;
                    describe(&grid.cell[size][class][k].planned, chosen, sizeof(chosen));
                    describe(&grid.cell[size][class][k].fastest, fastest, sizeof(fastest));
                    snprintf(result.where, sizeof(result.where), "%s %s p %d %zu bytes, %s operator: %s predicted %.1f takes %.1f us, %s %.1f us",
                             coll_rabred_class_names[class], coll_rabred_collective_names[collective], model->processes, grid.bytes[size],
                             operators[k].name, chosen, (double) grid.cell[size][class][k].planned.picoseconds * 1e-6, grid.cell[size][class][k].chosen * 1e-6, fastest, grid.cell[size][class][k].best * 1e-6);
                }
            }
        }
    }
    return result;
}

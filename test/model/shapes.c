#include "shapes.h"
#include "played.h"

#include <stdio.h>
#include <string.h>

best_t shapes_compare(const coll_rabred_machine_t *machine, bool many, double bound)
{
    static const shape_t few[] = {
        {4, 2, 0}, {6, 2, 0}, {7, 3, 0}, {8, 4, 0}, {8, 2, 1}, {12, 4, 0}, {12, 3, 0}, {13, 4, 0}, {15, 3, 0}, {15, 5, 1}, {16, 4, 0},
        {16, 8, 0}, {20, 4, 0}, {24, 8, 0}, {0}
    };
    static const shape_t more[] = {{32, 8, 0}, {48, 12, 0}, {60, 16, 0}, {64, 8, 1}, {SHAPES_MANY, 20, 0}, {0}};
    best_t all = {.worst = 0};

    for (const shape_t *shape = many ? more : few; shape->processes > 0; shape++) {
        coll_rabred_model_t model = shape_model(shape, machine);
        for (int collective = 0; collective < COLL_RABRED_REDUCE_SCATTER_BLOCK; collective++) {
            best_t best = best_compare(&model, (coll_rabred_collective_t) collective, bound);
            best.cells += all.cells;
            best.worse += all.worse;
            best.noticed += all.noticed;
            best.formulas += all.formulas;
            best.near += all.near;
            if (best.worst < all.worst) {
                best.worst = all.worst;
                memcpy(best.where, all.where, sizeof(best.where));
            }
            all = best;
        }
        shape_free(&model);
    }
    return all;
}

/* What the formula says over what the schedules take. */
static double ratio_of(const coll_rabred_model_t *model, const coll_rabred_problem_t *problem, size_t elements)
{
    const coll_rabred_machine_t *machine = model->machine;
    played_t played = played_build(problem);
    double time = played_time(&played, &machine[COLL_RABRED_NETWORK], model->nodes, &machine[COLL_RABRED_NODE], elements, 8);

    played_free(&played);
    return (double) coll_rabred_time(problem, model->nodes, machine, COLL_RABRED_NETWORK, elements, 8) / time;
}

void shapes_knowing(const coll_rabred_machine_t *machine, double *least, double *most)
{
    static const shape_t shapes[] = {{6, 2, 0}, {12, 4, 0}, {15, 5, 1}, {16, 4, 0}, {24, 8, 0}};

    *least = 1e9;
    *most = 0;
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
        coll_rabred_model_t model = shape_model(&shapes[i], machine);
        coll_rabred_problem_t problem = {.processes = model.processes, .nodes = model.nodes};
        for (; NULL != coll_rabred_algorithms[problem.algorithm].name; problem.algorithm++) {
            const coll_rabred_algorithm_t *algorithm = &coll_rabred_algorithms[problem.algorithm];
            const size_t to = algorithm->needs & COLL_RABRED_NODES ? (size_t) 8 << 20 : 0;
            for (size_t elements = (size_t) 8 << 10; elements <= to; elements *= 8) {
                const double ratio = ratio_of(&model, &problem, elements);
                *least = ratio < *least ? ratio : *least;
                *most = ratio > *most ? ratio : *most;
            }
        }
        shape_free(&model);
    }
}

bool shapes_grow(char *error, size_t size)
{
    const shape_t shape = {16, 4, 0};
    const coll_rabred_machine_t slow[COLL_RABRED_CLASSES] = {[COLL_RABRED_NETWORK] = {.exchange = 100000000, .transfer = 100000000}};
    coll_rabred_model_t model = shape_model(&shape, slow);
    bool right = true;

    for (int i = 0; NULL != coll_rabred_algorithms[i].name; i++) {
        const bool knows = coll_rabred_algorithms[i].needs & COLL_RABRED_NODES;
        const coll_rabred_problem_t problem = {.algorithm = i, .processes = model.processes, .nodes = knows ? model.nodes : NULL};
        const size_t to = coll_rabred_serves(&coll_rabred_algorithms[i], problem.collective) ? SIZE_MAX / 16 : 0;
        uint64_t last = 0;
        for (size_t elements = 1 << 20; right && elements <= to; elements *= 2) {
            uint64_t time = coll_rabred_time(&problem, model.nodes, model.machine, COLL_RABRED_NETWORK, elements, 8);
            right = time >= last;
            last = time;
            snprintf(error, size, "%s of %zu elements: %llu ps", coll_rabred_algorithms[i].name, elements, (unsigned long long) time);
        }
        right = right && (0 == to || UINT64_MAX == last);
    }
    shape_free(&model);
    return right;
}

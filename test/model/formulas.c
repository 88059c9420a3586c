#include "formulas.h"
#include "played.h"

#include <stdio.h>
#include <string.h>

bool formulas_sample(int p)
{
    return p <= 24 || 0 == (p & (p - 1)) || 0 == ((p + 1) & p) || 0 == ((p - 1) & (p - 2)) || 0 == p % 13;
}

static void compare(formulas_t *result, const played_t *played, int class, size_t elements)
{
    const coll_rabred_problem_t *problem = &played->problem;
    const size_t *argument = problem->argument;
    double time = played_time(played, &coll_rabred_machine_defaults[class], NULL, &coll_rabred_machine_defaults[class], elements, 8);
    double formula = (double) coll_rabred_time(problem, NULL, coll_rabred_machine_defaults, (coll_rabred_class_t) class, elements, 8);
    double ratio = formula / time;
    char where[128];

    snprintf(where, sizeof(where), "p %d (%zu,%zu,%zu,%zu,%zu) %zu bytes, %s", problem->processes, argument[0], argument[1], argument[2],
             argument[3], argument[4], 8 * elements, coll_rabred_class_names[class]);
    result->cells++;
    result->within += ratio <= 1.05 && ratio >= 1 / 1.05;
    if (0 == result->most || ratio > result->most) {
        result->most = ratio;
        snprintf(result->at_most, sizeof(result->at_most), "%s", where);
    }
    if (0 == result->least || ratio < result->least) {
        result->least = ratio;
        snprintf(result->at_least, sizeof(result->at_least), "%s", where);
    }
}

static void compare_lengths(formulas_t *result, const coll_rabred_problem_t *problem)
{
    played_t played = played_build(problem);

    for (int class = 0; class < COLL_RABRED_CLASSES; class++) {
        for (size_t elements = 1; elements <= (size_t) 8 << 20; elements *= 8) {
            if (elements >= played.schedule[0]->problem.blocks) {
                compare(result, &played, class, elements);
            }
        }
    }
    played_free(&played);
}

/* Some values of an argument: never and always divided, and something between. */
static size_t value_of(int argument, int i)
{
    static const size_t values[COLL_RABRED_ARGUMENTS][4] = {
        [COLL_RABRED_THRESHOLD] = {0, SIZE_MAX, 3, 3}, [COLL_RABRED_PERMUTED] = {0, 1, 1, 1}, [COLL_RABRED_RADIX] = {0, 2, 3, 5},
        [COLL_RABRED_DOUBLING] = {0, 1, 1, 1}, [COLL_RABRED_PIECES] = {1, 4, 32, 128}
    };

    return values[argument][i];
}

static void compare_arguments(formulas_t *result, coll_rabred_problem_t *problem, int argument)
{
    const coll_rabred_algorithm_t *algorithm = &coll_rabred_algorithms[problem->algorithm];

    if (COLL_RABRED_ARGUMENTS == argument) {
        compare_lengths(result, problem);
        return;
    }
    bool taken = coll_rabred_takes(algorithm, problem->collective, argument);
    for (int i = 0; i < 4 && (taken || 0 == i); i++) {
        if (0 == i || value_of(argument, i) != value_of(argument, i - 1)) {
            problem->argument[argument] = taken ? value_of(argument, i) : 0;
            compare_arguments(result, problem, argument + 1);
        }
    }
}

void formulas_compare(formulas_t *result, int algorithm, coll_rabred_collective_t collective, int from, int to)
{
    coll_rabred_problem_t problem = {.collective = collective, .algorithm = algorithm};

    for (problem.processes = from; problem.processes <= to; problem.processes++) {
        if (formulas_sample(problem.processes) && coll_rabred_admits(&coll_rabred_algorithms[algorithm], problem.processes)) {
            compare_arguments(result, &problem, 0);
        }
    }
}

bool formulas_bounds(const char *file, const char *algorithm, const char *collective, int to, double bound[3])
{
    char line[256], name[64], of[64];
    int reach;
    FILE *stream = fopen(file, "r");
    bool found = false;

    while (NULL != stream && !found && NULL != fgets(line, sizeof(line), stream)) {
        found = 6 == sscanf(line, "%63[a-z_],%63[a-z_],%d,%lf,%lf,%lf", name, of, &reach, &bound[0], &bound[1], &bound[2])
                && 0 == strcmp(name, algorithm) && 0 == strcmp(of, collective) && reach == to;
    }
    if (NULL != stream) {
        fclose(stream);
    }
    return found;
}

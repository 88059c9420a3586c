/*
 * What the model promises: model BOUNDS.csv [--to P [--bounds | [--between | --every] [FILE.conf ...]]]. Every formula beside the schedules
 * played, as near as BOUNDS.csv states; then by the built-in numbers, or, in place of all this, by those of files of MCA parameters: the planner's
 * choice, played, beside the fastest of all candidates, played, also on nodes, and what others would run; calls that cost no more than what they
 * can be made of, and longer ones no less; and how long the planner takes. Choices are compared --between the lengths that are promised, too, or
 * by --every number of processes to 128 (perf/results/README.md). --bounds prints what BOUNDS.csv may say by this run.
 */
#include "best.h"
#include "consistency.h"
#include "formulas.h"
#include "planning.h"
#include "rivals.h"
#include "shapes.h"

#include "../check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The bounds to 24 are the loosest of runs to so many and fewer, so that each run sees what another would. */
static void check_formula(const char *file, int algorithm, coll_rabred_collective_t collective, int to, bool print)
{
    static const int reaches[] = {7, 12, 24, 256};   /* processes */
    const char *name = coll_rabred_algorithms[algorithm].name, *of = coll_rabred_collective_names[collective];
    formulas_t result = {0};
    double share = 100;
    int done = 1;

    for (size_t i = 0; i < sizeof(reaches) / sizeof(reaches[0]) && done < to && (done < 24 || reaches[i] <= to); i++) {
        const int reach = reaches[i] < 24 ? 24 : reaches[i], until = to < reaches[i] ? to : reaches[i];
        double bound[3];
        char text[512];
        formulas_compare(&result, algorithm, collective, done + 1, until);
        done = until;
        const double now = 100.0 * (double) result.within / (double) result.cells;
        share = reach > 24 || now < share ? now : share;
        if (print && (until == to || until >= 24)) {
            printf("%s,%s,%d,%.0f,%.2f,%.2f\n", name, of, reach, share - 0.5, result.least - 0.005, result.most + 0.005);
        }
        if (print) {
            continue;
        }
        bool found = formulas_bounds(file, name, of, reach, bound);
        snprintf(text, sizeof(text), "%s, up to %d processes: %.1f %% within 5 %%, formula over play %.3f (%s) to %.3f (%s)", of, until, share,
                 result.least, result.at_least, result.most, result.at_most);
        check(found && share >= bound[0] && result.least >= bound[1] && result.most <= bound[2], name, found ? text : "no bounds");
    }
}

static void check_formulas(const char *file, int to, bool print)
{
    if (print) {
        puts("algorithm,collective,to,percent_within_5_percent,least_formula_over_play,most");
    }
    for (int algorithm = 0; NULL != coll_rabred_algorithms[algorithm].name; algorithm++) {
        for (int collective = 0; collective < COLL_RABRED_REDUCE_SCATTER_BLOCK; collective++) {
            if (coll_rabred_serves(&coll_rabred_algorithms[algorithm], (coll_rabred_collective_t) collective)) {
                check_formula(file, algorithm, (coll_rabred_collective_t) collective, to, print);
            }
        }
    }
}

/* Numbers of a machine, and where they come from. */
typedef struct {
    const char *name;
    coll_rabred_machine_t machine[COLL_RABRED_CLASSES];
} numbers_t;

static coll_rabred_model_t model_of(const numbers_t *numbers, int processes)
{
    coll_rabred_model_t model = {.processes = processes};

    memcpy(model.machine, numbers->machine, sizeof(model.machine));
    return model;
}

static bool every;

/* For choices, to 128, every number or as for formulas; beyond, a few: all candidates of 1023 processes alone take five minutes. */
static bool is_chosen_for(int p)
{
    return p <= 128 ? every || formulas_sample(p) : 192 == p || 257 == p || 509 == p || 1023 == p;
}

/* Of so many choices all but one take at most 5 % more than the best, and none more than 15 %. */
static void check_choices(const numbers_t *numbers, int to, size_t one_of)
{
    size_t cells = 0, worse = 0;
    best_t worst = {.worst = 0};
    char text[640];

    for (int p = 2; p <= to; p++) {
        const coll_rabred_model_t model = model_of(numbers, p);
        for (int collective = 0; is_chosen_for(p) && collective < COLL_RABRED_REDUCE_SCATTER_BLOCK; collective++) {
            best_t best = best_compare(&model, (coll_rabred_collective_t) collective, 1.05);
            cells += best.cells;
            worse += best.worse;
            worst = best.worst > worst.worst ? best : worst;
        }
    }
    snprintf(text, sizeof(text), "%s: %zu of %zu take over 5 %% more than the best, at most %.3f times: %s", numbers->name, worse, cells,
             worst.worst, worst.where);
    printf("choices, %s\n", text);
    check(one_of * worse <= cells && worst.worst <= 1.15, "choices", text);
}

/* On nodes what processes of a node do to each other is an estimate only: of so many choices all but one take at most a tenth more than the best,
   and none more than so many times as long; of a hundred formulas so many come within a quarter of the play. */
static void check_shapes(const numbers_t *numbers, bool many, size_t one_of, double most, size_t near)
{
    const best_t best = shapes_compare(numbers->machine, many, 1.1);
    const char *where = many ? "many nodes" : "nodes";
    char text[640];

    snprintf(text, sizeof(text), "%s: %zu of %zu take over 10 %% more than the best, %zu over 5 %%, at most %.3f times: %s", numbers->name,
             best.worse, best.cells, best.noticed, best.worst, best.where);
    printf("choices on %s, %s\n", where, text);
    check(one_of * best.worse <= best.cells && best.worst <= most, "choices on nodes", text);
    snprintf(text, sizeof(text), "%s: %zu of %zu come within a quarter of the play", numbers->name, best.near, best.formulas);
    printf("formulas on %s, %s\n", where, text);
    check(100 * best.near >= near * best.formulas, "formulas on nodes", text);
}

/* (Of four choices one takes over a quarter more, and up to 4.4 times the best, where the model knows no nodes.) */
static void check_nodes(const numbers_t *numbers, int to)
{
    double least, most;
    char text[640];

    check_shapes(numbers, false, 400, 1.25, 85);
    if (to >= SHAPES_MANY) {
        check_shapes(numbers, true, 25, 1.35, 80);
    }
    shapes_knowing(numbers->machine, &least, &most);
    snprintf(text, sizeof(text), "%s: formula over play %.3f to %.3f", numbers->name, least, most);
    printf("algorithms that know the nodes, %s\n", text);
    check(least >= 0.85 && most <= 1.6, "algorithms that know the nodes", text);
    check(shapes_grow(text, sizeof(text)), "longer takes no less on nodes", text);
}

static void check_consistency(const numbers_t *numbers)
{
    char error[256];

    for (int p = 2; p <= 4096; p += p < 40 ? 1 : p / 3) {
        const coll_rabred_model_t model = model_of(numbers, p);
        check(consistency_is_right(&model, error, sizeof(error)), numbers->name, error);
    }
}

/* No choice takes longer than what others would run; but 4 % for reduce, where a chain of more pieces than a schedule may have would be faster.
   How far the choices for allreduce are from the lower bounds. */
static void check_rivals(const numbers_t *numbers)
{
    double sum = 0, worst = 0;
    size_t cells = 0;
    char where[256] = "";

    for (int p = 2; p <= 1024; p = p < 33 ? p + 1 : p + p / 3 + 1) {
        coll_rabred_model_t model = model_of(numbers, p);
        for (size_t bytes = 8; bytes <= (size_t) 64 << 20; bytes *= 2) {
            for (int cell = 0; cell < COLL_RABRED_REDUCE_SCATTER_BLOCK * COLL_RABRED_CLASSES; cell++) {
                const coll_rabred_wish_t wish = {(coll_rabred_collective_t) (cell / COLL_RABRED_CLASSES), COLL_RABRED_COMMUTATIVE, 0, bytes / 8, 8};
                model.class = (coll_rabred_class_t) (cell % COLL_RABRED_CLASSES);
                const coll_rabred_candidate_t plan = coll_rabred_plan(&model, &wish);
                const double time = (double) plan.picoseconds, more = COLL_RABRED_REDUCE == wish.collective ? 1.04 : 1.001;
                const double ratio = time / rivals_time(&model, wish.collective, bytes) / more;
                if (ratio > worst) {
                    worst = ratio;
                    snprintf(where, sizeof(where), "%s, %s, %d processes, %zu bytes, %s: %.3f times", numbers->name,
                             coll_rabred_collective_names[wish.collective], p, bytes, coll_rabred_class_names[model.class], ratio * more);
                }
                if (COLL_RABRED_NETWORK == model.class && COLL_RABRED_ALLREDUCE == wish.collective) {
                    sum += log(time / rivals_lower_bound(&model, bytes));
                    cells++;
                }
            }
        }
    }
    printf("%s: allreduce takes %.2f times the sum of the lower bounds, geometric mean of %zu choices\n", numbers->name, exp(sum / (double) cells), cells);
    check(worst <= 1, "others are faster", where);
}

static void tell_planner(const numbers_t *numbers, const shape_t *shape)
{
    double mean, most;

    planning_spread(shape, numbers->machine, &mean, &most);
    printf("planner: %d processes, %d a node, %.0f us in the mean, %.0f us at most\n", shape->processes, shape->members, mean * 1e6, most * 1e6);
}

static void check_all(const numbers_t *numbers, int to)
{
    check_choices(numbers, to, 800);
    check_nodes(numbers, to);
    check_consistency(numbers);
    check_rivals(numbers);
    for (int i = 0; i < PLANNING_SHAPES; i++) {
        tell_planner(numbers, &planning_shapes[i]);
    }
}

/* Of a network with slow processors, which send one message and receive one in twice the time of one. */
static void check_slow_processors(int to)
{
    numbers_t numbers = {.name = "slow processors"};

    memcpy(numbers.machine, coll_rabred_machine_defaults, sizeof(numbers.machine));
    numbers.machine[COLL_RABRED_NETWORK].gap = numbers.machine[COLL_RABRED_NETWORK].exchange_gap = 300000;
    check_all(&numbers, to);
}

/* Of machines whose messages leave more slowly than they travel. */
static void check_long_gaps(int to)
{
    numbers_t numbers = {.name = "gaps of two latencies"};

    memcpy(numbers.machine, coll_rabred_machine_defaults, sizeof(numbers.machine));
    for (int class = 0; class < COLL_RABRED_CLASSES; class++) {
        numbers.machine[class].gap = 2 * numbers.machine[class].latency;
    }
    check_choices(&numbers, to, 250);
}

/* Those of a file of MCA parameters. */
static void check_file(const char *name, int to)
{
    numbers_t numbers = {.name = name};
    FILE *file = fopen(name, "r");
    char error[256] = "it cannot be read";

    memcpy(numbers.machine, coll_rabred_machine_defaults, sizeof(numbers.machine));
    bool right = NULL != file && coll_rabred_machine_read(numbers.machine, NULL, file, error, sizeof(error));
    check(right, name, error);
    if (NULL != file) {
        fclose(file);
    }
    if (right) {
        check_all(&numbers, to);
    }
}

int main(int argc, char **argv)
{
    const bool tells = argc > 3 && 0 == strcmp(argv[2], "--to");
    const int to = tells ? (int) strtol(argv[3], NULL, 10) : 24;
    numbers_t built_in = {.name = "built-in numbers"};

    if (argc < 2 || to < 2) {
        fprintf(stderr, "usage: model BOUNDS.csv [--to P [--bounds | [--between | --every] [FILE.conf ...]]]\n");
        return 2;
    }
    const char *option = argc > 4 ? argv[4] : "";
    const bool print = 0 == strcmp(option, "--bounds"), between = 0 == strcmp(option, "--between");
    every = 0 == strcmp(option, "--every");
    best_take_lengths(between);
    const int first = 4 + (print || between || every);
    for (int i = first; i < argc; i++) {
        check_file(argv[i], to);
    }
    if (first < argc) {
        return check_end();
    }
    check_formulas(argv[1], to, print);
    if (print) {
        return 0;
    }
    memcpy(built_in.machine, coll_rabred_machine_defaults, sizeof(built_in.machine));
    check_all(&built_in, to);
    check_slow_processors(to > 24 ? 24 : to);
    check_long_gaps(to > 64 ? 64 : to);
    return check_end();
}

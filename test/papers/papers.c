/*
 * What the papers say of their algorithms, against the schedules played in the papers' model:
 * papers TABLE1.csv. Table 1 of Rabenseifner & Traeff 2004 for both eliminations and for rings, all p
 * and sizes, to 0.1 %; and the formulas of Rabenseifner 2004, 3.3 to 3.7, for powers of two.
 */
#include "../../coll_rabred/sched/table.h"
#include "../../tools/one_port.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int passed, failed;

static int algorithm_index(const char *name)
{
    int index = 0;

    while (0 != strcmp(name, coll_rabred_algorithms[index].name)) {
        index++;
    }
    return index;
}

/* Seconds for a vector that takes beta to send and gamma to reduce, where a message takes 1. */
static double play(coll_rabred_collective_t collective, const char *name, int p, bool whole, double beta, double gamma)
{
    coll_rabred_schedule_t **schedule = calloc((size_t) p, sizeof(schedule[0]));
    coll_rabred_problem_t problem = {.collective = collective, .algorithm = algorithm_index(name), .processes = p,
                                     .argument[COLL_RABRED_THRESHOLD] = whole ? SIZE_MAX : 0};

    for (problem.rank = 0; problem.rank < p; problem.rank++) {
        schedule[problem.rank] = coll_rabred_schedule_build(&problem);
    }
    double blocks = schedule[0]->problem.blocks;
    one_port_t model = {1, beta / blocks, gamma / blocks};
    double seconds = one_port_time(schedule, p, &model);
    for (int rank = 0; rank < p; rank++) {
        coll_rabred_schedule_free(schedule[rank]);
    }
    free(schedule);
    return seconds;
}

static void compare(const char *what, int p, const char *size, double played, double stated)
{
    if (fabs(played - stated) <= 0.001 * stated) {
        passed++;
    } else {
        failed++;
        printf("FAILED %s p %d %s: played %.4f, the paper has %.4f\n", what, p, size, played, stated);
    }
}

/* One line: p, size, ring whole, elimination whole, ring divided, elimination divided. */
static void check_line(const char *line)
{
    static const struct { const char *size; double beta, gamma; } sizes[] = {
        {"S", 0.1, 0.01}, {"M", 1, 0.1}, {"L", 10, 1}, {"XL", 100, 10}
    };
    char size[8];
    double ring[2], elimination[2];
    int p;

    if (6 != sscanf(line, "%d,%7[A-Z],%lf,%lf,%lf,%lf", &p, size, &ring[1], &elimination[1], &ring[0], &elimination[0])) {
        return;
    }
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        for (int whole = 0; whole < 2 && 0 == strcmp(size, sizes[i].size); whole++) {
            static const char *const eliminations[] = {"elimination_overlapping", "elimination_nonoverlapping"};
            for (int k = 0; k < 2; k++) {
                compare(eliminations[k], p, size, play(COLL_RABRED_ALLREDUCE, eliminations[k], p, whole, sizes[i].beta,
                                                       sizes[i].gamma), elimination[whole]);
            }
            /* No p of the table is a power of a smaller odd number: r = p. */
            compare("small_ring", p, size, play(COLL_RABRED_ALLREDUCE, "small_ring", p, whole, sizes[i].beta,
                                                sizes[i].gamma), ring[whole]);
        }
    }
}

/* Rabenseifner 2004, 3.3 to 3.7, p a power of two, with alpha = 1 in both directions. */
static void check_formulas(int p, double b, double g)
{
    double lg = log2(p), rest = 1 - 1.0 / p;
    coll_rabred_collective_t all = COLL_RABRED_ALLREDUCE, reduce = COLL_RABRED_REDUCE;

    compare("reduce binomial_tree", p, "", play(reduce, "binomial_tree", p, false, b, g), lg * (1 + b + g));
    compare("allreduce binomial_tree", p, "", play(all, "binomial_tree", p, false, b, g), lg * (2 + 2 * b + g));
    compare("allreduce recursive_doubling", p, "", play(all, "recursive_doubling", p, false, b, g), lg * (1 + b + g));
    compare("allreduce halving_doubling", p, "", play(all, "halving_doubling", p, false, b, g), 2 * lg + rest * (2 * b + g));
    compare("reduce halving_doubling", p, "", play(reduce, "halving_doubling", p, false, b, g), 2 * lg + rest * (2 * b + g));
    compare("allreduce binary_blocks", p, "", play(all, "binary_blocks", p, false, b, g), 2 * lg + rest * (2 * b + g));
    compare("allreduce ring", p, "", play(all, "ring", p, false, b, g), 2 * (p - 1) + rest * (2 * b + g));
    compare("reduce ring", p, "", play(reduce, "ring", p, false, b, g), 2 * (p - 1) + rest * (2 * b + g));
}

/* Vectors that the busiest process sends in segment dissemination, after doubling inside blocks or without. */
static void check_segments(int processes, size_t doubling, size_t stated)
{
    coll_rabred_problem_t problem = {.collective = COLL_RABRED_ALLREDUCE, .processes = processes,
                                     .argument[COLL_RABRED_DOUBLING] = doubling,
                                     .algorithm = algorithm_index("segment_dissemination")};
    size_t most = 0;

    for (problem.rank = 0; problem.rank < problem.processes; problem.rank++) {
        coll_rabred_schedule_t *schedule = coll_rabred_schedule_build(&problem);
        size_t sent = 0;
        for (size_t step = 0; step < schedule->steps; step++) {
            sent += COLL_RABRED_STEP_SEND == schedule->step[step].verb ? schedule->step[step].range.count : 0;
        }
        most = sent > most ? sent : most;
        coll_rabred_schedule_free(schedule);
    }
    compare("segment_dissemination, vectors sent", processes, "", (double) most, (double) stated);
}

/* S(p) and e + S(o) of sched/phase_segments.c. */
static void check_all_segments(void)
{
    static const struct { int processes; size_t sent; } pure[] = {
        {3, 2}, {5, 4}, {7, 6}, {9, 7}, {13, 10}, {15, 10}, {17, 11}, {33, 16}, {63, 21}, {65, 22}, {129, 29}, {200, 37},
        {1000, 61}, {1023, 55}, {1025, 56}
    }, doubled[] = {{2, 1}, {8, 3}, {12, 4}, {13, 10}, {40, 7}, {104, 13}, {1024, 10}};

    for (size_t i = 0; i < sizeof(pure) / sizeof(pure[0]); i++) {
        check_segments(pure[i].processes, 0, pure[i].sent);
    }
    for (size_t i = 0; i < sizeof(doubled) / sizeof(doubled[0]); i++) {
        check_segments(doubled[i].processes, 1, doubled[i].sent);
    }
}

int main(int argc, char **argv)
{
    char line[256];
    FILE *table = argc > 1 ? fopen(argv[1], "r") : NULL;

    if (NULL == table) {
        fprintf(stderr, "usage: papers TABLE1.csv\n");
        return 2;
    }
    while (NULL != fgets(line, sizeof(line), table)) {
        check_line(line);
    }
    fclose(table);
    for (int p = 2; p <= 256; p *= 2) {
        check_formulas(p, 0.1, 0.01);
        check_formulas(p, 10, 1);
    }
    check_all_segments();
    printf("%d passed, %d failed, 0 skipped\n", passed, failed);
    return 0 == failed && passed > 0 ? 0 : 1;
}

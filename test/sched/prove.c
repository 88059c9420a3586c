/*
 * Proves the schedules of every algorithm in the table, for every collective it serves, in place and
 * not, for all p up to a bound: prove [--from P] [--to P] [--costs] [--print].
 *
 * A case is one algorithm, collective and p. Up to 64 processes it is played with every root, and other
 * numbers of blocks and irregular ones with every threshold; every radix up to 32. Above that with a sample that differs
 * from p to p, above 128 in place or not. Algorithms that look at nodes are played on many kinds of them, and pipelines of
 * many pieces, with every root up to 16 processes.
 * --print shows the schedules, --costs what they cost. RABRED_PROVE_TO=1024 raises the bound.
 */
#include "case.h"
#include "factors.h"

#include <stdlib.h>
#include <string.h>

static int passed, failed;
static bool print_costs, print_schedules;

static void count_case(const case_t *c)
{
    if ('\0' == c->error[0]) {
        passed++;
    } else {
        failed++;
        printf("FAILED %s %s p %d %s\n", coll_rabred_collective_names[c->problem.collective], c->algorithm->name,
               c->problem.processes, c->error);
    }
}

/* One case; true if the bound on scratch was reached. */
static bool prove(const coll_rabred_algorithm_t *algorithm, coll_rabred_collective_t collective, int p)
{
    case_t c = {.algorithm = algorithm, .print_costs = print_costs, .print_schedules = print_schedules};

    c.problem = (coll_rabred_problem_t) {.collective = collective, .processes = p};
    c.problem.algorithm = (int) (algorithm - coll_rabred_algorithms);
    values_reset(p);
    prove_case(&c);
    count_case(&c);
    return c.bound_reached;
}

/* All p for one algorithm and collective; a bound on scratch that no p reaches is wrong, too. */
static void prove_range(const coll_rabred_algorithm_t *algorithm, coll_rabred_collective_t collective, int from, int to)
{
    bool reached = false;

    for (int p = from; p <= to; p++) {
        /* reduce_scatter_block has the schedules of reduce_scatter */
        bool new = COLL_RABRED_REDUCE_SCATTER_BLOCK != collective || p <= ALL_TO / 4;
        reached = (new && coll_rabred_admits(algorithm, p) && prove(algorithm, collective, p) && p > 1) || reached;
    }
    if (!reached && 1 == from && to >= 17) {
        case_t c = {.algorithm = algorithm, .problem = {.collective = collective, .processes = to}};
        wrong(&c, "no p needs the scratch that the table states");
        count_case(&c);
    }
}

static void prove_factors(int p)
{
    for (size_t most = 0; most <= COLL_RABRED_MOST_RADIX; most += 1 + (0 == most)) {
        if (factors_are_right(p, most)) {
            passed++;
        } else {
            failed++;
            printf("FAILED factors of %d, at most %zu\n", p, most);
        }
    }
}

static int number(const char *text)
{
    long value = strtol(text, NULL, 10);

    if (value < 1 || value > 100000) {
        fprintf(stderr, "prove: %s is no number of processes (1 to 100000)\n", text);
        exit(2);
    }
    return (int) value;
}

int main(int argc, char **argv)
{
    const char *bound = getenv("RABRED_PROVE_TO");
    int from = 1, to = NULL == bound ? 256 : number(bound);

    for (int i = 1; i < argc; i++) {
        if (0 == strcmp(argv[i], "--costs")) {
            print_costs = true;
        } else if (0 == strcmp(argv[i], "--print")) {
            print_schedules = true;
        } else if (i + 1 < argc && 0 == strcmp(argv[i], "--from")) {
            from = number(argv[++i]);
        } else if (i + 1 < argc && 0 == strcmp(argv[i], "--to")) {
            to = number(argv[++i]);
        } else {
            fprintf(stderr, "usage: prove [--from P] [--to P] [--costs] [--print]\n");
            return 2;
        }
    }
    for (int p = from < 2 ? 2 : from; p <= to; p++) {
        prove_factors(p);
    }
    for (const coll_rabred_algorithm_t *algorithm = coll_rabred_algorithms; NULL != algorithm->name; algorithm++) {
        for (int collective = 0; collective < COLL_RABRED_COLLECTIVES; collective++) {
            if (coll_rabred_serves(algorithm, (coll_rabred_collective_t) collective)) {
                prove_range(algorithm, (coll_rabred_collective_t) collective, from, to);
            }
        }
    }
    printf("%d passed, %d failed, 0 skipped\n", passed, failed);
    return 0 == failed ? 0 : 1;
}

/*
 * Proves the schedules of every algorithm in the table, for every collective it serves, in place and
 * not, for all p up to a bound: prove [--from P] [--to P] [--costs] [--print].
 *
 * A case is one algorithm, collective and p. Up to 64 processes it is played with every root, and other
 * numbers of blocks and irregular ones with every threshold; every radix up to 32. Above that with a sample that differs
 * from p to p. Algorithms that look at nodes are played on many kinds of them, with every root up to 16 processes.
 * --print shows the schedules, --costs what they cost. RABRED_PROVE_TO=1024 raises the bound.
 */
#include "case.h"
#include "factors.h"
#include "maps.h"

#include <stdlib.h>
#include <string.h>

enum { ALL_TO = 64 };

static int passed, failed;
static bool print_costs, print_schedules;

static bool takes(const case_t *c, int argument)
{
    return coll_rabred_takes(c->algorithm, c->problem.collective, argument);
}

static bool few(const case_t *c)
{
    return c->problem.processes <= ALL_TO;
}

/* Of many roots the first, the last, one in the middle and one that differs from p to p. */
static bool sampled(const case_t *c)
{
    int root = c->problem.root, p = c->problem.processes;

    return (few(c) && (NULL == c->problem.nodes || p <= ALL_TO / 4)) || root < 2 || p / 2 == root || p - 1 == root || 11 * p % 37 == root;
}

/* Roots, in place and not, at the costs that the table states. */
static void prove_roots(case_t *c)
{
    int roots = COLL_RABRED_REDUCE == c->problem.collective ? c->problem.processes : 1;

    for (int in_place = 0; in_place < 2; in_place++) {
        c->problem.in_place = in_place;
        c->worst = (coll_rabred_cost_t) {0};
        for (c->problem.root = 0; c->problem.root < roots; c->problem.root++) {
            if (sampled(c)) {
                prove_call(c);
            }
        }
        c->problem.root = 0;
        check_cost(c, (few(c) && NULL == c->problem.nodes) || 1 == roots);
    }
}

/* Ranges never divided. One block of the vector is enough, and less would be of no use to a ring of very many
   processes, with p buffers on each; where MPI says how many blocks there are, costs are for those. */
static void prove_whole(case_t *c)
{
    bool scatters = coll_rabred_scatters(c->problem.collective);

    c->problem.argument[COLL_RABRED_THRESHOLD] = SIZE_MAX;
    c->problem.blocks = !scatters || c->problem.processes > 128;
    if (0 == c->problem.blocks || !scatters) {
        prove_roots(c);
    } else {
        prove_call(c);
    }
    c->problem.blocks = 0;
    c->problem.argument[COLL_RABRED_THRESHOLD] = 0;
}

/* Numbers of blocks for every process that have little in common with each other. */
static coll_rabred_blocks_t irregular(size_t pattern, int rank)
{
    size_t r = (size_t) rank;

    switch (pattern) {
    case 0:
        return 0 == r ? 5 : 0;
    case 1:
        return (coll_rabred_blocks_t) ((r + 1) % 3);
    case 2:
        return 1 == r % 7 ? 9 : 0 == r;
    default:
        return (coll_rabred_blocks_t) ((r * r * 7 + r + 3) % 5);
    }
}

/* The blocks of variation i: for reduce_scatter every second one is irregular, with zeros. */
static void set_blocks(case_t *c, size_t i, coll_rabred_blocks_t *starts)
{
    const coll_rabred_blocks_t p = (coll_rabred_blocks_t) c->problem.processes, blocks[] = {1, 3, p - 1, 2 * p + 1};

    bool scatters = coll_rabred_scatters(c->problem.collective);
    /* Without parts all blocks are alike, and there may be as many vectors as processes on each. */
    bool alike = !few(c) && !scatters && 1 == c->algorithm->blocks(&c->problem);
    c->problem.blocks = blocks[i / 2 % (alike ? 2 : 4)];
    c->problem.starts = NULL;
    if (1 == i % 2 && scatters) {
        starts[0] = 0;
        for (int rank = 0; rank < c->problem.processes; rank++) {
            starts[rank + 1] = starts[rank] + irregular(i / 2 % 4, rank);
        }
        c->problem.blocks = starts[p];
        c->problem.starts = starts;
    }
}

/* Other numbers of blocks than the algorithm's own give the same results at costs that no table states. */
static void prove_variation(case_t *c, size_t i, size_t threshold)
{
    int p = c->problem.processes;
    coll_rabred_blocks_t *starts = malloc(((size_t) p + 1) * sizeof(*starts));

    if (NULL == starts) {
        abort();
    }
    set_blocks(c, i, starts);
    c->problem.argument[COLL_RABRED_THRESHOLD] = takes(c, COLL_RABRED_THRESHOLD) ? threshold : 0;
    c->problem.in_place = i / 8 % 2;
    c->problem.root = COLL_RABRED_REDUCE == c->problem.collective ? (int) (i * 7 % (size_t) p) : 0;
    if (c->problem.blocks > 0) {
        prove_call(c);
    }
    c->problem = (coll_rabred_problem_t) {.collective = c->problem.collective, .algorithm = c->problem.algorithm,
                                          .processes = p, .nodes = c->problem.nodes, .argument = {[COLL_RABRED_PERMUTED] = c->problem.argument[COLL_RABRED_PERMUTED],
                                                                     [COLL_RABRED_RADIX] = c->problem.argument[COLL_RABRED_RADIX],
                                                                     [COLL_RABRED_DOUBLING] = c->problem.argument[COLL_RABRED_DOUBLING]}};
    free(starts);
}

/* All combinations for few processes, else four. */
static void prove_variations(case_t *c)
{
    size_t p = (size_t) c->problem.processes, variations = 16;

    for (size_t threshold = 0; threshold < 2 * p; threshold = 0 == threshold ? 1 : 2 * threshold) {
        for (size_t i = 0; i < variations && few(c) && (0 == threshold || takes(c, COLL_RABRED_THRESHOLD)); i++) {
            prove_variation(c, i, threshold);
        }
    }
    for (size_t i = 0; i < 4 && !few(c); i++) {
        prove_variation(c, 5 * p + 3 * i, (size_t) 1 << (p + i) % 8);
    }
}

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

/* Roots and variations i, i+1, ..; a few, for what comes on top of all that was proved with other arguments. */
static void prove_few(case_t *c, size_t i)
{
    for (size_t permuted = 0; permuted <= takes(c, COLL_RABRED_PERMUTED); permuted++) {
        c->problem.argument[COLL_RABRED_PERMUTED] = permuted;
        prove_roots(c);
        for (size_t threshold = 0; threshold < 16; threshold = 0 == threshold ? 1 : 4 * threshold) {
            if (0 == threshold || takes(c, COLL_RABRED_THRESHOLD)) {
                prove_variation(c, i++, threshold);
            }
        }
        if (takes(c, COLL_RABRED_THRESHOLD)) {
            prove_whole(c);
        }
    }
    c->problem.argument[COLL_RABRED_PERMUTED] = 0;
}

/* Every radix up to half as many processes, then every fifth, for many one. */
static void prove_radices(case_t *c)
{
    size_t p = (size_t) c->problem.processes;

    for (size_t radix = 2; radix <= COLL_RABRED_MOST_RADIX; radix++) {
        if (2 * p <= ALL_TO || (few(c) && 0 == (p + radix) % 5) || radix == 2 + p % 15) {
            c->problem.argument[COLL_RABRED_RADIX] = radix;
            c->bracketing = UNDEFINED;   /* may be another one */
            prove_few(c, 7 * p + radix);
        }
    }
    c->problem.argument[COLL_RABRED_RADIX] = 0;
}

/* Pipelines, for very few processes of all numbers of pieces up to some, else of a few that differ from p to p. */
static void prove_pieces(case_t *c)
{
    size_t p = (size_t) c->problem.processes, most = p <= 12 ? 2 * p + 1 : 24, step = p <= 12 ? 1 : 3 + p % 5;

    for (size_t pieces = 2; pieces <= most; pieces += step) {
        c->problem.argument[COLL_RABRED_PIECES] = pieces;
        prove_roots(c);
    }
    c->problem.argument[COLL_RABRED_PIECES] = 0;
}

/* All ways to place the processes on nodes, with a few variations each, others from way to way. */
static void prove_nodes(case_t *c)
{
    coll_rabred_nodes_t *nodes;
    size_t p = (size_t) c->problem.processes;

    for (int way = 0; NULL != (nodes = map_nodes(c->problem.processes, way)); way++) {
        if (few(c) || 0 == ((size_t) way + p) % 5) {
            c->problem.nodes = nodes;
            c->bracketing = UNDEFINED;
            prove_roots(c);
            prove_whole(c);
            for (size_t i = 0; i < 4; i++) {
                prove_variation(c, 5 * (size_t) way + 7 * i + p, i * i);
            }
        }
        c->problem.nodes = NULL;
        coll_rabred_nodes_free(nodes);
    }
}

/* One case; true if the bound on scratch was reached. */
static bool prove(const coll_rabred_algorithm_t *algorithm, coll_rabred_collective_t collective, int p)
{
    case_t c = {.algorithm = algorithm, .print_costs = print_costs, .print_schedules = print_schedules};

    c.problem = (coll_rabred_problem_t) {.collective = collective, .processes = p};
    c.problem.algorithm = (int) (algorithm - coll_rabred_algorithms);
    values_reset(p);
    for (size_t permuted = 0; permuted <= takes(&c, COLL_RABRED_PERMUTED); permuted++) {
        c.problem.argument[COLL_RABRED_PERMUTED] = permuted;
        prove_roots(&c);
        prove_variations(&c);
        if (takes(&c, COLL_RABRED_THRESHOLD)) {
            prove_whole(&c);
        }
    }
    c.problem.argument[COLL_RABRED_PERMUTED] = 0;
    if (takes(&c, COLL_RABRED_RADIX)) {
        prove_radices(&c);
    }
    if (takes(&c, COLL_RABRED_DOUBLING)) {
        c.problem.argument[COLL_RABRED_DOUBLING] = 1;
        prove_few(&c, 5 * (size_t) p + 1);
    }
    if (takes(&c, COLL_RABRED_PIECES)) {
        prove_pieces(&c);
    }
    if (c.algorithm->needs & COLL_RABRED_NODES) {
        prove_nodes(&c);
    }
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
            if (NULL != coll_rabred_recipe(algorithm, (coll_rabred_collective_t) collective)[0]) {
                prove_range(algorithm, (coll_rabred_collective_t) collective, from, to);
            }
        }
    }
    printf("%d passed, %d failed, 0 skipped\n", passed, failed);
    return 0 == failed ? 0 : 1;
}

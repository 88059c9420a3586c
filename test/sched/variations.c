/*
 * What a case is played with: roots, in place and not, numbers of blocks, arguments and nodes.
 */
#include "case.h"
#include "maps.h"

#include <stdlib.h>

static bool takes(const case_t *c, int argument)
{
    return coll_rabred_takes(c->algorithm, c->problem.collective, argument);
}

static bool few(const case_t *c)
{
    return c->problem.processes <= ALL_TO;
}

static bool many(const case_t *c)
{
    return c->problem.processes > 2 * ALL_TO;
}

/* Every root; on nodes and with more pieces than the algorithm's own only of few processes. */
static bool all_roots(const case_t *c)
{
    return few(c) && ((NULL == c->problem.nodes && 0 == c->problem.argument[COLL_RABRED_PIECES]) || c->problem.processes <= ALL_TO / 4);
}

/* Of many roots the first, the last and one that differs from p to p, and, if they are not too many, the second and one in the middle. */
static bool sampled(const case_t *c)
{
    int root = c->problem.root, p = c->problem.processes;

    return all_roots(c) || 0 == root || p - 1 == root || 1 + 11 * p % 37 == root
           || (!many(c) && (1 == root || p / 2 == root));
}

/* Roots, in place and not, at the costs that the table states; of many processes in place or not, which differs from p to p. */
static void prove_roots(case_t *c)
{
    int roots = COLL_RABRED_REDUCE == c->problem.collective ? c->problem.processes : 1;

    for (int in_place = 0; in_place < 2; in_place++) {
        if (many(c) && in_place == c->problem.processes / 2 % 2) {
            continue;
        }
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
    c->problem.blocks = !scatters || many(c);
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

/* How many of what is only sampled. */
static size_t samples(const case_t *c)
{
    return many(c) ? 1 : 4;
}

/* All combinations for few processes, else a sample. */
static void prove_variations(case_t *c)
{
    size_t p = (size_t) c->problem.processes, variations = 16;

    for (size_t threshold = 0; threshold < 2 * p; threshold = 0 == threshold ? 1 : 2 * threshold) {
        for (size_t i = 0; i < variations && few(c) && (0 == threshold || takes(c, COLL_RABRED_THRESHOLD)); i++) {
            prove_variation(c, i, threshold);
        }
    }
    for (size_t i = 0; i < samples(c) && !few(c); i++) {
        prove_variation(c, 5 * p + 3 * i, (size_t) 1 << (p + i) % 8);
    }
}

/* Roots and variations i, i+1, ..; a few, for what comes on top of all that was proved with other arguments. */
static void prove_few(case_t *c, size_t i)
{
    for (size_t permuted = 0; permuted <= takes(c, COLL_RABRED_PERMUTED); permuted++) {
        c->problem.argument[COLL_RABRED_PERMUTED] = permuted;
        prove_roots(c);
        for (size_t threshold = 0; threshold < 4 * samples(c); threshold = 0 == threshold ? 1 : 4 * threshold) {
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
    c->problem.argument[COLL_RABRED_PIECES] = 50 + 3 * p;   /* many times what is in a window */
    prove_roots(c);
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
            for (size_t i = 0; i < samples(c); i++) {
                prove_variation(c, 5 * (size_t) way + 7 * i + p, i * i);
            }
        }
        c->problem.nodes = NULL;
        coll_rabred_nodes_free(nodes);
    }
}

/* A case, with all its variations. */
void prove_case(case_t *c)
{
    for (size_t permuted = 0; permuted <= takes(c, COLL_RABRED_PERMUTED); permuted++) {
        c->problem.argument[COLL_RABRED_PERMUTED] = permuted;
        prove_roots(c);
        prove_variations(c);
        if (takes(c, COLL_RABRED_THRESHOLD)) {
            prove_whole(c);
        }
    }
    c->problem.argument[COLL_RABRED_PERMUTED] = 0;
    if (takes(c, COLL_RABRED_RADIX)) {
        prove_radices(c);
    }
    if (takes(c, COLL_RABRED_DOUBLING)) {
        c->problem.argument[COLL_RABRED_DOUBLING] = 1;
        prove_few(c, 5 * (size_t) c->problem.processes + 1);
    }
    if (takes(c, COLL_RABRED_PIECES)) {
        prove_pieces(c);
    }
    if (c->algorithm->needs & COLL_RABRED_NODES) {
        prove_nodes(c);
    }
}

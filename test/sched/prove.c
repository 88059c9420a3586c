/*
 * Proves the schedules of every algorithm in the table, for every collective it serves, every root,
 * in place and not, for all p up to a bound: prove [--from P] [--to P]
 * [--costs] [--print].
 *
 * A case is one algorithm, collective and p; above 64 (algorithms with a threshold) or 128 processes
 * some roots only. --print shows the schedules of a single p. RABRED_PROVE_TO=1024 raises the bound.
 */
#include "player.h"

#include <stdlib.h>
#include <string.h>

static int passed, failed;
static bool print_costs, print_schedules;

/* What one algorithm does for one collective and p, over all roots. */
typedef struct {
    const coll_rabred_algorithm_t *algorithm;
    coll_rabred_problem_t problem;
    coll_rabred_cost_t worst;
    value_t bracketing;          /* of the first call; UNDEFINED before */
    bool bound_reached;          /* the scratch stated was needed, in place or not */
    char error[512];
} case_t;

static void wrong(case_t *c, const char *what)
{
    if ('\0' == c->error[0]) {
        snprintf(c->error, sizeof(c->error), "root %d threshold %zu%s: %s", c->problem.root, c->problem.argument[COLL_RABRED_THRESHOLD],
                 c->problem.in_place ? " in place" : "", what);
    }
}

static void check_result(case_t *c, const value_t *result, coll_rabred_blocks_t blocks)
{
    unsigned promises = c->algorithm->promises;
    value_t first = UNDEFINED;

    for (int rank = 0; rank < c->problem.processes; rank++) {
        coll_rabred_problem_t problem = c->problem;
        problem.rank = rank;
        problem.blocks = blocks;
        for (coll_rabred_blocks_t block = 0; block < blocks; block++) {
            value_t value = result[(size_t) rank * blocks + block];
            if (!out_exists(&problem, block)) {
                continue;
            }
            first = UNDEFINED == first ? value_shape(value) : first;
            if (!(promises & COLL_RABRED_ORDERED ? value_is_ordered_whole : value_is_whole)(value)) {
                wrong(c, "a result that does not hold every contribution once, in the order promised");
            }
            if (promises & COLL_RABRED_SAME && COLL_RABRED_ALLREDUCE == problem.collective && value != result[block]) {
                wrong(c, "processes end with different results");
            }
            if (promises & COLL_RABRED_ONE_BRACKETING && value_shape(value) != first) {
                wrong(c, "blocks with different bracketings");
            }
        }
    }
    c->bracketing = UNDEFINED == c->bracketing ? first : c->bracketing;
    if (promises & COLL_RABRED_CANONICAL && first != value_canonical()) {
        wrong(c, "not the canonical tree");
    }
    if (promises & COLL_RABRED_ONE_BRACKETING && first != c->bracketing) {
        wrong(c, "another bracketing than at root 0, not in place and with the smallest threshold");
    }
}

static void raise_to(size_t *worst, size_t cost)
{
    *worst = cost > *worst ? cost : *worst;
}

/* Plays one call. */
static void prove_call(case_t *c)
{
    int p = c->problem.processes;
    coll_rabred_schedule_t **schedule = calloc((size_t) p, sizeof(schedule[0]));
    played_t played;

    for (int rank = 0; rank < p; rank++) {
        coll_rabred_problem_t problem = c->problem;
        problem.rank = rank;
        /* In reduce only the root can be in place. */
        problem.in_place = c->problem.in_place && (COLL_RABRED_REDUCE != problem.collective || rank == problem.root);
        schedule[rank] = coll_rabred_schedule_build(&problem);
        if (NULL == schedule[rank]) {
            abort();
        }
        if (print_schedules) {
            coll_rabred_schedule_print(stdout, schedule[rank]);
        }
    }
    coll_rabred_blocks_t blocks = schedule[0]->problem.blocks;
    value_t *result = calloc((size_t) p * blocks + 1, sizeof(*result));
    if (play(schedule, p, result, &played)) {
        check_result(c, result, blocks);
    } else {
        wrong(c, played.error);
    }
    raise_to(&c->worst.rounds, played.cost.rounds);
    raise_to(&c->worst.sent, played.cost.sent);
    raise_to(&c->worst.reduced, played.cost.reduced);
    raise_to(&c->worst.copied, played.cost.copied);
    raise_to(&c->worst.three_address, played.cost.three_address);
    raise_to(&c->worst.scratch, played.cost.scratch);
    for (int rank = 0; rank < p; rank++) {
        coll_rabred_schedule_free(schedule[rank]);
    }
    free(schedule);
    free(result);
}

static void print_cost(const char *label, const coll_rabred_cost_t *cost)
{
    printf("  %s: rounds %zu sent %zu reduced %zu copied %zu three_address %zu scratch %zu",
           label, cost->rounds, cost->sent,
           cost->reduced, cost->copied, cost->three_address, cost->scratch);
}

static bool agrees(size_t played, size_t stated, bool at_most)
{
    return at_most ? played <= stated : played == stated;
}

/* All roots are played as far as that is feasible. */
static bool all_roots(const case_t *c)
{
    return c->problem.processes <= (c->algorithm->arguments & 1u << COLL_RABRED_THRESHOLD ? 64 : 128);
}

/* Everything as stated; scratch at most as stated. */
static bool costs_agree(const coll_rabred_cost_t *played, const coll_rabred_cost_t *stated)
{
    bool at_most = stated->at_most;

    return played->rounds == stated->rounds && agrees(played->sent, stated->sent, at_most)
           && agrees(played->reduced, stated->reduced, at_most) && agrees(played->copied, stated->copied, at_most)
           && agrees(played->three_address, stated->three_address, at_most) && played->scratch <= stated->scratch;
}

static void check_cost(case_t *c)
{
    coll_rabred_cost_t stated = {.copied = c->problem.in_place ? 0 : c->worst.copied};

    if (c->problem.processes > 1) {
        c->algorithm->cost(&c->problem, &stated);
    }
    stated.at_most = stated.at_most || !all_roots(c);   /* the costliest root may not have been played */
    bool agree = costs_agree(&c->worst, &stated);
    if (!agree) {
        wrong(c, "costs other than the table states (--costs shows both)");
    }
    /* within a tenth */
    c->bound_reached = c->bound_reached || 10 * c->worst.scratch >= 9 * stated.scratch;
    if (print_costs) {
        printf("%s %s p %d%s%s", coll_rabred_collective_names[c->problem.collective], c->algorithm->name,
               c->problem.processes, c->problem.argument[COLL_RABRED_THRESHOLD] > 0 ? " whole" : "", c->problem.in_place ? " in place" : "");
        print_cost("played", &c->worst);
        print_cost("stated", &stated);
        puts(agree ? "" : "  DIFFER");
    }
}

static bool sampled(const case_t *c)
{
    int root = c->problem.root, p = c->problem.processes;

    return all_roots(c) || root < 4 || root >= p - 2 || 0 == root % (p / 8);
}

/* Other numbers of blocks than the algorithm's own give the same results at costs that no table states. */
static void prove_other_blocks(case_t *c)
{
    const coll_rabred_blocks_t p = (coll_rabred_blocks_t) c->problem.processes, blocks[] = {0, 1, 3, p - 1, 2 * p + 1};

    for (size_t i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++) {
        c->problem.blocks = blocks[i];
        for (int in_place = 0; in_place < 2; in_place++) {
            c->problem.in_place = in_place;
            c->problem.root = COLL_RABRED_REDUCE == c->problem.collective ? (int) (i * 7 % p) : 0;
            prove_call(c);
        }
    }
    c->problem.blocks = 0;
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

/* One case; true if the bound on scratch was reached. */
/* All roots, in place and not, at the costs that the table states. */
static void prove_roots(case_t *c, int roots)
{
    for (int in_place = 0; in_place < 2; in_place++) {
        c->problem.in_place = in_place;
        c->worst = (coll_rabred_cost_t) {0};
        for (c->problem.root = 0; c->problem.root < roots; c->problem.root++) {
            if (sampled(c)) {
                prove_call(c);
            }
        }
        check_cost(c);
    }
}

static bool prove(const coll_rabred_algorithm_t *algorithm, coll_rabred_collective_t collective, int p)
{
    case_t c = {.algorithm = algorithm};
    int roots = COLL_RABRED_REDUCE == collective ? p : 1;

    c.problem = (coll_rabred_problem_t) {.collective = collective, .processes = p};
    c.problem.algorithm = (int) (algorithm - coll_rabred_algorithms);
    values_reset(p);
    prove_roots(&c, roots);
    prove_other_blocks(&c);
    if (algorithm->arguments & 1u << COLL_RABRED_THRESHOLD) {
        c.problem.argument[COLL_RABRED_THRESHOLD] = SIZE_MAX;
        /* Of undivided vectors one block is enough; where MPI says how many there are, the costs of a ring of very
           many processes are left out: it would take p buffers of p blocks on each. */
        c.problem.blocks = COLL_RABRED_ALLREDUCE == collective || COLL_RABRED_REDUCE == collective || p > 200;
        if (p <= 200 || COLL_RABRED_ALLREDUCE == collective || COLL_RABRED_REDUCE == collective) {
            prove_roots(&c, roots);
        } else {
            prove_call(&c);
        }
        for (c.problem.argument[COLL_RABRED_THRESHOLD] = 1; c.problem.argument[COLL_RABRED_THRESHOLD] < (size_t) p; c.problem.argument[COLL_RABRED_THRESHOLD] *= 2) {
            prove_other_blocks(&c);
        }
    }
    count_case(&c);
    return c.bound_reached;
}

/* All p for one algorithm and collective; a bound on scratch that no p reaches is wrong, too. */
static void prove_range(const coll_rabred_algorithm_t *algorithm, coll_rabred_collective_t collective, int from, int to)
{
    bool reached = false;

    for (int p = from; p <= to; p++) {
        reached = (coll_rabred_admits(algorithm, p) && prove(algorithm, collective, p) && p > 1) || reached;
    }
    if (!reached && 1 == from && to >= 17) {
        case_t c = {.algorithm = algorithm, .problem = {.collective = collective, .processes = to}};
        wrong(&c, "no p needs the scratch that the table states");
        count_case(&c);
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
    int from = 1, to = NULL == bound ? 128 : number(bound);

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

#include "case.h"

#include <stdlib.h>

void wrong(case_t *c, const char *what)
{
    const coll_rabred_nodes_t *nodes = c->problem.nodes;
    char map[96] = "";

    if (NULL != nodes) {
        snprintf(map, sizeof(map), "%d nodes of %d to %d%s ", nodes->nodes, nodes->smallest, nodes->largest,
                 nodes->adjacent ? "" : " mixed");
    }
    if ('\0' == c->error[0]) {
        snprintf(c->error, sizeof(c->error), "%sroot %d blocks %zu%s threshold %zu radix %zu%s%s: %s", map, c->problem.root,
                 (size_t) c->problem.blocks, NULL == c->problem.starts ? "" : " (irregular)",
                 c->problem.argument[COLL_RABRED_THRESHOLD], c->problem.argument[COLL_RABRED_RADIX],
                 0 == c->problem.argument[COLL_RABRED_PERMUTED] ? "" : " permuted",
                 c->problem.in_place ? " in place" : "", what);
    }
}

static void check_result(case_t *c, const value_t *result, coll_rabred_blocks_t blocks, unsigned promises)
{
    value_t first = UNDEFINED;

    for (int rank = 0; rank < c->problem.processes; rank++) {
        coll_rabred_problem_t problem = c->problem;
        problem.rank = rank;
        problem.blocks = blocks;
        coll_rabred_range_t there = out_range(&problem);
        for (coll_rabred_blocks_t block = 0; block < blocks; block++) {
            value_t value = result[(size_t) rank * blocks + block];
            if (block - there.first >= there.count) {
                continue;
            }
            first = UNDEFINED == first ? value_shape(value) : first;
            if (!(promises & COLL_RABRED_ORDERED ? value_is_ordered_whole : value_is_whole)(value)) {
                wrong(c, "a result that does not hold every contribution once, in the order promised");
            }
            if (promises & COLL_RABRED_SAME && !(c->algorithm->needs & COLL_RABRED_EXACT)
                && COLL_RABRED_ALLREDUCE == problem.collective && value != result[block]) {
                wrong(c, "processes end with different results");
            }
            if (promises & COLL_RABRED_ONE_BRACKETING && value_shape(value) != first) {
                wrong(c, "blocks with different bracketings");
            }
        }
    }
    c->bracketing = UNDEFINED == c->bracketing ? first : c->bracketing;
    if (UNDEFINED == first) {   /* no process has a block of the result */
        return;
    }
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

/* As it is run with an operator whose operands may change sides: what may land, does. */
static void let_land(coll_rabred_schedule_t *schedule)
{
    for (size_t i = 0; i < schedule->steps; i++) {
        coll_rabred_step_t *step = &schedule->step[i];
        if (step->flags & COLL_RABRED_LANDS) {
            step->left = step->right;
            step->right = step->into;
            step->flags &= (uint8_t) ~(COLL_RABRED_LANDS | COLL_RABRED_RECEIVED_LEFT);
        }
    }
}

/* Plays the schedules again, which are not good for more after that: still complete, and the same on all processes. */
static void prove_landed(case_t *c, coll_rabred_schedule_t **schedule, value_t *result)
{
    played_t played;

    for (int rank = 0; rank < c->problem.processes; rank++) {
        let_land(schedule[rank]);
    }
    if (play(schedule, c->problem.processes, result, &played)) {
        check_result(c, result, schedule[0]->problem.blocks, coll_rabred_promises(&c->problem) & COLL_RABRED_SAME);
    } else {
        wrong(c, played.error);
    }
}

void prove_call(case_t *c)
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
        if (c->print_schedules) {
            coll_rabred_schedule_print(stdout, schedule[rank]);
        }
    }
    coll_rabred_blocks_t blocks = schedule[0]->problem.blocks;
    value_t *result = calloc((size_t) p * blocks + 1, sizeof(*result));
    if (play(schedule, p, result, &played)) {
        check_result(c, result, blocks, coll_rabred_promises(&c->problem));
    } else {
        wrong(c, played.error);
    }
    if (p <= ALL_TO && '\0' == c->error[0]) {
        prove_landed(c, schedule, result);
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

/* Everything as stated; scratch at most as stated. */
static bool costs_agree(const coll_rabred_cost_t *played, const coll_rabred_cost_t *stated)
{
    bool at_most = stated->at_most;

    return agrees(played->rounds, stated->rounds, stated->rounds_at_most) && agrees(played->sent, stated->sent, at_most)
           && agrees(played->reduced, stated->reduced, at_most) && agrees(played->copied, stated->copied, at_most)
           && agrees(played->three_address, stated->three_address, at_most) && played->scratch <= stated->scratch;
}

void check_cost(case_t *c, bool all_roots)
{
    coll_rabred_cost_t stated = {.copied = c->problem.in_place ? 0 : c->worst.copied};

    if (c->problem.processes > 1) {
        c->algorithm->cost(&c->problem, &stated);
    }
    stated.at_most = stated.at_most || !all_roots;   /* the costliest root may not have been played */
    bool agree = costs_agree(&c->worst, &stated);
    if (!agree) {
        wrong(c, "costs other than the table states (--costs shows both)");
    }
    /* within a tenth */
    c->bound_reached = c->bound_reached || 10 * c->worst.scratch >= 9 * stated.scratch;
    if (c->print_costs) {
        printf("%s %s p %d%s%s", coll_rabred_collective_names[c->problem.collective], c->algorithm->name,
               c->problem.processes, c->problem.argument[COLL_RABRED_THRESHOLD] > 0 ? " whole" : "",
               c->problem.argument[COLL_RABRED_PERMUTED] > 0 ? " permuted" : "");
        if (c->problem.argument[COLL_RABRED_RADIX] > 0) {
            printf(" radix %zu", c->problem.argument[COLL_RABRED_RADIX]);
        }
        fputs(c->problem.in_place ? " in place" : "", stdout);
        print_cost("played", &c->worst);
        print_cost("stated", &stated);
        puts(agree ? "" : "  DIFFER");
    }
}

#include "nodes_test.h"
#include "processes.h"

#include "../../coll_rabred/sched/play.h"

#include <stdio.h>

/* A call by an algorithm, by a network that is so many times as slow, and whose processors need so long to send and receive at once. */
typedef struct {
    int processes, members;
    const char *algorithm;
    coll_rabred_collective_t collective;
    size_t elements, radix, pieces, permuted;
    uint64_t slower, exchange_gap;    /* picoseconds */
} call_t;

/* The formula's time in percent of that played; 0 if it cannot be played. */
static uint64_t percent_of(const call_t *call)
{
    coll_rabred_model_t model = processes_model(call->processes, call->members, COLL_RABRED_NETWORK);
    coll_rabred_problem_t problem = {.collective = call->collective, .algorithm = processes_algorithm(call->algorithm), .processes = call->processes,
                                     .argument = {[COLL_RABRED_RADIX] = call->radix, [COLL_RABRED_PIECES] = call->pieces,
                                                  [COLL_RABRED_PERMUTED] = call->permuted}};
    coll_rabred_machine_t *network = &model.machine[COLL_RABRED_NETWORK];
    uint64_t played = 0;

    network->exchange *= call->slower;
    network->transfer *= call->slower;
    network->exchange_gap = call->exchange_gap;
    problem.nodes = coll_rabred_algorithms[problem.algorithm].needs & COLL_RABRED_NODES ? model.nodes : NULL;
    const uint64_t formula = coll_rabred_time(&problem, model.nodes, model.machine, model.class, call->elements, 8);
    const bool right = coll_rabred_time_played(&problem, model.nodes, model.machine, model.class, call->elements, 8, 0, &played);
    processes_free(&model);
    return right && played > 0 ? 100 * formula / played : 0;
}

bool times_on_nodes_are_near(void)
{
    static const call_t calls[] = {
        /* who stays after a fold is in every second rank, or in each */
        {60, 16, "recursive_doubling", COLL_RABRED_ALLREDUCE, 1, 0, 0, 0, 1, 0},
        {60, 16, "recursive_doubling", COLL_RABRED_ALLREDUCE, 1 << 18, 0, 0, 0, 1, 0},
        {48, 12, "recursive_doubling", COLL_RABRED_ALLREDUCE, 1 << 20, 0, 0, 0, 4, 0},
        {24, 8, "recursive_doubling", COLL_RABRED_ALLREDUCE, 1, 0, 0, 0, 1, 0},
        {60, 16, "recursive_doubling", COLL_RABRED_REDUCE_SCATTER, 8, 0, 0, 0, 1, 0},
        {60, 16, "recursive_halving", COLL_RABRED_REDUCE_SCATTER, 8, 0, 0, 0, 1, 0},
        /* few send from a small block to a larger one; groups lie in the largest one */
        {96, 16, "binary_blocks", COLL_RABRED_REDUCE, 1 << 18, 0, 0, 0, 1, 0},
        {100, 20, "binary_blocks", COLL_RABRED_REDUCE, 1 << 15, 0, 0, 0, 1, 0},
        {24, 8, "binary_blocks", COLL_RABRED_REDUCE, 1 << 18, 0, 0, 0, 4, 0},
        /* groups that nodes divide at some places only */
        {60, 16, "direct_exchange", COLL_RABRED_REDUCE_SCATTER, 1 << 15, 2, 0, 1, 1, 0},
        /* a way round that leaves a node once */
        {48, 12, "segment_dissemination", COLL_RABRED_ALLREDUCE, 1, 0, 0, 0, 1, 0},
        {48, 12, "circulant", COLL_RABRED_REDUCE_SCATTER, 1, 0, 0, 0, 1, 0},
        /* one of each part of a circulant gives to the root */
        {100, 20, "circulant", COLL_RABRED_REDUCE, 1 << 12, 0, 0, 0, 1, 0},
        /* trees that fit nodes, and that do not */
        {96, 16, "pipelined_two_trees", COLL_RABRED_REDUCE, 1 << 21, 0, 48, 0, 4, 0},
        {100, 20, "pipelined_two_trees", COLL_RABRED_REDUCE, 1 << 21, 0, 48, 0, 4, 0},
        {112, 28, "pipelined_two_trees", COLL_RABRED_REDUCE, 1 << 21, 0, 48, 0, 4, 0},
        /* no edge passes the end of the last node */
        {22, 11, "pipelined_two_trees", COLL_RABRED_REDUCE, 1 << 21, 0, 48, 0, 1, 0},
        {21, 7, "pipelined_two_trees", COLL_RABRED_REDUCE, 1 << 21, 0, 48, 0, 1, 0},
        /* a way up a tree leaves a node once, then is on the next, and at most once a level */
        {22, 11, "binomial_tree", COLL_RABRED_REDUCE, 1, 0, 0, 0, 1, 0},
        {22, 11, "binomial_tree", COLL_RABRED_ALLREDUCE, 1, 4, 0, 0, 1, 0},
        {48, 12, "binomial_tree", COLL_RABRED_REDUCE, 1, 0, 0, 0, 1, 0},
        {18, 6, "binomial_tree", COLL_RABRED_REDUCE, 1, 8, 0, 0, 1, 0},
        {16, 8, "binomial_tree", COLL_RABRED_REDUCE, 1, 0, 0, 0, 1, 0},
        /* fewer elements than processes */
        {100, 20, "direct_lanes", COLL_RABRED_REDUCE, 1, 0, 0, 0, 1, 0},
        {100, 20, "ring", COLL_RABRED_REDUCE_SCATTER, 8, 0, 0, 0, 1, 0},
        {100, 20, "ring", COLL_RABRED_REDUCE, 8, 0, 0, 0, 1, 0},
        {24, 8, "small_ring", COLL_RABRED_REDUCE_SCATTER, 8, 0, 0, 1, 1, 0},
        {100, 20, "ordered_pairwise", COLL_RABRED_REDUCE_SCATTER, 8, 0, 0, 1, 1, 0},
        {32, 2, "direct_exchange", COLL_RABRED_REDUCE_SCATTER, 2, 8, 0, 0, 1, 2000000}
    };
    bool near = true;

    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        const uint64_t percent = percent_of(&calls[i]);
        if (percent < 85 || percent > 125) {
            printf("%s, %s of %zu elements, %d processes, %d a node: the formula tells %d %% of what it takes\n", calls[i].algorithm,
                   coll_rabred_collective_names[calls[i].collective], calls[i].elements, calls[i].processes, calls[i].members, (int) percent);
            near = false;
        }
    }
    return near;
}

bool pieces_of_both_kinds_are_played(void)
{
    coll_rabred_model_t model = processes_model(4, 2, COLL_RABRED_NETWORK);
    const size_t bytes = (size_t) 16 << 20, eager = model.machine[COLL_RABRED_NETWORK].eager;
    const coll_rabred_wish_t wish = {COLL_RABRED_REDUCE, COLL_RABRED_NODES, 0, bytes / 8, 8};
    coll_rabred_finalists_t finalists;
    bool at_once = false, announced = false;

    const bool right = coll_rabred_find_finalists(&model, &wish, &finalists);
    for (size_t i = 0; right && i < finalists.number; i++) {
        const size_t pieces = finalists.candidate[i].argument[COLL_RABRED_PIECES];
        at_once = at_once || (pieces > 1 && bytes / pieces <= eager);
        announced = announced || (pieces > 1 && bytes / pieces > eager);
    }
    processes_free(&model);
    return right && at_once && announced;
}

bool few_on_nodes_are_played_longer(void)
{
    coll_rabred_model_t model = processes_model(8, 4, COLL_RABRED_NETWORK);
    const int direct = processes_algorithm("direct_exchange");
    const coll_rabred_wish_t brief = {COLL_RABRED_ALLREDUCE, COLL_RABRED_NODES, 0, 4096, 8}, lengthy = {COLL_RABRED_REDUCE, COLL_RABRED_NODES, 0, 1 << 21, 8};
    coll_rabred_finalists_t finalists;
    size_t alike = 0, whole = 0;

    bool right = coll_rabred_find_finalists(&model, &brief, &finalists);
    for (size_t i = 0; right && i < finalists.number; i++) {
        alike += direct == finalists.candidate[i].algorithm;
    }
    right = right && coll_rabred_find_finalists(&model, &lengthy, &finalists);
    for (size_t i = 0; right && i < finalists.number; i++) {
        const coll_rabred_candidate_t *candidate = &finalists.candidate[i];
        const coll_rabred_problem_t problem = coll_rabred_candidate_problem(&model, &lengthy, candidate);
        uint64_t played = 0;
        if (candidate->argument[COLL_RABRED_PIECES] > 48 && candidate->argument[COLL_RABRED_PIECES] <= 96) {
            right = coll_rabred_time_played(&problem, model.nodes, model.machine, model.class, lengthy.elements, 8, 0, &played)
                    && played == candidate->picoseconds;
            whole++;
        }
    }
    processes_free(&model);
    return right && alike > 2 && whole > 0;
}

#include "formulas_test.h"
#include "processes.h"

#include "../../coll_rabred/choose/planner.h"
#include "../../coll_rabred/sched/play.h"

/* Whether the formula of a call of so many elements of 8 bytes on a node comes within this part of what it takes when it is played. */
static bool is_told(const coll_rabred_problem_t *problem, const coll_rabred_machine_t *machine, size_t elements, uint64_t part)
{
    const uint64_t formula = coll_rabred_time(problem, NULL, machine, COLL_RABRED_NODE, elements, 8);
    uint64_t played;

    return coll_rabred_time_played(problem, NULL, machine, COLL_RABRED_NODE, elements, 8, 0, &played) && formula <= played + played / part
           && played <= formula + formula / part;
}

/* Of fewer elements than blocks, what no element is in is neither exchanged nor delivered, which the formula knows: within a hundredth. */
static bool empty_blocks_stay(const char *algorithm, int processes, size_t threshold, size_t permuted)
{
    const coll_rabred_problem_t problem = {.collective = COLL_RABRED_REDUCE_SCATTER, .algorithm = processes_algorithm(algorithm), .processes = processes,
                                           .argument = {[COLL_RABRED_THRESHOLD] = threshold, [COLL_RABRED_PERMUTED] = permuted}};

    return is_told(&problem, coll_rabred_machine_defaults, 8, 100);
}

/* A reduce_scatter of binary blocks: to whom parts go that hold an element, and who of those that deliver have begun before the last, or
   own one of two blocks; nothing is delivered of one element. Within a hundredth. */
static bool blocks_are_told(int processes)
{
    const coll_rabred_problem_t problem = {.collective = COLL_RABRED_REDUCE_SCATTER, .algorithm = processes_algorithm("binary_blocks"),
                                           .processes = processes};

    return is_told(&problem, coll_rabred_machine_defaults, 8, 100) && is_told(&problem, coll_rabred_machine_defaults, 1, 100);
}

/* In the last round of segment dissemination those who own no element receive nothing: those who do send to each other by radix 11,
   but not by 12, which the formula knows. */
static bool receivers_are_told(size_t radix)
{
    const coll_rabred_problem_t problem = {.collective = COLL_RABRED_REDUCE_SCATTER, .algorithm = processes_algorithm("segment_dissemination"),
                                           .processes = 117, .argument = {[COLL_RABRED_RADIX] = radix}};
    const coll_rabred_machine_t machine[COLL_RABRED_CLASSES] = {[COLL_RABRED_NODE] = {.latency = 2000003, .gap = 60013, .exchange_gap = 70009}};

    return is_told(&problem, machine, 8, 200);
}

/* What the busiest processes send by segment dissemination, in messages that stay below the eager limit or not, and what they reduce: the formula
   is exact of the former, by these processes and radices, and comes within a twentieth of the latter. */
static bool segments_are_told(int processes, size_t radix)
{
    static const coll_rabred_machine_t moves[COLL_RABRED_CLASSES] = {
        [COLL_RABRED_NODE] = {.latency = 1000003, .exchange = 81, .transfer = 81, .eager = 8192, .handshake = 5000007}
    };
    static const coll_rabred_machine_t reduces[COLL_RABRED_CLASSES] = {[COLL_RABRED_NODE] = {.latency = 1000003, .reduction = 50021}};
    coll_rabred_problem_t problem = {.algorithm = processes_algorithm("segment_dissemination"), .processes = processes,
                                     .argument = {[COLL_RABRED_RADIX] = radix}};
    const bool all = is_told(&problem, moves, 256, 100000) && is_told(&problem, moves, 40000, 100000) && is_told(&problem, reduces, 40000, 20);

    problem.collective = COLL_RABRED_REDUCE_SCATTER;
    return all && is_told(&problem, moves, 40000, 1000) && is_told(&problem, reduces, 40000, 20);
}

/* Trees of few elements cross each other at some processes only, which the formula knows: within a tenth. */
static bool few_trees_cross(size_t radix, size_t elements)
{
    const coll_rabred_problem_t problem = {.collective = COLL_RABRED_REDUCE_SCATTER, .algorithm = processes_algorithm("circulant"), .processes = 117,
                                           .argument = {[COLL_RABRED_RADIX] = radix}};
    const coll_rabred_machine_t machine[COLL_RABRED_CLASSES] = {[COLL_RABRED_NODE] = {.latency = 2000003, .gap = 300007, .exchange_gap = 300007}};

    return is_told(&problem, machine, elements, 10);
}

/* Some processes are late and others need not wait for them, and few elements go up a tree to those who own them, which the formula knows: within
   half a hundredth. */
static bool late_ones_are_told(void)
{
    static const struct { coll_rabred_collective_t collective; const char *algorithm; int processes; size_t elements, threshold, permuted; } call[] = {
        {COLL_RABRED_ALLREDUCE, "ordered_pairwise", 124, 64, 31, 0},   /* none is late; messages have several times what few blocks hold */
        {COLL_RABRED_ALLREDUCE, "elimination_overlapping", 33, 4096, 2, 0},
        {COLL_RABRED_ALLREDUCE, "elimination_overlapping", 33, 4096, 4, 0},
        {COLL_RABRED_ALLREDUCE, "elimination_overlapping", 47, 4096, 16, 0},
        {COLL_RABRED_ALLREDUCE, "elimination_overlapping", 55, 4096, 16, 0},
        {COLL_RABRED_REDUCE, "butterfly_circulant", 36, 1, 0, 0},
        {COLL_RABRED_REDUCE, "elimination_overlapping", 33, 1, 0, 0},
        {COLL_RABRED_REDUCE, "elimination_overlapping", 33, 2, 2, 0},
        {COLL_RABRED_REDUCE, "elimination_nonoverlapping", 65, 4, 4, 0},
        {COLL_RABRED_REDUCE, "halving_doubling", 33, 4, 0, 0},
        {COLL_RABRED_REDUCE, "halving_doubling", 39, 2, 0, 0},
        {COLL_RABRED_REDUCE_SCATTER, "elimination_overlapping", 9, 2, 3, 0},
        {COLL_RABRED_REDUCE_SCATTER, "elimination_overlapping", 33, 2, 0, 1},
        {COLL_RABRED_REDUCE_SCATTER, "elimination_overlapping", 33, 33, 0, 1},
        {COLL_RABRED_REDUCE_SCATTER, "elimination_overlapping", 39, 2, 0, 0},
        {COLL_RABRED_REDUCE_SCATTER, "elimination_overlapping", 39, 2, 39, 0},
        {COLL_RABRED_REDUCE_SCATTER, "elimination_nonoverlapping", 39, 1, 0, 0},
        {COLL_RABRED_REDUCE_SCATTER, "elimination_nonoverlapping", 39, 1, 3, 0},
        {COLL_RABRED_REDUCE_SCATTER, "elimination_nonoverlapping", 52, 8, 0, 1},
        {COLL_RABRED_REDUCE_SCATTER, "ordered_pairwise", 104, 8, 13, 1},
        {COLL_RABRED_REDUCE_SCATTER, "butterfly_mirror", 39, 2, 0, 0},
        {COLL_RABRED_REDUCE_SCATTER, "butterfly_mirror", 65, 1, 0, 0},
        {COLL_RABRED_REDUCE_SCATTER, "linear", 39, 2, 0, 0}
    };
    const coll_rabred_machine_t network[COLL_RABRED_CLASSES] = {coll_rabred_machine_defaults[COLL_RABRED_NETWORK]};
    bool right = true;

    for (size_t i = 0; i < sizeof(call) / sizeof(call[0]); i++) {
        const coll_rabred_problem_t problem = {.collective = call[i].collective, .algorithm = processes_algorithm(call[i].algorithm),
                                               .processes = call[i].processes,
                                               .argument = {[COLL_RABRED_THRESHOLD] = call[i].threshold, [COLL_RABRED_PERMUTED] = call[i].permuted}};
        right = right && is_told(&problem, coll_rabred_machine_defaults, call[i].elements, 200) && is_told(&problem, network, call[i].elements, 200);
    }
    return right;
}

/* The first piece on its way up two trees, behind one of the other tree at each level but the first; or, where ports are slow, as many pieces as
   pass one of them meanwhile, of which the formula is near. */
static bool two_trees_are_told(int processes)
{
    static const coll_rabred_machine_t far_away[COLL_RABRED_CLASSES] = {
        [COLL_RABRED_NODE] = {.latency = 1000003, .gap = 50021, .exchange = 30, .transfer = 30, .eager = 1 << 20}
    };
    static const coll_rabred_machine_t slow[COLL_RABRED_CLASSES] = {
        [COLL_RABRED_NODE] = {.latency = 1000003, .gap = 800003, .exchange = 100, .transfer = 100, .eager = 1 << 20}
    };
    const coll_rabred_problem_t problem = {.collective = COLL_RABRED_REDUCE, .algorithm = processes_algorithm("pipelined_two_trees"),
                                           .processes = processes, .argument = {[COLL_RABRED_PIECES] = 32}};

    return is_told(&problem, far_away, 40000, 1000) && is_told(&problem, slow, 40000, 40);
}

bool formulas_are_right(void)
{
    return empty_blocks_stay("elimination_overlapping", 33, 9, 0) && empty_blocks_stay("factored", 33, 5, 0)
           && empty_blocks_stay("factored", 78, 0, 1) && empty_blocks_stay("elimination_nonoverlapping", 78, 0, 1) && late_ones_are_told()
           && blocks_are_told(11) && blocks_are_told(65) && two_trees_are_told(9) && two_trees_are_told(64) && two_trees_are_told(78)
           && receivers_are_told(11) && receivers_are_told(12) && segments_are_told(65, 14) && segments_are_told(96, 4) && segments_are_told(97, 11)
           && segments_are_told(115, 13) && segments_are_told(122, 6) && few_trees_cross(5, 2) && few_trees_cross(8, 2) && few_trees_cross(5, 4)
           && few_trees_cross(5, 16);
}

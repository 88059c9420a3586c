#include "play_test.h"
#include "processes.h"

#include "../../coll_rabred/choose/planner.h"
#include "../../coll_rabred/sched/play.h"

#include <string.h>

enum { MOST = 4, NOTHING = 0 };

/* Every number another prime, a byte a picosecond and so on where rates are thousands. */
static const coll_rabred_machine_t far = {
    .latency = 1000003, .gap = 211, .exchange_gap = 97, .exchange = 3000, .transfer = 2000, .reduction = 5000, .copy = 7000, .eager = 1000,
    .eager_copy = 11000, .handshake = 50021, .exchange_handshake = 20011
};
static const coll_rabred_machine_t near = {.latency = 4001, .exchange = 1000, .transfer = 1000, .eager = 1 << 20};

/* Picoseconds of so many bytes, by the algorithm: of processors; or, on so many processors, until all are done. */
static uint64_t work_of(const char *algorithm, coll_rabred_collective_t collective, int processes, size_t bytes, size_t processors)
{
    coll_rabred_problem_t problem = {.collective = collective, .algorithm = processes_algorithm(algorithm), .processes = processes, .blocks = 1};
    coll_rabred_schedule_t *schedule[MOST] = {NULL};
    const coll_rabred_machine_t machine[COLL_RABRED_CLASSES] = {[COLL_RABRED_NODE] = far};
    uint64_t picoseconds = NOTHING;

    if (processors > 0) {
        (void) coll_rabred_time_played(&problem, NULL, machine, COLL_RABRED_NODE, bytes, 1, processors, &picoseconds);
        return picoseconds;
    }
    for (; problem.rank < processes; problem.rank++) {
        schedule[problem.rank] = coll_rabred_schedule_build(&problem);
    }
    const coll_rabred_layout_t layout = coll_rabred_layout_even(bytes, 1);
    picoseconds = coll_rabred_work(schedule, processes, &layout, 1, &far);
    for (int rank = 0; rank < processes; rank++) {
        coll_rabred_schedule_free(schedule[rank]);
    }
    return picoseconds;
}

/* Picoseconds of so many bytes, by the algorithm; rank 1 by `other` if that is not NULL. NOTHING where it cannot be played. */
static uint64_t time_of(const char *algorithm, const char *other, coll_rabred_collective_t collective, int processes, size_t bytes,
                        const coll_rabred_nodes_t *nodes, uint64_t overhead)
{
    const coll_rabred_network_t network = {.machine = &far, .nodes = nodes, .inside = &near, .overhead = overhead};
    coll_rabred_schedule_t *schedule[MOST] = {NULL};
    uint64_t picoseconds;

    for (int rank = 0; rank < processes; rank++) {
        const char *name = 1 == rank && NULL != other ? other : algorithm;
        const coll_rabred_problem_t problem = {.collective = collective, .algorithm = processes_algorithm(name), .processes = processes, .rank = rank, .blocks = 1};
        schedule[rank] = coll_rabred_schedule_build(&problem);
    }
    const coll_rabred_layout_t layout = coll_rabred_layout_even(bytes, 1);
    const bool right = coll_rabred_play(schedule, processes, &layout, 1, &network, &picoseconds);
    for (int rank = 0; rank < processes; rank++) {
        coll_rabred_schedule_free(schedule[rank]);
    }
    return right ? picoseconds : NOTHING;
}

/* Picoseconds of one processor that four spend on a reduce_scatter of 40 bytes by halves. */
static uint64_t work_of_halves(const char *algorithm, size_t permuted)
{
    const coll_rabred_problem_t problem = {.collective = COLL_RABRED_REDUCE_SCATTER, .algorithm = processes_algorithm(algorithm), .processes = 4,
                                           .argument = {[COLL_RABRED_PERMUTED] = permuted}};
    const coll_rabred_machine_t machine[COLL_RABRED_CLASSES] = {[COLL_RABRED_NODE] = {.latency = 1, .gap = 211}};
    uint64_t picoseconds = NOTHING;

    (void) coll_rabred_time_played(&problem, NULL, machine, COLL_RABRED_NODE, 40, 1, 1, &picoseconds);
    return picoseconds;
}

/* What all send and reduce; shared by processors, but for what the last one waits for. */
static bool work_is_right(void)
{
    const coll_rabred_collective_t all = COLL_RABRED_ALLREDUCE, one = COLL_RABRED_REDUCE;
    const uint64_t work = 3 * (2 * 211 + 50021 + 2000 * 3 + 2000 * 5), more = 3 * (2 * 211 + 50021 + 2000000 * (3 + 5)),
                   way = time_of("linear", NULL, one, 4, 2000000, NULL, 0);

    return 3 * (2 * 211 + 10 * (3 + 11) + 10 * 5) == work_of("linear", one, 4, 10, 0) && work == work_of("linear", one, 4, 2000, 0)
           && 2 * (2 * 211 + 50021 + 2000 * 3 + 2000 * 5) == work_of("recursive_doubling", all, 2, 2000, 0)
           && time_of("linear", NULL, one, 4, 2000, NULL, 0) == work_of("linear", one, 4, 2000, 3)   /* less than the way */
           && work_of_halves("recursive_halving", 0) + 4 * 2 * 211 == work_of_halves("butterfly", 1)   /* a piece more each */
           && way < more && way + (more - way) / 3 == work_of("linear", one, 4, 2000000, 3);
}

/* Ten processes on two processors: four more for each. */
static bool turns_are_added(void)
{
    const coll_rabred_model_t model = {.processes = 10, .machine = {[COLL_RABRED_NODE] = far}, .turns = {2, 101, 5000}};
    const coll_rabred_wish_t wish = {.elements = 1 << 20, .element = 8};
    const coll_rabred_model_t in_turns = coll_rabred_in_turns(&model, &wish);
    coll_rabred_machine_t expected = far;

    expected.latency += 4 * 101;
    expected.handshake += 2 * 101;
    expected.eager = 5000;
    return 0 == memcmp(&expected, &in_turns.machine[COLL_RABRED_NODE], sizeof(expected)) && 2 == in_turns.turns.processors;
}

/* Round a ring of three go parts of 4, 3 or 4, and 3 bytes, to be reduced where they end: of two that come from there to the root the one
   that never waited for a longer one is the first, and the other a gap and the first one's bytes later, while these are copied. */
static bool the_earlier_goes_first(void)
{
    const coll_rabred_problem_t problem = {.collective = COLL_RABRED_REDUCE, .algorithm = processes_algorithm("ring"), .processes = 3};
    const coll_rabred_machine_t machine[COLL_RABRED_CLASSES] = {[COLL_RABRED_NODE] = far};
    uint64_t first = NOTHING, last = NOTHING;   /* the lower rank goes first, and last */

    return coll_rabred_time_played(&problem, NULL, machine, COLL_RABRED_NODE, 10, 1, 0, &first)
           && coll_rabred_time_played(&problem, NULL, machine, COLL_RABRED_NODE, 11, 1, 0, &last)
           && 3 * 1000003 + (3 + 3) * (3 + 11) + 2 * 3 * 5 + 211 + 3 * 2 + 3 * (2 + 11) == first
           && 3 * 1000003 + (4 + 3) * (3 + 11) + 2 * 3 * 5 + 211 + 3 * 2 + 4 * (2 + 11) == last;
}

/* What the formulas find the fastest takes more steps than may be played; what is played and takes less comes before it. */
static bool played_comes_before_told(void)
{
    coll_rabred_model_t model = {.processes = 127};
    const coll_rabred_wish_t wish = {COLL_RABRED_ALLREDUCE, COLL_RABRED_COMMUTATIVE, COLL_RABRED_CANONICAL, 32768, 8};
    coll_rabred_finalists_t finalists;

    memcpy(model.machine, coll_rabred_machine_defaults, sizeof(model.machine));
    const coll_rabred_candidate_t told = coll_rabred_plan_by_formula(&model, &wish);
    return coll_rabred_find_finalists(&model, &wish, &finalists) && finalists.candidate[0].played
           && finalists.candidate[0].algorithm != told.algorithm && finalists.candidate[0].picoseconds < told.picoseconds;
}

/*
 * What the formulas find the fastest takes longer when it is played than others take by their formulas, which are too long to be played: the
 * faster one of these comes first. Not so where processes take turns, and none for which only no steps are left.
 */
static bool told_comes_before_played(void)
{
    coll_rabred_model_t model = {.processes = 76, .class = COLL_RABRED_NETWORK}, node = {.processes = 97, .turns = {2, 101, 5000}};
    const coll_rabred_wish_t wish = {COLL_RABRED_REDUCE_SCATTER, COLL_RABRED_COMMUTATIVE, COLL_RABRED_CANONICAL, 65536, 8};
    const coll_rabred_wish_t all = {COLL_RABRED_ALLREDUCE, COLL_RABRED_COMMUTATIVE, COLL_RABRED_CANONICAL, 512, 8};
    const coll_rabred_wish_t ordered = {COLL_RABRED_ALLREDUCE, 0, 0, 1 << 20, 8};   /* of which several are too long */
    coll_rabred_finalists_t finalists, in_turns, others;

    model.machine[COLL_RABRED_NETWORK] = node.machine[COLL_RABRED_NODE] = (coll_rabred_machine_t) {
        .latency = 1610000, .gap = 200000, .exchange = 21297, .transfer = 21297, .reduction = 50000, .copy = 25000, .eager = 8192, .handshake = 3220000
    };
    const coll_rabred_candidate_t told = coll_rabred_plan_by_formula(&model, &wish);
    bool right = coll_rabred_find_finalists(&model, &wish, &finalists) && finalists.number > 1 && !finalists.candidate[0].played
                 && finalists.candidate[1].played && finalists.candidate[0].algorithm == processes_algorithm("ordered_pairwise")
                 && finalists.candidate[0].picoseconds < finalists.candidate[1].picoseconds && told.picoseconds < finalists.candidate[0].picoseconds;
    model.processes = 67;
    right = right && coll_rabred_find_finalists(&model, &ordered, &finalists)
            && finalists.candidate[0].algorithm == coll_rabred_plan_by_formula(&model, &ordered).algorithm;
    model.processes = 65;
    right = right && coll_rabred_find_finalists(&node, &wish, &in_turns) && coll_rabred_find_finalists(&model, &all, &others);
    for (size_t i = 0; right && i < in_turns.number; i++) {
        right = in_turns.candidate[i].played;
    }
    for (size_t i = 0; right && i < others.number; i++) {
        right = others.candidate[i].played;
    }
    return right;
}

/* Three messages at once to one, whose formula is exact. */
static bool linear_is_told(size_t bytes)
{
    const coll_rabred_problem_t problem = {.collective = COLL_RABRED_REDUCE, .algorithm = processes_algorithm("linear"), .processes = 4, .blocks = 1};
    const coll_rabred_machine_t machine[COLL_RABRED_CLASSES] = {[COLL_RABRED_NODE] = far};

    return time_of("linear", NULL, COLL_RABRED_REDUCE, 4, bytes, NULL, 0) == coll_rabred_time(&problem, NULL, machine, COLL_RABRED_NODE, bytes, 1);
}

/* Permuted blocks that are an element longer are everywhere, which the formula knows: by halves it is what all lengths take. */
static bool longer_blocks_are_dealt(void)
{
    coll_rabred_problem_t problem = {.collective = COLL_RABRED_REDUCE_SCATTER, .algorithm = processes_algorithm("butterfly"),
                                     .argument = {[COLL_RABRED_PERMUTED] = 1}};
    const coll_rabred_machine_t machine[COLL_RABRED_CLASSES] = {[COLL_RABRED_NODE] = far};
    bool right = true;

    for (problem.processes = 4; problem.processes <= 16; problem.processes *= 2) {
        for (size_t bytes = (size_t) problem.processes; bytes <= 64; bytes++) {
            uint64_t picoseconds;
            right = right && coll_rabred_time_played(&problem, NULL, machine, COLL_RABRED_NODE, bytes, 1, 0, &picoseconds)
                    && picoseconds == coll_rabred_time(&problem, NULL, machine, COLL_RABRED_NODE, bytes, 1);
        }
    }
    return right;
}

/* Where each process has a node of its own there is no port to share, and nothing that takes what messages inside one do. */
static bool none_share_nodes_of_one(void)
{
    static const int name[] = {0, 1, 2, 3};
    const coll_rabred_machine_t machine[COLL_RABRED_CLASSES] = {[COLL_RABRED_NODE] = {.latency = 1 << 30}, [COLL_RABRED_NETWORK] = far};
    coll_rabred_nodes_t *nodes = coll_rabred_nodes_build(name, 4);
    bool right = NULL != nodes;

    for (int i = 0; NULL != coll_rabred_algorithms[i].name && right; i++) {
        for (int c = 0; c < COLL_RABRED_COLLECTIVES; c++) {
            const coll_rabred_problem_t problem = {.collective = (coll_rabred_collective_t) c, .algorithm = i, .processes = 4};
            right = right && (!coll_rabred_serves(&coll_rabred_algorithms[i], problem.collective)
                              || coll_rabred_algorithms[i].needs & COLL_RABRED_NODES
                              || coll_rabred_time(&problem, NULL, machine, COLL_RABRED_NETWORK, 4000, 1)
                                     == coll_rabred_time(&problem, nodes, machine, COLL_RABRED_NETWORK, 4000, 1));
        }
    }
    right = right && NULL == coll_rabred_shared_nodes(nodes, COLL_RABRED_NETWORK);
    coll_rabred_nodes_free(nodes);
    return right;
}

bool play_is_right(void)
{
    static const int name[] = {0, 0, 2, 2};
    const coll_rabred_collective_t all = COLL_RABRED_ALLREDUCE, one = COLL_RABRED_REDUCE;
    coll_rabred_nodes_t *nodes = coll_rabred_nodes_build(name, 4);
    /* two processes exchange, copying in and out; long, after shaking hands; with processors that have a part in it */
    bool right = 1000003 + 10 * (3 + 11) + 10 * 5 == time_of("recursive_doubling", NULL, all, 2, 10, NULL, 0)
                 && 1000003 + 50021 + 20011 + 2000 * 3 + 2000 * 5 == time_of("recursive_doubling", NULL, all, 2, 2000, NULL, 0)
                 && 1000003 + 10 * (3 + 11) + 10 * 5 + 2 * 17 == time_of("recursive_doubling", NULL, all, 2, 10, NULL, 17);

    /* three send to one, a gap and their bytes apart, or their bytes and the copy of these if that takes longer; the last is reduced, and then what
       is the root's own */
    right = right && 1000003 + 2 * (211 + 10 * 2) + 10 * (2 + 11) + 2 * 10 * 5 == time_of("linear", NULL, one, 4, 10, NULL, 0)
            && 1000003 + 3 * 100 * (2 + 11) + 2 * 100 * 5 == time_of("linear", NULL, one, 4, 100, NULL, 0)
            && linear_is_told(10) && linear_is_told(100);
    /* two pairs inside their nodes, then two between them, one after the other through the ports */
    right = right && NULL != nodes
            && 4001 + 10 * 1 + 10 * 5 + 1000003 + 2 * 10 * (3 + 11) + 10 * 5 == time_of("recursive_doubling", NULL, all, 4, 10, nodes, 0);
    /* what does not match is no call */
    right = right && NOTHING == time_of("linear", "recursive_doubling", all, 2, 10, NULL, 0)
            && NOTHING == time_of("recursive_doubling", "linear", all, 4, 10, nodes, 0);
    coll_rabred_nodes_free(nodes);
    return right && work_is_right() && turns_are_added() && the_earlier_goes_first() && longer_blocks_are_dealt()
           && played_comes_before_told() && told_comes_before_played() && none_share_nodes_of_one();
}

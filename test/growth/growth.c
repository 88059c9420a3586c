/*
 * What building a schedule takes at some 65,536 processes, and choosing one: memory to the byte, and basic blocks run instead of time.
 *
 * A logarithmic schedule takes at most 16 KiB, twice that while it is built, and 60,000 blocks: 20 us
 * at three a nanosecond; with radix=k 2400 bytes and 40,000 blocks more for each of k, in pieces 112 bytes and 320 blocks more for each of them.
 * One of algorithms in which a process has to do with all others takes at most 256 bytes a
 * process, 512 while it is built, and 1000 blocks a process. A plan takes at most 2,500,000 blocks, 1 ms for
 * processors that run more than two and a half in a nanosecond. growth --print shows all.
 */
#include "blocks.h"
#include "memory.h"

#include "../model/planning.h"
#include "../../coll_rabred/sched/table.h"

#include <stdio.h>
#include <string.h>

enum { PRIME = 65521 };   /* processes */
enum { KEPT = 16384, BUILT = 2 * KEPT, BLOCKS = 60000 };
enum { KEPT_RADIX = 2400, BLOCKS_RADIX = 40000, KEPT_PIECE = 112, BLOCKS_PIECE = 320 };   /* in addition */
enum { KEPT_EACH = 256, BUILT_EACH = 512, BLOCKS_EACH = 1000 };   /* for every process */
enum { PLAN = 2500000 };   /* blocks */

typedef struct {
    size_t kept, built, blocks;
} expense_t;

static int passed, failed;
static bool print;

static void raise_to(size_t *worst, size_t cost)
{
    *worst = cost > *worst ? cost : *worst;
}

static void build(const coll_rabred_problem_t *problem, expense_t *worst)
{
    size_t before = memory_held();

    (void) memory_most();
    (void) blocks_run();
    coll_rabred_schedule_t *schedule = coll_rabred_schedule_build(problem);
    raise_to(&worst->blocks, blocks_run());
    raise_to(&worst->built, memory_most() - before);
    raise_to(&worst->kept, memory_held() - before);
    if (NULL == schedule || coll_rabred_schedule_bytes(schedule) != memory_held() - before) {
        printf("FAILED %s: the bytes that a schedule states are not those it takes\n", coll_rabred_algorithms[problem->algorithm].name);
        failed++;
    }
    coll_rabred_schedule_free(schedule);
}

/* True if a process has to do with all others, or names the blocks of all. */
static bool is_linear(const coll_rabred_problem_t *problem)
{
    static const char *const always[] = {"linear", "ring", "direct_exchange", "direct_lanes", "allgather_reduce"};
    static const char *const unless_smooth[] = {"small_ring", "ordered_pairwise"};
    const char *name = coll_rabred_algorithms[problem->algorithm].name;

    for (size_t i = 0; i < sizeof(always) / sizeof(always[0]); i++) {
        if (0 == strcmp(always[i], name)) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof(unless_smooth) / sizeof(unless_smooth[0]); i++) {
        if (0 == strcmp(unless_smooth[i], name) && 0 != (problem->processes & (problem->processes - 1))) {
            return true;
        }
    }
    return problem->argument[COLL_RABRED_PERMUTED] > 0;
}

/* Some ranks and, where there are any, roots; of a linear one, which takes its time, one each. */
static void check(coll_rabred_problem_t *problem)
{
    const int p = problem->processes, ranks[] = {p / 3, 0, 1, p / 2 + 1, p - 1};
    size_t each = is_linear(problem) ? (size_t) p : 0;
    expense_t worst = {0};

    for (size_t i = 0; i < (each > 0 ? 1 : 5); i++) {
        for (size_t root = 0; root < (COLL_RABRED_REDUCE == problem->collective && 0 == each ? 5 : 1); root += 2) {
            problem->rank = ranks[i];
            problem->root = ranks[root];
            build(problem, &worst);
        }
    }
    const size_t radix = problem->argument[COLL_RABRED_RADIX], pieces = problem->argument[COLL_RABRED_PIECES];
    const size_t kept = KEPT + KEPT_RADIX * radix + KEPT_PIECE * pieces;
    bool right = each > 0 ? worst.kept <= KEPT_EACH * each && worst.built <= BUILT_EACH * each && worst.blocks <= BLOCKS_EACH * each
                          : worst.kept <= kept && worst.built <= 2 * kept && worst.blocks <= BLOCKS + BLOCKS_RADIX * radix + BLOCKS_PIECE * pieces;
    passed += right;
    failed += !right;
    if (!right || print) {
        printf("%s %s %s p %d threshold %zu permuted %zu radix %zu pieces %zu%s: %zu bytes, %zu while it is built, %zu basic blocks\n", right ? "right " : "FAILED",
               coll_rabred_algorithms[problem->algorithm].name, coll_rabred_collective_names[problem->collective], p,
               problem->argument[COLL_RABRED_THRESHOLD], problem->argument[COLL_RABRED_PERMUTED], radix, pieces, each > 0 ? " (linear)" : "",
               worst.kept, worst.built, worst.blocks);
    }
}

/* A large radix, and many pieces, where the algorithm takes such. */
static void check_argument(coll_rabred_problem_t problem, int argument, size_t value)
{
    if (coll_rabred_takes(&coll_rabred_algorithms[problem.algorithm], problem.collective, argument) && !is_linear(&problem)) {
        problem.argument[argument] = value;
        check(&problem);
    }
}

static void check_algorithm(int index, int processes)
{
    const coll_rabred_algorithm_t *algorithm = &coll_rabred_algorithms[index];
    const size_t thresholds[] = {0, 1024, SIZE_MAX};

    for (int i = 0; i < COLL_RABRED_REDUCE_SCATTER_BLOCK; i++) {
        coll_rabred_collective_t collective = (coll_rabred_collective_t) i;
        if (!coll_rabred_serves(algorithm, collective)) {
            continue;
        }
        const coll_rabred_problem_t plain = {.collective = collective, .algorithm = index, .processes = processes};
        for (size_t radix = 4; radix <= 16; radix *= 2) {
            check_argument(plain, COLL_RABRED_RADIX, radix);
        }
        check_argument(plain, COLL_RABRED_PIECES, 1024);
        for (size_t k = 0; k < (coll_rabred_takes(algorithm, collective, COLL_RABRED_THRESHOLD) ? 3 : 1); k++) {
            for (size_t permuted = 0; permuted <= coll_rabred_takes(algorithm, collective, COLL_RABRED_PERMUTED); permuted++) {
                coll_rabred_problem_t problem = {
                    .collective = collective, .algorithm = index, .processes = processes,
                    .argument = {[COLL_RABRED_THRESHOLD] = thresholds[k], [COLL_RABRED_PERMUTED] = permuted}
                };
                /* What is linear takes its time: by one threshold, and never at the numbers between. */
                if (!is_linear(&problem) || (0 == k && (65536 == processes || PRIME == processes))) {
                    check(&problem);
                }
            }
        }
    }
}

static void check_plans(const shape_t *shape)
{
    coll_rabred_model_t model = shape_model(shape, coll_rabred_machine_defaults);
    bool chosen = true;
    size_t most = 0;

    for (int i = 0; i < PLANNING_WISHES; i++) {
        const coll_rabred_wish_t wish = planning_wish(i);
        (void) blocks_run();
        chosen = coll_rabred_plan(&model, &wish).algorithm >= 0 && chosen;
        raise_to(&most, blocks_run());
    }
    shape_free(&model);
    const bool right = chosen && most <= PLAN;
    passed += right;
    failed += !right;
    if (!right || print) {
        printf("%s a plan for %d processes, %d a node: %zu basic blocks\n", right ? "right " : "FAILED", shape->processes, shape->members,
               most);
    }
}

int main(int argc, char **argv)
{
    const int processes[] = {65536, 65535, PRIME, 49152};

    print = 2 == argc && 0 == strcmp(argv[1], "--print");
    for (size_t i = 0; i < sizeof(processes) / sizeof(processes[0]); i++) {
        for (int k = 0; NULL != coll_rabred_algorithms[k].name; k++) {
            if (coll_rabred_admits(&coll_rabred_algorithms[k], processes[i])) {
                check_algorithm(k, processes[i]);
            }
        }
    }
    for (int i = 0; i < PLANNING_SHAPES; i++) {
        check_plans(&planning_shapes[i]);
    }
    printf("%d passed, %d failed, 0 skipped\n", passed, failed);
    return 0 == failed ? 0 : 1;
}

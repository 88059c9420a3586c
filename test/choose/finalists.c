#include "finalists_test.h"
#include "processes.h"

#include "../../coll_rabred/choose/choice.h"
#include "../../coll_rabred/sched/play.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { SHARERS = 8 };             /* of processors */
enum { FEW = 7, SHORT = 512 };    /* processes and elements, for which there is time to play all that are near */

static long allocations_left = -1;   /* below 0: no end */
static size_t allocations, allocated;   /* bytes */

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t bytes);
void *__wrap_realloc(void *memory, size_t bytes);

static bool runs_out(size_t bytes)
{
    allocations++;
    allocated += bytes;
    return 0 == allocations_left || (allocations_left > 0 && 0 > --allocations_left);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return runs_out(count * size) ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t bytes)
{
    return runs_out(bytes) ? NULL : __real_realloc(memory, bytes);
}

static coll_rabred_wish_t wish_of(const coll_rabred_model_t *model, coll_rabred_collective_t collective, size_t elements)
{
    const unsigned known = NULL != model->nodes ? COLL_RABRED_NODES : 0;

    return (coll_rabred_wish_t) {collective, COLL_RABRED_COMMUTATIVE | known, 0, elements, 8};
}

static uint64_t by_formula(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish, const coll_rabred_candidate_t *candidate)
{
    const coll_rabred_problem_t problem = coll_rabred_candidate_problem(model, wish, candidate);

    return coll_rabred_time(&problem, model->nodes, model->machine, model->class, wish->elements, wish->element);
}

static uint64_t played(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish, const coll_rabred_candidate_t *candidate)
{
    coll_rabred_problem_t problem = coll_rabred_candidate_problem(model, wish, candidate);
    coll_rabred_schedule_t *schedule[PROCESSES_MOST] = {NULL};
    const coll_rabred_network_t network = {.machine = &model->machine[model->class], .inside = &model->machine[COLL_RABRED_NODE],
                                           .nodes = COLL_RABRED_NETWORK == model->class ? model->nodes : NULL};
    uint64_t picoseconds = 0;

    for (problem.rank = 0; problem.rank < problem.processes; problem.rank++) {
        schedule[problem.rank] = coll_rabred_schedule_build(&problem);
    }
    const coll_rabred_layout_t layout = coll_rabred_layout_even(wish->elements, schedule[0]->problem.blocks);
    (void) coll_rabred_play(schedule, problem.processes, &layout, wish->element, &network, &picoseconds);
    for (int rank = 0; rank < problem.processes; rank++) {
        coll_rabred_schedule_free(schedule[rank]);
    }
    return picoseconds;
}

typedef struct {
    const coll_rabred_model_t *model;
    const coll_rabred_wish_t *wish;
    const coll_rabred_finalists_t *finalists;
    uint64_t fastest, slowest;       /* of the finalists, by formula */
    size_t left_out;                 /* candidates that would be faster than that, and not just like a finalist */
} search_t;

static bool share_nodes(const coll_rabred_model_t *model)
{
    return COLL_RABRED_NETWORK == model->class && NULL != model->nodes && model->nodes->nodes < model->processes;
}

/* Whether a finalist has the same algorithm and takes as long, by its formula or played; or, on shared nodes, two of them are as near. */
static bool stands_for(const search_t *search, const coll_rabred_candidate_t *candidate)
{
    bool like = false;
    int nearer = share_nodes(search->model) ? 0 : INT_MIN;

    for (size_t i = 0; i < search->finalists->number && !like; i++) {
        const coll_rabred_candidate_t *finalist = &search->finalists->candidate[i];
        const uint64_t formula = by_formula(search->model, search->wish, finalist);
        nearer += finalist->algorithm == candidate->algorithm && formula <= candidate->picoseconds;
        like = finalist->algorithm == candidate->algorithm
               && (formula == candidate->picoseconds || nearer >= 2 || played(search->model, search->wish, candidate) == finalist->picoseconds);
    }
    return like;
}

/* What a finalist tells is what it takes; nearly so of many pieces, of which not all are played. */
static bool tells_its_time(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish, const coll_rabred_candidate_t *finalist)
{
    const uint64_t time = played(model, wish, finalist), told = finalist->picoseconds;

    return time == told || (finalist->argument[COLL_RABRED_PIECES] > 48 && told - told / 50 <= time && time <= told + told / 50);
}

static void note(void *context, const coll_rabred_candidate_t *candidate)
{
    search_t *search = context;
    const coll_rabred_candidate_t finalist = {.algorithm = candidate->algorithm, .picoseconds = search->slowest};

    search->left_out += coll_rabred_comes_before(candidate, &finalist) && candidate->picoseconds < search->slowest / 128 * 127
                        && !stands_for(search, candidate);
}

static bool are_right(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish, const coll_rabred_finalists_t *finalists)
{
    search_t search = {.model = model, .wish = wish, .finalists = finalists, .fastest = UINT64_MAX};
    const coll_rabred_candidate_t planned = coll_rabred_plan(model, wish);
    bool right = finalists->number > 0 && planned.algorithm == finalists->candidate[0].algorithm
                 && planned.picoseconds == finalists->candidate[0].picoseconds;

    for (size_t i = 0; i < finalists->number; i++) {
        const coll_rabred_candidate_t *candidate = &finalists->candidate[i];
        const uint64_t formula = by_formula(model, wish, candidate);
        right = right && (candidate->played ? tells_its_time(model, wish, candidate) : candidate->picoseconds == formula)
                && (0 == i || !coll_rabred_comes_before(candidate, candidate - 1));
        search.fastest = formula < search.fastest ? formula : search.fastest;
        search.slowest = formula > search.slowest ? formula : search.slowest;
    }
    right = right && (share_nodes(model) || search.slowest / 3 <= search.fastest / 2 + 1);
    coll_rabred_candidates(model, wish, note, &search);
    return right && (0 == search.left_out || model->processes > FEW || wish->elements > SHORT);
}

bool finalists_are_right(void)
{
    static const struct { int processes, members; coll_rabred_class_t class; } cases[] = {
        {2, 1, COLL_RABRED_NODE}, {3, 1, COLL_RABRED_NETWORK}, {8, 1, COLL_RABRED_NODE}, {13, 1, COLL_RABRED_NETWORK}, {12, 4, COLL_RABRED_NETWORK},
        {20, 4, COLL_RABRED_NETWORK}, {12, 4, COLL_RABRED_NODE}, {64, 1, COLL_RABRED_NETWORK}, {128, 1, COLL_RABRED_NETWORK}, {130, 1, COLL_RABRED_NETWORK}
    };
    bool right = true;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        coll_rabred_model_t model = processes_model(cases[i].processes, cases[i].members, cases[i].class);
        for (int k = 0; k < 3 * COLL_RABRED_COLLECTIVES && right; k++) {
            const coll_rabred_wish_t wish = wish_of(&model, (coll_rabred_collective_t) (k / 3), (size_t) 1 << k % 3 * 9);
            coll_rabred_finalists_t finalists;
            right = coll_rabred_find_finalists(&model, &wish, &finalists) && are_right(&model, &wish, &finalists)
                    && (finalists.candidate[0].played || model.processes > 40 || wish.elements > SHORT) && !(finalists.candidate[0].played && model.processes > 128);
        }
        processes_free(&model);
    }
    return right;
}

/* Of a reduce, on so many processors of a node. */
static coll_rabred_finalists_t reduce_on(size_t processors, unsigned long long turn, size_t elements, coll_rabred_class_t class)
{
    coll_rabred_model_t model = processes_model(SHARERS, 1, class);
    const coll_rabred_wish_t wish = wish_of(&model, COLL_RABRED_REDUCE, elements);
    coll_rabred_finalists_t finalists = {0};

    model.turns = (coll_rabred_turns_t) {processors, turn, COLL_RABRED_TURN_CUT_LIMIT};
    (void) coll_rabred_find_finalists(&model, &wish, &finalists);
    return finalists;
}

/* Picoseconds of processors beside those that the last one waits for. */
static uint64_t work_beside(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish, const coll_rabred_candidate_t *candidate)
{
    uint64_t alone = 0, shared = 0;
    const coll_rabred_problem_t problem = coll_rabred_candidate_problem(model, wish, candidate);

    (void) coll_rabred_time_played(&problem, NULL, model->machine, model->class, wish->elements, wish->element, 0, &alone);
    (void) coll_rabred_time_played(&problem, NULL, model->machine, model->class, wish->elements, wish->element, 1, &shared);
    return shared - alone;
}

/* How many algorithms there are; candidates of one follow each other. */
typedef struct {
    size_t number;
    int last;
} algorithms_t;

static void count(void *context, const coll_rabred_candidate_t *candidate)
{
    algorithms_t *algorithms = context;

    algorithms->number += 0 == algorithms->number || algorithms->last != candidate->algorithm;
    algorithms->last = candidate->algorithm;
}

static bool alike(const coll_rabred_finalists_t *a, const coll_rabred_finalists_t *b)
{
    bool right = a->number == b->number && a->number > 0;

    for (size_t i = 0; i < a->number; i++) {
        right = right && a->candidate[i].algorithm == b->candidate[i].algorithm && a->candidate[i].picoseconds == b->candidate[i].picoseconds
                && a->candidate[i].played == b->candidate[i].played;
    }
    return right;
}

bool turns_are_right(void)
{
    enum { ELEMENTS = 8192 };
    const coll_rabred_class_t node = COLL_RABRED_NODE, network = COLL_RABRED_NETWORK;
    coll_rabred_model_t model = processes_model(SHARERS, 1, node);
    const coll_rabred_wish_t wish = wish_of(&model, COLL_RABRED_REDUCE, ELEMENTS);
    const coll_rabred_finalists_t many = reduce_on(0, 0, ELEMENTS, node), few = reduce_on(2, 0, ELEMENTS, node),
                                  slow = reduce_on(2, 1000000000, ELEMENTS / 4, node);
    const struct { coll_rabred_finalists_t with, without; } same[] = {
        {reduce_on(SHARERS, 1000000000, ELEMENTS, node), many},
        {reduce_on(2, 1000000000, 8, node), reduce_on(0, 0, 8, node)},
        {reduce_on(2, 1000000000, ELEMENTS, network), reduce_on(0, 0, ELEMENTS, network)}
    };
    algorithms_t algorithms = {0};
    coll_rabred_candidates(&model, &wish, count, &algorithms);
    bool right = few.candidate[0].played && few.number == algorithms.number;

    for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++) {
        right = right && alike(&same[i].with, &same[i].without);
    }
    for (size_t i = 0; i < few.number; i++) {
        for (size_t k = 0; k < i; k++) {
            right = right && few.candidate[k].algorithm != few.candidate[i].algorithm;
        }
        right = right && (0 == i || !coll_rabred_comes_before(&few.candidate[i], &few.candidate[i - 1]));
    }
    return right && few.candidate[0].picoseconds > many.candidate[0].picoseconds
           && 0 == strcmp("linear", coll_rabred_algorithms[slow.candidate[0].algorithm].name)   /* no message waits for another */
           && work_beside(&model, &wish, &few.candidate[0]) < work_beside(&model, &wish, &many.candidate[0]);
}

/* Allocations tell how many schedules there are, and how long: one of many pieces would take long. Of processes on nodes of their own, that share
   nodes, and that take turns. */
bool finalists_are_few(void)
{
    bool right = true;

    for (int i = 3 * 2; i < 3 * (PROCESSES_MOST + 1); i++) {
        const int processes = i / 3;
        coll_rabred_model_t model = processes_model(processes, 1 == i % 3 ? 4 : 1, 2 == i % 3 ? COLL_RABRED_NODE : COLL_RABRED_NETWORK);
        const size_t most = (size_t) (share_nodes(&model) ? 5 : 4) << 19;   /* bytes; on nodes more steps are played */
        model.turns.processors = 2;
        for (size_t elements = 1; elements <= (size_t) 1 << 28; elements *= 128) {
            const coll_rabred_wish_t wish = wish_of(&model, COLL_RABRED_REDUCE, elements);
            allocations = allocated = 0;
            (void) coll_rabred_plan(&model, &wish);
            right = right && allocations < 4096 && allocated < most && (processes <= 128 || 0 == allocations);
        }
        processes_free(&model);
    }
    return right;
}

bool memory_may_end(void)
{
    coll_rabred_model_t model = processes_model(6, 2, COLL_RABRED_NETWORK);
    coll_rabred_choice_t choice = {.collective = COLL_RABRED_ALLREDUCE};
    const coll_rabred_wish_t wish = wish_of(&model, COLL_RABRED_ALLREDUCE, 1024);
    const coll_rabred_candidate_t whole = coll_rabred_plan(&model, &wish);
    coll_rabred_decision_t decision = {.algorithm = -1};
    long failures = 0;

    for (; decision.algorithm < 0 && failures < 10000; failures++) {
        allocations_left = failures;
        decision = coll_rabred_choose(&choice, &model, wish.traits, wish.elements, wish.element);
        coll_rabred_choice_free(&choice);
    }
    allocations = 0;
    const coll_rabred_decision_t formulas = coll_rabred_choose_by_formula(&model, &wish);
    const bool frugal = 0 == allocations && formulas.planned && formulas.wanted == formulas.algorithm
                        && NULL == coll_rabred_misfit(&coll_rabred_algorithms[formulas.algorithm], model.processes, wish.traits, wish.promises);
    allocations_left = -1;
    processes_free(&model);
    return frugal && failures > 50 && decision.algorithm == whole.algorithm && decision.picoseconds == whole.picoseconds;
}

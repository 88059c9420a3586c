#include "model_test.h"

#include "../../coll_rabred/choose/choice.h"

#include <limits.h>
#include <string.h>

/* Both decisions are the model's, and the same, be it that one was planned for the other; their arguments are the problem's. */
static bool agree(const coll_rabred_decision_t *first, const coll_rabred_decision_t *second, const coll_rabred_problem_t *problem)
{
    return first->planned && first->algorithm == first->wanted && !first->replaced && first->algorithm == second->algorithm
           && first->picoseconds == second->picoseconds
           && 0 == memcmp(problem->argument, first->argument, sizeof(problem->argument))
           && 0 == memcmp(problem->argument, second->argument, sizeof(problem->argument));
}

static bool is_right(coll_rabred_model_t model, coll_rabred_collective_t collective, unsigned traits, unsigned promises)
{
    bool right = true;

    for (model.processes = 2; model.processes < 40; model.processes += model.processes < 10 ? 1 : 5) {
        coll_rabred_choice_t choice = {.collective = collective, .promises = promises};
        for (size_t elements = 1; elements < (size_t) 1 << 40; elements *= 5) {
            coll_rabred_choice_t other = {.collective = collective, .promises = promises};
            coll_rabred_decision_t alone = coll_rabred_choose(&other, &model, traits, elements, 8);
            coll_rabred_decision_t first = coll_rabred_choose(&choice, &model, traits, elements, 8);
            coll_rabred_decision_t second = coll_rabred_choose(&choice, &model, traits, elements + elements / 1000, 8);
            coll_rabred_problem_t problem = {.collective = collective, .algorithm = first.algorithm};
            const coll_rabred_algorithm_t *algorithm = &coll_rabred_algorithms[first.algorithm];
            problem.processes = model.processes;
            coll_rabred_set_arguments(&problem, &first, 8 * elements);
            right = right && agree(&first, &second, &problem) && agree(&first, &alone, &problem) && coll_rabred_serves(algorithm, collective)
                    && NULL == coll_rabred_misfit(algorithm, model.processes, traits, promises);
            coll_rabred_choice_free(&other);
        }
        coll_rabred_choice_free(&choice);
    }
    return right;
}

/* Of all kinds of calls; also where all takes longer than can be told. */
static bool serves_all(const coll_rabred_model_t *model)
{
    bool right = true;

    for (int i = 0; i < COLL_RABRED_COLLECTIVES; i++) {
        coll_rabred_collective_t collective = (coll_rabred_collective_t) i;
        right = right && is_right(*model, collective, 0, 0) && is_right(*model, collective, COLL_RABRED_COMMUTATIVE, 0)
                && is_right(*model, collective, COLL_RABRED_COMMUTATIVE | COLL_RABRED_EXACT, 0)
                && is_right(*model, collective, COLL_RABRED_COMMUTATIVE, COLL_RABRED_CANONICAL);
    }
    return right;
}

/* What a vector is planned as takes no less than itself, up to what no two models differ by, and a round limit is planned as itself; of two
   processes, between which a message longer than eager ones takes a handshake. */
static bool are_rounded_up(coll_rabred_model_t model)
{
    const coll_rabred_wish_t limit = {COLL_RABRED_ALLREDUCE, COLL_RABRED_COMMUTATIVE, 0, 28 << 5, 8};
    coll_rabred_choice_t choice = {.collective = COLL_RABRED_ALLREDUCE};

    model.processes = 2;
    model.machine[COLL_RABRED_NODE].eager = limit.elements * limit.element;
    const uint64_t longest = coll_rabred_choose(&choice, &model, limit.traits, limit.elements, limit.element).picoseconds;
    bool right = longest == coll_rabred_plan(&model, &limit).picoseconds;
    for (size_t elements = 1; elements < 1 << 13; elements += elements < 64 ? 1 : elements / 40) {
        const coll_rabred_wish_t wish = {COLL_RABRED_ALLREDUCE, COLL_RABRED_COMMUTATIVE, 0, elements, 8};
        const uint64_t chosen = coll_rabred_choose(&choice, &model, wish.traits, elements, 8).picoseconds;
        const uint64_t planned = coll_rabred_plan(&model, &wish).picoseconds;
        right = right && chosen + chosen / 64 >= planned && (elements > 32 || chosen == planned);
    }
    coll_rabred_choice_free(&choice);
    return right;
}

/* Lengths in turn, each twice as long as the last one, or of more classes than there is room for. */
static bool are_planned_once(coll_rabred_model_t model)
{
    enum { LENGTHS = 24, CLASSES = 44 * 32 };
    coll_rabred_choice_t choice = {.collective = COLL_RABRED_ALLREDUCE}, many = {.collective = COLL_RABRED_REDUCE};
    bool right = true;

    model.processes = 2;
    for (size_t i = 0; i < 3 * LENGTHS; i++) {
        (void) coll_rabred_choose(&choice, &model, COLL_RABRED_COMMUTATIVE, (size_t) 1 << i % LENGTHS, 8);
    }
    right = right && LENGTHS == choice.plans.made && LENGTHS == choice.plans.used && choice.plans.slots <= 4 * LENGTHS;
    coll_rabred_choice_free(&choice);
    for (size_t i = 0; i < 2 * CLASSES; i++) {
        const coll_rabred_wish_t wish = {COLL_RABRED_REDUCE, 0, 0, 44 - i % CLASSES / 32, 1 + i % 32};
        const coll_rabred_decision_t decision = coll_rabred_choose(&many, &model, wish.traits, wish.elements, wish.element);
        const size_t made = many.plans.made;
        (void) coll_rabred_choose(&many, &model, wish.traits, wish.elements, wish.element);
        right = right && made == many.plans.made && (wish.elements > 32 || decision.picoseconds == coll_rabred_plan(&model, &wish).picoseconds);
    }
    right = right && COLL_RABRED_MOST_PLANNED == many.plans.slots && many.plans.used == many.plans.slots;
    coll_rabred_choice_free(&many);
    return right;
}

/* As many processes and elements as numbers can tell. */
static bool most_are_planned(coll_rabred_model_t model)
{
    bool right = true;

    for (int i = 0; i < COLL_RABRED_COLLECTIVES; i++) {
        coll_rabred_choice_t choice = {.collective = (coll_rabred_collective_t) i};
        model.processes = INT_MAX;
        right = right && coll_rabred_choose(&choice, &model, COLL_RABRED_COMMUTATIVE, 1000, 8).algorithm >= 0;
        model.processes = 5;
        right = right && coll_rabred_choose(&choice, &model, COLL_RABRED_COMMUTATIVE, SIZE_MAX, 1).algorithm >= 0;
        coll_rabred_choice_free(&choice);
    }
    return right;
}

bool models_are_right(void)
{
    coll_rabred_model_t model = {.class = COLL_RABRED_NODE}, slow = {.class = COLL_RABRED_NETWORK};

    memcpy(model.machine, coll_rabred_machine_defaults, sizeof(model.machine));
    memset(slow.machine, 0xff, sizeof(slow.machine));
    return serves_all(&model) && serves_all(&slow) && most_are_planned(model) && are_rounded_up(model) && are_planned_once(model);
}

#include "forced_test.h"

#include "../../coll_rabred/choose/choice.h"

#include <stdio.h>
#include <string.h>

static bool means(const char *word, const char *name)
{
    int forced = coll_rabred_forced(COLL_RABRED_REDUCE, word);

    return forced >= 0 && 0 == strcmp(coll_rabred_forced_name(forced), name);
}

bool forced_words_are_right(void)
{
    const char *const wrong[] = {"", "rign", "3", "ring ", "Ring", "ring(threshold=4k)", "circ", "census"};   /* the last one for allreduce only */
    bool right = means("auto", "auto") && means("linear", "linear") && means("ring", "ring") && 0 == coll_rabred_forced(COLL_RABRED_REDUCE, "auto");

    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        right = right && -1 == coll_rabred_forced(COLL_RABRED_REDUCE, wrong[i]);
    }
    for (int i = 0; NULL != coll_rabred_algorithms[i].name; i++) {
        bool serves = coll_rabred_serves(&coll_rabred_algorithms[i], COLL_RABRED_REDUCE);
        right = right && (serves ? i + 1 : -1) == coll_rabred_forced(COLL_RABRED_REDUCE, coll_rabred_algorithms[i].name);
    }
    return right && 0 == strcmp(coll_rabred_forced_hint("3"), " (by name, not by number)") && 0 == strcmp(coll_rabred_forced_hint("rign"), "")
           && 0 == strcmp(coll_rabred_forced_hint("ring(threshold=4k)"), " (arguments are for rules)") && 0 == strcmp(coll_rabred_forced_hint(""), "");
}

/* Six processes; the rules and the forced algorithm, NULL and auto for none. */
static bool replaced(const char *rules, const char *forced, unsigned traits)
{
    coll_rabred_choice_t choice;
    coll_rabred_model_t model = {.processes = 6};
    char error[512];

    memcpy(model.machine, coll_rabred_machine_defaults, sizeof(model.machine));
    coll_rabred_choice_init(&choice, COLL_RABRED_ALLREDUCE, coll_rabred_forced(COLL_RABRED_ALLREDUCE, forced), 0, rules, error, sizeof(error));
    bool answer = coll_rabred_choose(&choice, &model, traits, 100000, 1).replaced;
    coll_rabred_choice_free(&choice);
    return answer;
}

bool replacements_are_right(void)
{
    return replaced(NULL, "butterfly", COLL_RABRED_COMMUTATIVE) && replaced("0-:butterfly", "auto", COLL_RABRED_COMMUTATIVE)
           && !replaced(NULL, "ring", COLL_RABRED_COMMUTATIVE) && !replaced("0-:ring", "auto", COLL_RABRED_COMMUTATIVE)
           && replaced("0-:circulant", "auto", 0) && !replaced(NULL, "auto", 0) && !replaced("0-1k:butterfly", "auto", 0);
}

typedef struct {
    coll_rabred_model_t model;
    coll_rabred_wish_t wish;
    bool right;
} call_t;

/* A threshold below a block's bytes cannot be told but by none and by all blocks. */
static bool is_same(const call_t *call, const coll_rabred_problem_t *problem, const coll_rabred_rule_t *rule, int argument)
{
    const size_t bytes = call->wish.elements * call->wish.element, blocks = coll_rabred_own_blocks(problem), wanted = problem->argument[argument];
    const size_t meant = coll_rabred_argument_value(problem, argument, rule->argument[argument], bytes);
    const bool told = !coll_rabred_arguments[argument].bytes || bytes >= blocks;

    return COLL_RABRED_DOUBLING == argument || meant == (told || 0 == wanted ? wanted : blocks);
}

static void read_again(void *context, const coll_rabred_candidate_t *candidate)
{
    call_t *call = context;
    const coll_rabred_problem_t problem = coll_rabred_candidate_problem(&call->model, &call->wish, candidate);
    char text[256], rule[300], error[512];
    coll_rabred_rules_t rules;

    coll_rabred_candidate_text(&call->model, &call->wish, candidate, text, sizeof(text));
    snprintf(rule, sizeof(rule), "0-:%s", text);
    if (!coll_rabred_rules_parse(&rules, rule, call->wish.collective, error, sizeof(error))) {
        call->right = false;
        return;
    }
    call->right = call->right && rules.rule[0].algorithm == candidate->algorithm;
    for (int i = 0; i < COLL_RABRED_ARGUMENTS; i++) {
        call->right = call->right && (!coll_rabred_takes(&coll_rabred_algorithms[candidate->algorithm], call->wish.collective, i)
                                      || is_same(call, &problem, &rules.rule[0], i));
    }
    coll_rabred_rules_free(&rules);
}

bool candidates_are_rules(void)
{
    static const int processes[] = {2, 9, 16, 48};
    static const size_t elements[] = {1, 3, 100, 4096, 100000};
    call_t call = {.right = true};

    memcpy(call.model.machine, coll_rabred_machine_defaults, sizeof(call.model.machine));
    for (size_t i = 0; i < sizeof(processes) / sizeof(processes[0]) * (sizeof(elements) / sizeof(elements[0])) * COLL_RABRED_COLLECTIVES; i++) {
        const coll_rabred_collective_t collective = (coll_rabred_collective_t) (i % COLL_RABRED_COLLECTIVES);
        call.model.processes = processes[i / COLL_RABRED_COLLECTIVES % 4];
        call.wish = (coll_rabred_wish_t) {collective, COLL_RABRED_COMMUTATIVE | COLL_RABRED_EXACT, 0, elements[i / COLL_RABRED_COLLECTIVES / 4], 8};
        coll_rabred_candidates(&call.model, &call.wish, read_again, &call);
    }
    return call.right;
}

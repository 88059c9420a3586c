#include "forced_test.h"

#include "../../coll_rabred/choose/choice.h"

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
    return right;
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

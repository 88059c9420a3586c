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
        bool serves = NULL != coll_rabred_recipe(&coll_rabred_algorithms[i], COLL_RABRED_REDUCE)[0];
        right = right && (serves ? i + 1 : -1) == coll_rabred_forced(COLL_RABRED_REDUCE, coll_rabred_algorithms[i].name);
    }
    return right;
}

/* Six processes; the rules and the forced algorithm, NULL and auto for none. */
static bool replaced(const char *rules, const char *forced, unsigned traits)
{
    coll_rabred_choice_t choice;
    char error[512];

    coll_rabred_choice_init(&choice, COLL_RABRED_ALLREDUCE, coll_rabred_forced(COLL_RABRED_ALLREDUCE, forced), 0, rules, error, sizeof(error));
    bool answer = coll_rabred_choose(&choice, 6, traits, 100000).replaced;
    coll_rabred_choice_free(&choice);
    return answer;
}

bool replacements_are_right(void)
{
    return replaced(NULL, "butterfly", COLL_RABRED_COMMUTATIVE) && replaced("0-:butterfly", "auto", COLL_RABRED_COMMUTATIVE)
           && !replaced(NULL, "ring", COLL_RABRED_COMMUTATIVE) && !replaced("0-:ring", "auto", COLL_RABRED_COMMUTATIVE)
           && replaced("0-:circulant", "auto", 0) && !replaced(NULL, "auto", 0) && !replaced("0-1k:butterfly", "auto", 0);
}

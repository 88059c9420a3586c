/*
 * Words that force an algorithm, as info keys give them, and what becomes of a choice with any rules behind them: the first line is
 * the word, the rest the rules.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "target.h"

#include "../../coll_rabred/choose/choice.h"

#include <string.h>

static void choose(int forced, coll_rabred_collective_t collective, const char *rules, unsigned promises)
{
    static const int processes[] = {3, 8, 200};
    static const size_t elements[] = {1, 1 << 24};
    static const unsigned kinds[] = {0, COLL_RABRED_COMMUTATIVE, COLL_RABRED_COMMUTATIVE | COLL_RABRED_EXACT};
    coll_rabred_choice_t choice;
    char error[300];

    coll_rabred_choice_init(&choice, collective, forced, promises, rules, error, sizeof(error));
    for (size_t i = 0; i < 18; i++) {
        coll_rabred_model_t model = {.processes = processes[i % 3], .class = COLL_RABRED_NETWORK};
        const unsigned traits = kinds[i / 6];
        memcpy(model.machine, coll_rabred_machine_defaults, sizeof(model.machine));
        coll_rabred_decision_t decision = coll_rabred_choose(&choice, &model, traits, elements[i / 3 % 2], 8);
        const coll_rabred_algorithm_t *algorithm = &coll_rabred_algorithms[decision.algorithm];
        must(coll_rabred_serves(algorithm, collective), "an algorithm that does not serve");
        must(NULL == coll_rabred_misfit(algorithm, model.processes, traits, promises), "an algorithm that does not fit");
    }
    coll_rabred_choice_free(&choice);
}

void target(const char *text, size_t length)
{
    char word[64];
    const char *rules = memchr(text, '\n', length);

    snprintf(word, sizeof(word), "%.*s", (int) strcspn(text, "\n"), text);
    for (int i = 0; i < COLL_RABRED_COLLECTIVES; i++) {
        int forced = coll_rabred_forced((coll_rabred_collective_t) i, word);
        must(forced < 0 || 0 == strcmp(word, coll_rabred_forced_name(forced)), "a word that means another one");
        choose(forced < 0 ? 0 : forced, (coll_rabred_collective_t) i, NULL == rules ? NULL : rules + 1, 0);
        choose(forced < 0 ? 0 : forced, (coll_rabred_collective_t) i, NULL == rules ? NULL : rules + 1, COLL_RABRED_CANONICAL);
    }
}

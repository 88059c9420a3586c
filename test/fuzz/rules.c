/*
 * Strings of rules, for all collectives: what is accepted covers what it says and can be read again rule by rule; what is
 * refused is told in one line.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "target.h"

#include "../../coll_rabred/choose/rules.h"

#include <string.h>

static void check_rule(const coll_rabred_rules_t *rules, const coll_rabred_rule_t *rule, coll_rabred_collective_t collective)
{
    coll_rabred_rules_t again;
    char error[512], text[4096];

    must(rule->from < rule->to && rule->fewest <= rule->most, "a rule that no call meets");
    must(rule == coll_rabred_rules_find(rules, rule->fewest, rule->from), "a rule that its own start does not find");
    must(rule->to == SIZE_MAX || rule != coll_rabred_rules_find(rules, rule->fewest, rule->to), "a rule beyond its end");
    must(rule->text + rule->length <= strlen(rules->string), "a rule outside the string");
    if (rule->length < sizeof(text)) {
        memcpy(text, rules->string + rule->text, rule->length);
        text[rule->length] = '\0';
        must(coll_rabred_rules_parse(&again, text, collective, error, sizeof(error)), "a rule that cannot be read alone");
        must(1 == again.count && again.rule->algorithm == rule->algorithm && again.rule->from == rule->from && again.rule->to == rule->to
             && 0 == memcmp(again.rule->argument, rule->argument, sizeof(rule->argument)), "a rule that means something else alone");
        coll_rabred_rules_free(&again);
    }
}

void target(const char *text, size_t length)
{
    (void) length;
    for (int i = 0; i < COLL_RABRED_COLLECTIVES; i++) {
        const coll_rabred_collective_t collective = (coll_rabred_collective_t) i;
        coll_rabred_rules_t rules;
        char error[200] = "", little[8];
        if (coll_rabred_rules_parse(&rules, text, collective, error, sizeof(error))) {
            must(rules.count > 0, "no rule in what was accepted");
            for (size_t rule = 0; rule < rules.count; rule++) {
                check_rule(&rules, &rules.rule[rule], collective);
            }
            coll_rabred_rules_free(&rules);
        } else {
            must(NULL == rules.rule && NULL == rules.string, "something left of what was refused");
            must('\0' != error[0], "refused without a reason");
            must(!coll_rabred_rules_parse(&rules, text, collective, little, sizeof(little)), "refused once only");
        }
    }
}

/*
 * Times of what comes before the levels of a plan (time_plan.c) and behind them, where blocks belong to processes.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "clock.h"
#include "phases.h"

void coll_rabred_time_arrange(coll_rabred_clock_t *c)
{
    size_t places = 1, blocks = coll_rabred_all(c);

    if (0 == c->problem->argument[COLL_RABRED_PERMUTED]) {
        return;
    }
    for (int i = 0; i < c->plan.plan.levels; i++) {
        places *= (size_t) c->plan.plan.level[i].radix;
    }
    c->permuted = true;
    c->plan.halve_above = coll_rabred_threshold_places(c->plan.halve_above, places, blocks);
    c->plan.range.count = (coll_rabred_blocks_t) places;
}

/*
 * What deliver hides. Where but one was folded or eliminated, the last to be done owns what it holds; each of the others stayed
 * in place at one level at least, which saved it a message, and where vectors stayed whole all that is hidden.
 */
static uint64_t hidden_in_deliver(const coll_rabred_clock_t *c, size_t members, size_t copies)
{
    bool one_left = members + 1 == (size_t) c->problem->processes, folded = c->plan.pairs > 0;

    if (c->tree) {   /* the clock is of those that hold what there is */
        return 0;
    }
    if (c->permuted || (one_left && copies > 1 && (folded || members >= (copies == members ? 4 : 8)))) {
        return c->hidden;
    }
    return one_left && folded ? coll_rabred_earliest(c->hidden, coll_rabred_exchange_time(c, coll_rabred_own(c))) : 0;
}

/* The first rank that did not stay in place: of the third group where three become two, or pairs one. */
static size_t first_that_left(const coll_rabred_clock_t *c)
{
    const coll_rabred_plan_t *plan = &c->plan.plan;
    const size_t p = (size_t) c->problem->processes;
    int i = 0;

    while (i < plan->levels && COLL_RABRED_TRIPLE != plan->level[i].kind && COLL_RABRED_THIN != plan->level[i].kind) {
        i++;
    }
    return i < plan->levels ? 2 * (p / (size_t) plan->level[i].groups) : p;
}

/* Every holder sends the owners what they lack: one message to each of those whose blocks lie in its part, where parts have
   several holders shared among these. Owners that hold the whole vector lack nothing. */
void coll_rabred_time_deliver(coll_rabred_clock_t *c)
{
    const coll_rabred_plan_t *plan = &c->plan.plan;
    size_t members = 1, copies = 1, own = coll_rabred_own(c), held = c->held[plan->levels];
    bool stay = (size_t) c->plan.group == (size_t) c->problem->processes, contiguous = plan->levels < 2 && !c->permuted;

    if (1 == c->elements) {   /* of a single one nothing is lacking */
        return;
    }
    for (int i = 0; i < plan->levels; i++) {
        members *= (size_t) plan->level[i].radix;
        copies *= c->split[i] ? 1 : (size_t) plan->level[i].radix;
    }
    stay = stay && members == (size_t) c->problem->processes;
    const size_t filled = c->filled, given = filled < held ? filled : held;
    bool served = !c->permuted && copies < members && !(stay && contiguous);
    stay = stay || ((c->permuted || copies == members) && filled <= first_that_left(c));   /* those to whom nothing goes do not count */
    coll_rabred_share_among_all(c);
    c->hidden = hidden_in_deliver(c, members, copies);
    if (served) {
        const size_t messages = (given + copies - 1) / copies;   /* or one less from the first, who has all and owns a part of it */
        coll_rabred_spend_early(c, filled > held ? coll_rabred_exchanges_time(c, messages, own)
                                                 : coll_rabred_transfers_time(c, messages - (1 == copies), own));
    } else if (!stay) {
        coll_rabred_spend_early(c, coll_rabred_transfer_time(c, own));
    }
    if (!served || copies > 1) {   /* else who copies its own serves nobody meanwhile */
        coll_rabred_spend(c, coll_rabred_copy_time(c, own));
    }
}

/*
 * Messages that return a result: where an exchange that reduces parts is followed by the round in which both send their
 * parts back, every segment can go back as soon as it is reduced, if both ends know that it will.
 *
 *            round r                                round r + 1, RETURNS
 *     P0     A-B_0:  B ->, A_0-1 = A_0 op A_1       A_0-1 ->, B_0-1
 *     P1     A-B_1:  A ->, B_0-1 = B_0 op B_1       B_0-1 ->, A_0-1
 *
 * In allreduce every phase that divides ranges and the way back that follows it have such a pair in their midst. Each process
 * finds it by itself; that all find the same is proved (test/sched).
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "builder.h"

static bool is_transfer(const coll_rabred_step_t *step)
{
    return step->verb <= COLL_RABRED_STEP_RECV_REDUCE;
}

static bool same(coll_rabred_range_t a, coll_rabred_range_t b)
{
    return a.first == b.first && a.count == b.count;
}

/* The buffer in which the result of a step stands at last, after the copies from `copy` on. */
static uint32_t stands_in(const coll_rabred_step_t *step, const coll_rabred_step_t *copy)
{
    uint32_t buffer = step->into;

    for (; COLL_RABRED_STEP_COPY == copy->verb; copy++) {
        buffer = same(copy->range, step->range) && copy->from == buffer ? copy->into : buffer;
    }
    return buffer;
}

/* True if one transfer carries back what the other, of the round before, brought or took. */
static bool answers(const coll_rabred_step_t *back, const coll_rabred_step_t *step, const coll_rabred_step_t *copy)
{
    bool plain = step->flags & COLL_RABRED_TWO_WAY && !((step->flags | back->flags) & COLL_RABRED_MORE);

    if (!plain || back->peer != step->peer || !same(back->range, step->range)) {
        return false;
    }
    if (COLL_RABRED_STEP_RECV_REDUCE == step->verb) {
        return COLL_RABRED_STEP_SEND == back->verb && back->from == stands_in(step, copy);
    }
    return COLL_RABRED_STEP_RECV == back->verb;
}

/* True if all n transfers from `back` on answer all of the m from `step` on, and the copies between are of what is reduced. */
static bool all_answer(const coll_rabred_step_t *step, size_t m, const coll_rabred_step_t *back, size_t n)
{
    const coll_rabred_step_t *copy = step + m + 1;
    size_t answered = 0, copied = 0;

    for (size_t i = 0; i < m && i < 2; i++) {
        for (size_t k = 0; k < n && k < 2; k++) {
            answered += answers(&back[k], &step[i], copy);
        }
        copied += COLL_RABRED_STEP_RECV_REDUCE == step[i].verb && step[i].into != stands_in(&step[i], copy);
    }
    return m <= 2 && m == n && m == answered && (ptrdiff_t) copied == back - copy;
}

void coll_rabred_mark_returns(coll_rabred_schedule_t *schedule)
{
    coll_rabred_step_t *step = schedule->step, *end = step + schedule->steps, *before = NULL;
    size_t transfers = 0;

    if (COLL_RABRED_ALLREDUCE != schedule->problem.collective) {
        return;   /* elsewhere a part that goes one way may look like it to one end */
    }
    while (step < end) {
        coll_rabred_step_t *first = step;
        while (step < end && is_transfer(step)) {
            step++;
        }
        size_t n = (size_t) (step - first);
        if (NULL != before && n > 0 && first->round == before->round + 1 && all_answer(before, transfers, first, n)) {
            for (size_t i = 0; i < n; i++) {
                first[i].flags |= COLL_RABRED_RETURNS;
            }
        }
        before = first;
        transfers = n;
        while (step < end && !is_transfer(step)) {   /* the wait, then local steps */
            step++;
        }
    }
}

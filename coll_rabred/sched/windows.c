/*
 * Windows of temporaries: where blocks pass through a buffer one after the other, as in pipelines, a few places serve
 * all of them, block b that of b modulo their number. So a pipeline of any length stays in a cache.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "builder.h"

#include <stdlib.h>

enum { WIDEST = 64 };

/* The rounds in which a block is in a buffer. */
typedef struct {
    uint32_t first, last;
    bool there;
} stay_t;

/* What is found out of one buffer. */
typedef struct {
    uint32_t buffer, round;
    stay_t *stay;                      /* [blocks] */
    coll_rabred_blocks_t *order;       /* [blocks]: as they come */
    size_t come;
    bool single;                       /* no step names more than one block of it */
} traffic_t;

static void note(void *context, uint32_t buffer, coll_rabred_range_t range)
{
    traffic_t *t = context;

    if (buffer != t->buffer || !t->single) {
        return;
    }
    t->single = 1 == range.count;
    stay_t *stay = &t->stay[range.first];
    if (!stay->there) {
        *stay = (stay_t) {.first = t->round, .there = true};
        t->order[t->come++] = range.first;
    }
    stay->last = t->round;
}

/* True if no block comes to a place in a round in which another one is still there. */
static bool suffices(const traffic_t *t, coll_rabred_blocks_t window)
{
    int64_t left[WIDEST];              /* the last round of who was there */

    for (coll_rabred_blocks_t place = 0; place < window; place++) {
        left[place] = -1;
    }
    for (size_t i = 0; i < t->come; i++) {
        const stay_t *stay = &t->stay[t->order[i]];
        int64_t *place = &left[t->order[i] % window];
        if (*place >= (int64_t) stay->first) {
            return false;
        }
        *place = stay->last;
    }
    return true;
}

static coll_rabred_blocks_t narrowest(const traffic_t *t)
{
    for (coll_rabred_blocks_t window = 1; window <= WIDEST && window < t->come; window++) {
        if (suffices(t, window)) {
            return window;
        }
    }
    return 0;
}

bool coll_rabred_find_windows(coll_rabred_schedule_t *schedule)
{
    const coll_rabred_problem_t *problem = &schedule->problem;

    if (!coll_rabred_takes(&coll_rabred_algorithms[problem->algorithm], problem->collective, COLL_RABRED_PIECES)) {
        return true;
    }
    stay_t *stay = calloc(problem->blocks, sizeof(*stay));
    coll_rabred_blocks_t *order = calloc(problem->blocks, sizeof(*order));
    for (uint32_t buffer = COLL_RABRED_TMP; buffer < schedule->buffers && NULL != stay && NULL != order; buffer++) {
        traffic_t traffic = {.buffer = buffer, .stay = stay, .order = order, .single = true};
        for (coll_rabred_blocks_t block = 0; block < problem->blocks; block++) {
            stay[block].there = false;
        }
        for (size_t i = 0; i < schedule->steps; i++) {
            traffic.round = schedule->step[i].round;   /* of local steps that of the transfers before them */
            coll_rabred_visit_buffers(&schedule->step[i], note, &traffic);
        }
        schedule->window[buffer] = traffic.single ? narrowest(&traffic) : 0;
    }
    bool found = NULL != stay && NULL != order;
    free(stay);
    free(order);
    return found;
}

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "builder.h"

#include <stdlib.h>
#include <string.h>

/* Appends a step; NULL when out of memory, now or before. */
static coll_rabred_step_t *append(coll_rabred_builder_t *b, coll_rabred_verb_t verb, coll_rabred_range_t range)
{
    coll_rabred_schedule_t *s = b->schedule;

    if (!b->failed && s->steps == b->capacity) {
        size_t capacity = 0 == b->capacity ? 32 : 2 * b->capacity;
        coll_rabred_step_t *grown = realloc(s->step, capacity * sizeof(*grown));
        if (NULL == grown) {
            b->failed = true;
        } else {
            s->step = grown;
            b->capacity = capacity;
        }
    }
    if (b->failed) {
        return NULL;
    }
    coll_rabred_step_t *step = &s->step[s->steps++];
    memset(step, 0, sizeof(*step));
    step->verb = (uint8_t) verb;
    step->round = b->round;
    step->range = range;
    return step;
}

void coll_rabred_send(coll_rabred_builder_t *b, int peer, uint32_t from, coll_rabred_range_t range, bool reduced)
{
    coll_rabred_step_t *step = 0 == range.count ? NULL : append(b, COLL_RABRED_STEP_SEND, range);

    if (NULL != step) {
        step->peer = peer;
        step->from = from;
        step->flags = reduced ? COLL_RABRED_RECEIVER_REDUCES : 0;
    }
}

void coll_rabred_recv(coll_rabred_builder_t *b, int peer, uint32_t into, coll_rabred_range_t range)
{
    coll_rabred_step_t *step = 0 == range.count ? NULL : append(b, COLL_RABRED_STEP_RECV, range);

    if (NULL != step) {
        step->peer = peer;
        step->into = into;
    }
}

/* Local steps take effect after the transfers of the round that has just ended. */
static coll_rabred_step_t *append_local(coll_rabred_builder_t *b, coll_rabred_verb_t verb, uint32_t into,
                                        coll_rabred_range_t range)
{
    coll_rabred_step_t *step = 0 == range.count ? NULL : append(b, verb, range);

    if (NULL != step) {
        step->round = 0 == b->round ? 0 : b->round - 1;
        step->into = into;
        b->round_start++;
    }
    return step;
}

void coll_rabred_reduce(coll_rabred_builder_t *b, uint32_t into, uint32_t left, uint32_t right,
                        coll_rabred_range_t range)
{
    coll_rabred_step_t *step = append_local(b, COLL_RABRED_STEP_REDUCE, into, range);

    if (NULL != step) {
        step->left = left;
        step->right = right;
    }
}

void coll_rabred_copy(coll_rabred_builder_t *b, uint32_t into, uint32_t from, coll_rabred_range_t range)
{
    coll_rabred_step_t *step = append_local(b, COLL_RABRED_STEP_COPY, into, range);

    if (NULL != step) {
        step->from = from;
    }
}

static uint32_t other_work(const coll_rabred_builder_t *b)
{
    return b->value == b->work[0] ? b->work[1] : b->work[0];
}

void coll_rabred_recv_reduce(coll_rabred_builder_t *b, int peer, coll_rabred_range_t range,
                             coll_rabred_side_t side, bool alternate)
{
    bool received_left = COLL_RABRED_LEFT == side;
    bool staged = received_left || alternate;
    uint32_t own = b->value, received;

    /* What is not received where the result will stand is staged, and may be reduced onto the own
       value, unless that must last or is the left operand. */
    if (!received_left || alternate || COLL_RABRED_IN == own) {
        b->value = other_work(b);
    }
    received = staged ? COLL_RABRED_TMP + 2 + b->stages : b->value;
    coll_rabred_step_t *step = 0 == range.count ? NULL : append(b, COLL_RABRED_STEP_RECV_REDUCE, range);
    if (NULL != step) {
        b->stages += staged;
        step->peer = peer;
        step->into = b->value;
        step->left = received_left ? received : own;
        step->right = received_left ? own : received;
        step->flags = received_left ? COLL_RABRED_RECEIVED_LEFT : 0;
    }
}

void coll_rabred_exchange(coll_rabred_builder_t *b, int peer, coll_rabred_range_t kept,
                          coll_rabred_range_t given, coll_rabred_side_t side)
{
    uint32_t from = b->value;

    coll_rabred_recv_reduce(b, peer, kept, side, kept.first == given.first);
    coll_rabred_send(b, peer, from, given, true);
}

/* The step before is a piece of the message that comes next. */
static void continue_message(coll_rabred_builder_t *b, coll_rabred_verb_t verb, int peer, coll_rabred_range_t range)
{
    coll_rabred_schedule_t *s = b->schedule;

    if (0 == range.count || b->failed || s->steps == b->round_start) {
        return;
    }
    coll_rabred_step_t *last = &s->step[s->steps - 1];
    if (verb == (coll_rabred_verb_t) last->verb && peer == last->peer) {
        last->flags |= COLL_RABRED_MORE;
    }
}

void coll_rabred_send_piece(coll_rabred_builder_t *b, int piece, int peer, uint32_t from, coll_rabred_range_t range,
                            bool reduced)
{
    if (piece > 0) {
        continue_message(b, COLL_RABRED_STEP_SEND, peer, range);
    }
    coll_rabred_send(b, peer, from, range, reduced);
}

void coll_rabred_recv_piece(coll_rabred_builder_t *b, int piece, int peer, uint32_t into, coll_rabred_range_t range)
{
    if (piece > 0) {
        continue_message(b, COLL_RABRED_STEP_RECV, peer, range);
    }
    coll_rabred_recv(b, peer, into, range);
}

void coll_rabred_go_to_round(coll_rabred_builder_t *b, uint32_t round)
{
    b->round = round;
}

void coll_rabred_end_round(coll_rabred_builder_t *b)
{
    coll_rabred_schedule_t *s = b->schedule;

    if (s->steps > b->round_start) {   /* there were transfers */
        coll_rabred_step_t *last = &s->step[s->steps - 1];
        if (COLL_RABRED_STEP_SEND == last->verb) {
            last->flags |= COLL_RABRED_LAST;
        }
        (void) append(b, COLL_RABRED_STEP_WAIT, (coll_rabred_range_t) {0, 0});
    }
    b->round++;
    b->stages = 0;
    b->round_start = s->steps;
}

/* Exchanges the names of two buffers in all steps so far. */
static void rename_buffers(coll_rabred_schedule_t *s, uint32_t x, uint32_t y)
{
    for (size_t i = 0; i < s->steps; i++) {
        uint32_t *names[] = {&s->step[i].into, &s->step[i].left, &s->step[i].right};
        for (size_t n = 0; n < 3; n++) {
            *names[n] = x == *names[n] ? y : y == *names[n] ? x : *names[n];
        }
    }
}

void coll_rabred_settle(coll_rabred_builder_t *b)
{
    if (!b->has_out || COLL_RABRED_OUT == b->value) {
        return;
    }
    if (COLL_RABRED_OUT == b->input || COLL_RABRED_IN == b->value) {
        coll_rabred_copy(b, COLL_RABRED_OUT, b->value, b->range);
    } else {
        rename_buffers(b->schedule, b->work[0], b->work[1]);
    }
    b->value = COLL_RABRED_OUT;
}

int coll_rabred_member(const coll_rabred_builder_t *b, int i)
{
    int root = b->problem->root;

    if (0 == i && b->stand_in >= 0) {
        return b->stand_in;
    }
    if (i >= b->pairs) {
        return b->base + i + b->pairs;
    }
    return COLL_RABRED_REDUCE == b->problem->collective && 2 * i + 1 == root ? root : 2 * i;
}

int coll_rabred_root_member(const coll_rabred_builder_t *b)
{
    int root = b->problem->root;

    if (b->stand_in >= 0) {
        return 0;
    }
    return root < 2 * b->pairs ? root / 2 : root - b->pairs;
}

coll_rabred_range_t coll_rabred_part(coll_rabred_range_t range, int k, int i)
{
    uint64_t parts = (uint64_t) k, first = ((uint64_t) i * range.count + parts - 1) / parts;
    uint64_t end = ((uint64_t) (i + 1) * range.count + parts - 1) / parts;

    return (coll_rabred_range_t) {range.first + (coll_rabred_blocks_t) first, (coll_rabred_blocks_t) (end - first)};
}

coll_rabred_range_t coll_rabred_join_parts(coll_rabred_range_t range, int k, int i, int n)
{
    coll_rabred_range_t first = coll_rabred_part(range, k, i), last = coll_rabred_part(range, k, i + n - 1);

    return (coll_rabred_range_t) {first.first, last.first + last.count - first.first};
}

coll_rabred_range_t coll_rabred_whole(const coll_rabred_builder_t *b)
{
    return (coll_rabred_range_t) {0, b->schedule->problem.blocks};
}

int coll_rabred_power_below(int x)
{
    int power = 1;

    while (power <= x / 2) {
        power *= 2;
    }
    return power;
}

int coll_rabred_ceil_log2(int x)
{
    int exponent = 0;

    while (exponent < 31 && (INT64_C(1) << exponent) < x) {
        exponent++;
    }
    return exponent;
}

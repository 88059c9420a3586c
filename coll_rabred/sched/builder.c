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

/* Appends the step for every piece listed, which makes them one message. */
static void append_list(coll_rabred_builder_t *b, const coll_rabred_step_t *like)
{
    for (size_t i = 0; i < b->listed; i++) {
        coll_rabred_step_t *step = append(b, (coll_rabred_verb_t) like->verb, b->list[i]);
        if (NULL != step) {
            step->flags = like->flags | (i + 1 < b->listed ? COLL_RABRED_MORE : 0);
            step->peer = like->peer;
            step->into = like->into;
            step->left = like->left;
            step->right = like->right;
        }
    }
    b->listed = 0;
}

void coll_rabred_send_list(coll_rabred_builder_t *b, int peer, uint32_t from, bool reduced)
{
    append_list(b, &(coll_rabred_step_t) {.verb = COLL_RABRED_STEP_SEND, .peer = peer, .from = from,
                                          .flags = reduced ? COLL_RABRED_RECEIVER_REDUCES : 0});
}

void coll_rabred_send(coll_rabred_builder_t *b, int peer, uint32_t from, coll_rabred_range_t range, bool reduced)
{
    coll_rabred_list_blocks(b, range);
    coll_rabred_send_list(b, peer, from, reduced);
}

void coll_rabred_recv_list(coll_rabred_builder_t *b, int peer, uint32_t into)
{
    append_list(b, &(coll_rabred_step_t) {.verb = COLL_RABRED_STEP_RECV, .peer = peer, .into = into});
}

void coll_rabred_recv(coll_rabred_builder_t *b, int peer, uint32_t into, coll_rabred_range_t range)
{
    coll_rabred_list_blocks(b, range);
    coll_rabred_recv_list(b, peer, into);
}

/* Local steps take effect after the transfers of the round that has just ended. */
static void append_local(coll_rabred_builder_t *b, coll_rabred_verb_t verb, coll_rabred_range_t range,
                         uint32_t into, uint32_t left, uint32_t right)
{
    coll_rabred_list_blocks(b, range);
    for (size_t i = 0; i < b->listed; i++) {
        coll_rabred_step_t *step = append(b, verb, b->list[i]);
        if (NULL != step) {
            step->round = 0 == b->round ? 0 : b->round - 1;
            step->into = into;
            step->left = left;
            step->right = right;
            b->round_start++;
        }
    }
    b->listed = 0;
}

void coll_rabred_reduce(coll_rabred_builder_t *b, uint32_t into, uint32_t left, uint32_t right,
                        coll_rabred_range_t range)
{
    append_local(b, COLL_RABRED_STEP_REDUCE, range, into, left, right);
}

void coll_rabred_copy(coll_rabred_builder_t *b, uint32_t into, uint32_t from, coll_rabred_range_t range)
{
    append_local(b, COLL_RABRED_STEP_COPY, range, into, from, 0);
}

static uint32_t other_work(const coll_rabred_builder_t *b)
{
    return b->value == b->work[0] ? b->work[1] : b->work[0];
}

void coll_rabred_give_list(coll_rabred_builder_t *b, int peer, uint32_t from)
{
    append_list(b, &(coll_rabred_step_t) {.verb = COLL_RABRED_STEP_SEND, .peer = peer, .from = from,
                                          .flags = COLL_RABRED_RECEIVER_REDUCES | COLL_RABRED_TWO_WAY});
}

/* Receives what is listed, to be reduced; of a message with these flags. */
static void recv_reduce_list(coll_rabred_builder_t *b, int peer, coll_rabred_side_t side, bool alternate, uint8_t flags)
{
    bool received_left = COLL_RABRED_LEFT == side;
    bool staged = received_left || alternate;
    uint32_t own = b->value, received;
    const bool lands = received_left && !alternate && COLL_RABRED_IN == own;

    /* What is not received where the result will stand is staged, and may be reduced onto the own
       value, unless that must last or is the left operand. */
    if (!received_left || alternate || COLL_RABRED_IN == own) {
        b->value = other_work(b);
    }
    received = staged ? COLL_RABRED_TMP + 2 + b->stages : b->value;
    b->stages += staged && b->listed > 0;
    append_list(b, &(coll_rabred_step_t) {
        .verb = COLL_RABRED_STEP_RECV_REDUCE, .peer = peer, .into = b->value, .left = received_left ? received : own,
        .right = received_left ? own : received, .flags = (received_left ? COLL_RABRED_RECEIVED_LEFT : 0) | (lands ? COLL_RABRED_LANDS : 0) | flags
    });
}

void coll_rabred_take_list(coll_rabred_builder_t *b, int peer, coll_rabred_side_t side, bool alternate)
{
    recv_reduce_list(b, peer, side, alternate, COLL_RABRED_TWO_WAY);
}

void coll_rabred_recv_reduce(coll_rabred_builder_t *b, int peer, coll_rabred_range_t range,
                             coll_rabred_side_t side, bool alternate)
{
    coll_rabred_list_blocks(b, range);
    recv_reduce_list(b, peer, side, alternate, 0);
}

void coll_rabred_exchange(coll_rabred_builder_t *b, int peer, coll_rabred_range_t kept,
                          coll_rabred_range_t given, coll_rabred_side_t side)
{
    uint32_t from = b->value;

    coll_rabred_list_blocks(b, kept);
    coll_rabred_take_list(b, peer, side, kept.first == given.first);
    coll_rabred_list_blocks(b, given);
    coll_rabred_give_list(b, peer, from);
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
    if (NULL != b->rank_of) {
        return b->rank_of[i];
    }
    if (i >= b->pairs) {
        return b->base + i + b->pairs;
    }
    return COLL_RABRED_REDUCE == b->problem->collective && 2 * i + 1 == root ? root : 2 * i;
}

int coll_rabred_member_of(const coll_rabred_builder_t *b, int rank)
{
    int i = rank < 2 * b->pairs ? rank / 2 : rank - b->pairs;

    return i < b->group && rank == coll_rabred_member(b, i) ? i : -1;
}

int coll_rabred_root_member(const coll_rabred_builder_t *b)
{
    int root = b->problem->root;

    if (b->stand_in >= 0) {
        return 0;
    }
    if (NULL != b->rank_of) {
        return b->root_member;
    }
    return root < 2 * b->pairs ? root / 2 : root - b->pairs;
}

coll_rabred_range_t coll_rabred_whole(const coll_rabred_builder_t *b)
{
    return (coll_rabred_range_t) {0, b->schedule->problem.blocks};
}

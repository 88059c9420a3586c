/*
 * Segments: a long message that its receiver reduces and answers with another one is cut at the same elements at both
 * ends, so that one segment is reduced while the next ones travel and is still in cache when it is.
 *
 * All transfers of a round advance together. Of every cut message WINDOW segments are under way; operands that arrive in
 * scratch take turns in as many places; for WINDOW = 2:
 *
 *     turn        0      1          2          3
 *     post        r0 s0  r1 s1      r2 s2      r3 s3            receives before sends; s2 after s0 is complete
 *     reduce                    0          1          2         each after its receive is complete
 *     send back                 0          1          2         where the next round returns the result
 *
 * A round that returns results (schedule.h) is compiled into the one before: segment k goes back when it is reduced, in turn
 * k + WINDOW - 1 or, of fewer segments, k + their number - 1, and the results of what was sent are received in the same
 * turn. Two processes that send to each other in both rounds have the same two lengths, and so post the same messages in the
 * same order. Nothing can wait for ever: what is waited for in a turn needs of others what they post in earlier turns,
 * for no segment is waited for in the turn in which it is posted.
 *
 * A message that only goes one way has nothing to overlap with, and travels whole, unless it is longer than may be under way and its receiver
 * reduces or unpacks it. So do two that cross otherwise than schedule.h's TWO_WAY and RETURNS say, but between nodes, where segments need no
 * announcement (emit.c): there messages of one process to several others take turns, instead of leaving in the order in which answers arrive
 * (perf/results/2026-11-26-network-packets).
 *
 * A segment is reduced into nothing that another message of the round reads or writes (schedule.h).
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "compiler.h"

enum { WINDOW = 3 };

static bool is_send(const coll_rabred_transfer_t *t)
{
    return COLL_RABRED_STEP_SEND == t->step->verb;
}

/* True if the receiver of a message reduces it. */
static bool is_reduced(const coll_rabred_transfer_t *t)
{
    return is_send(t) ? t->step->flags & COLL_RABRED_RECEIVER_REDUCES : COLL_RABRED_STEP_RECV_REDUCE == t->step->verb;
}

/* Gives an operand that arrives in scratch its place. */
static void stage(coll_rabred_compiler_t *c, coll_rabred_transfer_t *t, size_t *staged)
{
    const bool turns = t->segments > WINDOW;
    const size_t elements = turns ? t->segment : t->part.elements;

    t->place = (coll_rabred_place_t) {COLL_RABRED_STAGE, coll_rabred_take_room(c->data, elements, staged)};
    t->stride = 0;
    for (ptrdiff_t place = t->place.offset, i = 1; turns && i < WINDOW; i++) {
        const ptrdiff_t next = coll_rabred_take_room(c->data, elements, staged);
        t->stride = next - place;
        place = next;
    }
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* True if another message of the round goes the other way; who sends to each other is at most a window ahead. */
static bool is_mutual(const coll_rabred_compiler_t *c, const coll_rabred_transfer_t *t)
{
    const coll_rabred_transfer_t *other = c->program->transfer, *end = other + c->transfers;

    while (other < end && (other->step->peer != t->step->peer || is_send(other) == is_send(t))) {
        other++;
    }
    return other < end;
}

/* Elements of a segment of a message; both ends find the same. */
static size_t segment_of(const coll_rabred_compiler_t *c, const coll_rabred_transfer_t *t)
{
    const size_t size = c->data->packed, elements = t->part.elements, unannounced = coll_rabred_unannounced(c, t);
    const size_t most = coll_rabred_most_under_way(c), bytes = c->limits->segment;
    bool both = t->step->flags & (COLL_RABRED_TWO_WAY | COLL_RABRED_RETURNS) || (unannounced > 0 && is_mutual(c, t));

    if (0 == bytes || 0 == elements || t->within || t->pieces > 1 || !(both || is_reduced(t) || c->data->gaps) || (!both && elements <= most)) {
        return elements;
    }
    const size_t longest = unannounced > 0 && unannounced < bytes / size ? unannounced : bytes / size;
    size_t segment = both ? larger(longest, 0 == c->limits->segments ? 0 : (elements - 1) / c->limits->segments + 1) : most / WINDOW;
    return larger(segment < most / WINDOW ? segment : most / WINDOW, elements / COLL_RABRED_MOST_SEGMENTS + 1);
}

/* True if both are sends of the same, cut alike. */
static bool repeats(const coll_rabred_transfer_t *t, const coll_rabred_transfer_t *before)
{
    return is_send(t) && is_send(before) && 1 == before->pieces && t->returns == before->returns && t->segments == before->segments
           && t->part.elements == before->part.elements && t->place.base == before->place.base && t->place.offset == before->place.offset;
}

/* What has gaps travels packed, unless it is too long and not cut. Gives packed messages their places, segments in turn. */
static void pack(coll_rabred_compiler_t *c, coll_rabred_transfer_t *t, size_t *packed)
{
    if (c->data->gaps && t->pieces <= 1 && !t->within) {
        t->pieces = t->segments > 1 || t->part.elements <= coll_rabred_most_under_way(c);
        t->packed = t->pieces * t->part.elements * c->data->packed;
        t->repeated = t->pieces > 0 && t > c->program->transfer && repeats(t, &t[-1]);
    }
    t->packed_offset = t->repeated ? t[-1].packed_offset : *packed;
    *packed += t->repeated ? 0 : t->pieces > 0 && t->segments > WINDOW ? WINDOW * t->segment * c->data->packed : t->packed;
}

void coll_rabred_cut_round(coll_rabred_compiler_t *c)
{
    coll_rabred_transfer_t *transfer = c->program->transfer;
    size_t staged = 0, packed = 0;

    c->segments = 1;
    for (size_t i = 0; i < c->transfers; i++) {
        coll_rabred_transfer_t *t = &transfer[i];
        t->segment = segment_of(c, t);
        if (t->part.elements > t->segment) {
            t->segments = (t->part.elements - 1) / t->segment + 1;
            c->segments = t->segments > c->segments ? t->segments : c->segments;
        }
        pack(c, t, &packed);
    }
    for (size_t i = 0; i < c->transfers; i++) {
        const coll_rabred_step_t *step = transfer[i].step;
        if (COLL_RABRED_STEP_RECV_REDUCE == step->verb && !coll_rabred_lands(c, step)) {
            stage(c, &transfer[i], &staged);
        }
    }
    c->program->staged = larger(staged, c->program->staged);
    c->program->packed = larger(packed, c->program->packed);
}

/* One segment of a transfer, as a transfer of its own. */
static coll_rabred_transfer_t take_segment(const coll_rabred_compiler_t *c, const coll_rabred_transfer_t *t, size_t number)
{
    coll_rabred_transfer_t part = *t;
    size_t first = number * t->segment, rest = t->part.elements - first;

    part.part = (coll_rabred_part_t) {t->part.start + first, rest < t->segment ? rest : t->segment};
    part.place.offset += 0 == t->stride ? (ptrdiff_t) first * c->data->extent : (ptrdiff_t) (number % WINDOW) * t->stride;
    if (1 == t->pieces) {
        part.packed = part.part.elements * c->data->packed;
        part.packed_offset += number % WINDOW * t->segment * c->data->packed;
    }
    return part;
}

/* Messages that are posted together, segment by segment, in this order. */
typedef enum { RECEIVES, SENDS, RECEIVES_BACK, SENDS_BACK, KINDS } kind_t;

/* Requests of a round: of segments, which take turns, by kind of message; then of what is not cut. */
typedef struct {
    size_t window;                    /* segments of a message under way */
    size_t packets;                   /* a segment, or what is not cut, has as many requests */
    size_t messages[KINDS], first[KINDS];
    size_t whole;                     /* the first request of what is not cut */
} requests_t;

static kind_t kind_of(const coll_rabred_transfer_t *t)
{
    return (is_send(t) ? SENDS : RECEIVES) + (t->returns ? RECEIVES_BACK : RECEIVES);
}

/* Where a round is answered each of its messages, none of which has several pieces (returns.c), goes by segments, be it one. */
static bool is_cut(const coll_rabred_compiler_t *c, const coll_rabred_transfer_t *t)
{
    return t->segments > 1 || NULL != c->copy;
}

static size_t packets_of(const coll_rabred_compiler_t *c, const coll_rabred_transfer_t *t, size_t segment)
{
    const coll_rabred_transfer_t part = take_segment(c, t, segment);

    return coll_rabred_packets(c, &part);
}

static requests_t count_requests(const coll_rabred_compiler_t *c)
{
    requests_t requests = {.window = c->segments > WINDOW ? WINDOW : c->segments};

    for (size_t i = 0; i < c->transfers; i++) {
        const coll_rabred_transfer_t *t = &c->program->transfer[i];
        requests.messages[kind_of(t)] += is_cut(c, t);
        /* All segments but the last are of one length, and a shorter one may be cut where they are not. */
        requests.packets = larger(requests.packets, larger(packets_of(c, t, 0), packets_of(c, t, t->segments - 1)));
    }
    for (int kind = 0; kind < KINDS; kind++) {
        requests.first[kind] = requests.whole;
        requests.whole += requests.window * requests.packets * requests.messages[kind];
    }
    return requests;
}

static size_t request_of(const requests_t *requests, kind_t kind, size_t segment)
{
    return requests->first[kind] + segment % requests->window * requests->packets * requests->messages[kind];
}

/* Posts segment number `segment` of all messages of a kind that have one; with the first, what is not cut. */
static void post(coll_rabred_compiler_t *c, const requests_t *requests, kind_t kind, size_t segment)
{
    const coll_rabred_transfer_t *transfer = c->program->transfer;
    size_t next = request_of(requests, kind, segment);

    for (size_t i = 0; i < c->transfers; i++) {
        if (kind != kind_of(&transfer[i])) {
            continue;
        }
        bool cut = is_cut(c, &transfer[i]);
        if (cut && segment < transfer[i].segments) {
            coll_rabred_transfer_t part = take_segment(c, &transfer[i], segment);
            (void) coll_rabred_emit_transfer(c, &part, next);
        } else if (!cut && 0 == segment) {
            (void) coll_rabred_emit_transfer(c, &transfer[i], requests->whole + i * requests->packets);
        }
        next += cut ? requests->packets : 0;
    }
}

/* Waits for segment number `segment` of all cut messages of a kind, where any has been posted. */
static void await(coll_rabred_compiler_t *c, const requests_t *requests, kind_t kind, size_t segment)
{
    if (requests->messages[kind] > 0) {
        coll_rabred_emit_wait(c, request_of(requests, kind, segment), requests->packets * requests->messages[kind]);
    }
}

/* A segment of all cut messages of a kind that are packed has arrived: unpacks it. */
static void unpack(coll_rabred_compiler_t *c, kind_t kind, size_t segment)
{
    for (size_t i = 0; i < c->transfers; i++) {
        coll_rabred_transfer_t *t = &c->program->transfer[i];
        if (kind == kind_of(t) && is_cut(c, t) && t->pieces > 0 && segment < t->segments) {
            const coll_rabred_transfer_t part = take_segment(c, t, segment);
            coll_rabred_emit_packing(c, &part, COLL_RABRED_OP_UNPACK);
            t->finished = true;
        }
    }
}

/* Reduces a segment, and copies the result on where it is sent back from another place. */
static void reduce(coll_rabred_compiler_t *c, size_t segment)
{
    coll_rabred_transfer_t *transfer = c->program->transfer;

    for (size_t i = 0; i < c->transfers; i++) {
        coll_rabred_transfer_t *t = &transfer[i];
        if (COLL_RABRED_STEP_RECV_REDUCE == t->step->verb && is_cut(c, t) && segment < t->segments) {
            coll_rabred_transfer_t part = take_segment(c, t, segment);
            coll_rabred_emit_reduction(c, t->step, part.part, &part.place);
            for (const coll_rabred_step_t *copy = c->copy; NULL != copy && COLL_RABRED_STEP_COPY == copy->verb; copy++) {
                coll_rabred_emit_copy(c, copy, part.part);
            }
            t->finished = true;
        }
    }
}

/* A segment that is reduced goes back, and the result of what was sent comes back over it: not before it has gone. */
static void answer(coll_rabred_compiler_t *c, const requests_t *requests, size_t segment)
{
    if (segment >= requests->window) {
        await(c, requests, RECEIVES_BACK, segment);
        unpack(c, RECEIVES_BACK, segment - requests->window);
    }
    await(c, requests, SENDS, segment);
    post(c, requests, RECEIVES_BACK, segment);
    if (segment >= requests->window) {
        await(c, requests, SENDS_BACK, segment);
    }
    post(c, requests, SENDS_BACK, segment);
}

void coll_rabred_compile_segments(coll_rabred_compiler_t *c)
{
    const requests_t requests = count_requests(c);

    for (size_t turn = 0; turn < c->segments + requests.window - 1; turn++) {
        size_t complete = turn + 1 - requests.window;   /* wraps before the window is full */
        if (turn < c->segments) {
            post(c, &requests, RECEIVES, turn);
            if (turn >= requests.window) {
                await(c, &requests, SENDS, turn);
            }
            post(c, &requests, SENDS, turn);
        }
        if (complete < c->segments) {
            await(c, &requests, RECEIVES, complete);
            unpack(c, RECEIVES, complete);
            reduce(c, complete);
            if (NULL != c->copy) {
                answer(c, &requests, complete);
            }
        }
    }
    coll_rabred_emit_wait(c, 0, requests.whole + c->transfers * requests.packets);
    for (size_t last = c->segments - requests.window; last < c->segments; last++) {
        unpack(c, RECEIVES_BACK, last);
    }
}

/*
 * Segments: a long message whose receiver reduces it is cut at the same elements at both ends, so that one segment
 * is reduced while the next ones travel and is still in cache when it is.
 *
 * All transfers of a round advance together. Of every cut message WINDOW segments are under way; operands that arrive in
 * scratch take turns in as many places:
 *
 *     segment     0  1  2  3 ...
 *     post        r0 s0 r1 s1       r2 s2       r3 s3           receives before sends; s2 after s0 is complete
 *     reduce                  0           1           2         each after its receive is complete
 *
 * A segment is reduced into nothing that a message of the round has still to read, and reductions of one range
 * keep their order: where the round does not allow that, its messages are cut all the same, as the other ends
 * expect, but all segments travel before any is reduced.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "compiler.h"

enum { WINDOW = 3, MOST_COMPARED = 64 };

static bool is_send(const coll_rabred_transfer_t *t)
{
    return COLL_RABRED_STEP_SEND == t->step->verb;
}

/* True if the receiver of a message reduces it. */
static bool is_reduced(const coll_rabred_transfer_t *t)
{
    return is_send(t) ? t->step->flags & COLL_RABRED_RECEIVER_REDUCES : COLL_RABRED_STEP_RECV_REDUCE == t->step->verb;
}

static bool overlap(coll_rabred_range_t a, coll_rabred_range_t b)
{
    return a.first < b.first + b.count && b.first < a.first + a.count;
}

static bool same(coll_rabred_range_t a, coll_rabred_range_t b)
{
    return a.first == b.first && a.count == b.count;
}

/* True if what one transfer's reduction writes concerns another transfer of the round. */
static bool disturbs(const coll_rabred_transfer_t *reduction, const coll_rabred_transfer_t *other)
{
    if (!overlap(reduction->step->range, other->step->range)) {
        return false;
    }
    if (is_send(other)) {
        return reduction->step->into == other->step->from;
    }
    if (COLL_RABRED_STEP_RECV == other->step->verb) {
        return reduction->step->left == other->step->into || reduction->step->right == other->step->into;
    }
    return !same(reduction->step->range, other->step->range);
}

/* True if segments can be reduced while others travel. */
static bool can_reduce_early(const coll_rabred_compiler_t *c)
{
    const coll_rabred_transfer_t *transfer = c->program->transfer;
    const coll_rabred_problem_t *problem = &c->schedule->problem;

    if (c->transfers > MOST_COMPARED) {
        return false;
    }
    for (size_t i = 0; i < c->transfers; i++) {
        const coll_rabred_step_t *step = transfer[i].step;
        if (COLL_RABRED_STEP_RECV_REDUCE != step->verb) {
            continue;
        }
        /* In place the own blocks of a reduce_scatter lie over other ones of the input. */
        if (problem->in_place && coll_rabred_scatters(problem->collective) && COLL_RABRED_OUT == step->into) {
            return false;
        }
        for (size_t k = 0; k < c->transfers; k++) {
            if (k != i && disturbs(&transfer[i], &transfer[k])) {
                return false;
            }
        }
    }
    return true;
}

/* Gives an operand that arrives in scratch its place. */
static void stage(coll_rabred_compiler_t *c, coll_rabred_transfer_t *t, size_t *staged)
{
    bool turns = c->early && t->segments > WINDOW;
    ptrdiff_t offset;
    size_t room = coll_rabred_room(c->data, turns ? c->segment : t->part.elements, &offset);

    t->place = (coll_rabred_place_t) {coll_rabred_stage_buffer(c->schedule), (ptrdiff_t) *staged + offset};
    t->stride = turns ? (ptrdiff_t) room : 0;
    *staged += turns ? WINDOW * room : room;
}

void coll_rabred_cut_round(coll_rabred_compiler_t *c)
{
    coll_rabred_transfer_t *transfer = c->program->transfer;
    size_t staged = 0;

    c->segment = 0 == c->limits->segment ? SIZE_MAX : c->limits->segment / c->data->packed;
    c->segment = 0 == c->segment ? 1 : c->segment;
    c->segments = 1;
    for (size_t i = 0; i < c->transfers; i++) {
        coll_rabred_transfer_t *t = &transfer[i];
        if (is_reduced(t) && !t->within && 0 == t->packed && t->part.elements > c->segment) {
            t->segments = (t->part.elements - 1) / c->segment + 1;
            c->segments = t->segments > c->segments ? t->segments : c->segments;
        }
    }
    c->early = c->segments > 1 && can_reduce_early(c);
    for (size_t i = 0; i < c->transfers; i++) {
        const coll_rabred_step_t *step = transfer[i].step;
        if (COLL_RABRED_STEP_RECV_REDUCE == step->verb && coll_rabred_received(step) != step->into) {
            stage(c, &transfer[i], &staged);
        }
    }
    c->program->staged = staged > c->program->staged ? staged : c->program->staged;
}

/* One segment of a cut transfer, as a transfer of its own. */
static coll_rabred_transfer_t segment_of(const coll_rabred_compiler_t *c, const coll_rabred_transfer_t *t, size_t segment)
{
    coll_rabred_transfer_t part = *t;
    size_t first = segment * c->segment, rest = t->part.elements - first;

    part.part = (coll_rabred_part_t) {t->part.start + first, rest < c->segment ? rest : c->segment};
    part.place.offset += 0 == t->stride ? (ptrdiff_t) first * c->data->extent : (ptrdiff_t) (segment % WINDOW) * t->stride;
    return part;
}

/* Requests of a round: receives of segments that take turns, then sends, then what is not cut. */
typedef struct {
    size_t window;                    /* segments of a message under way */
    size_t receives, sends;           /* cut messages */
} requests_t;

static size_t first_request(const requests_t *requests, size_t segment, bool send)
{
    size_t turn = segment % requests->window;

    return send ? requests->window * requests->receives + turn * requests->sends : turn * requests->receives;
}

/* Posts segment number `segment` of all receives, or all sends, that have one; whole messages with the first. */
static void post(coll_rabred_compiler_t *c, const requests_t *requests, size_t segment, bool send)
{
    const coll_rabred_transfer_t *transfer = c->program->transfer;
    size_t next = first_request(requests, segment, send), whole = requests->window * (requests->receives + requests->sends);

    for (size_t i = 0; i < c->transfers; i++) {
        bool cut = transfer[i].segments > 1;
        if (send != is_send(&transfer[i])) {
            continue;
        }
        if (cut && segment < transfer[i].segments) {
            coll_rabred_transfer_t part = segment_of(c, &transfer[i], segment);
            coll_rabred_emit_transfer(c, &part, (uint32_t) next);
        } else if (!cut && 0 == segment) {
            coll_rabred_emit_transfer(c, &transfer[i], (uint32_t) (whole + i));
        }
        next += cut;
    }
}

static void reduce(coll_rabred_compiler_t *c, size_t segment)
{
    coll_rabred_transfer_t *transfer = c->program->transfer;

    for (size_t i = 0; i < c->transfers; i++) {
        coll_rabred_transfer_t *t = &transfer[i];
        if (COLL_RABRED_STEP_RECV_REDUCE == t->step->verb && t->segments > 1 && segment < t->segments) {
            coll_rabred_transfer_t part = segment_of(c, t, segment);
            coll_rabred_emit_reduction(c, t->step, part.part, &part.place);
            t->reduced = true;
        }
    }
}

void coll_rabred_compile_segments(coll_rabred_compiler_t *c)
{
    requests_t requests = {.window = c->early && c->segments > WINDOW ? WINDOW : c->segments};

    for (size_t i = 0; i < c->transfers; i++) {
        bool cut = c->program->transfer[i].segments > 1;
        requests.receives += cut && !is_send(&c->program->transfer[i]);
        requests.sends += cut && is_send(&c->program->transfer[i]);
    }
    for (size_t turn = 0; turn < c->segments + requests.window - 1; turn++) {
        size_t complete = turn + 1 - requests.window;   /* wraps before the window is full */
        if (turn < c->segments) {
            post(c, &requests, turn, false);
            if (turn >= requests.window) {
                coll_rabred_emit_wait(c, first_request(&requests, turn, true), requests.sends);
            }
            post(c, &requests, turn, true);
        }
        if (c->early && complete < c->segments) {
            coll_rabred_emit_wait(c, first_request(&requests, complete, false), requests.receives);
            reduce(c, complete);
        }
    }
    coll_rabred_emit_wait(c, 0, requests.window * (requests.receives + requests.sends) + c->transfers);
}

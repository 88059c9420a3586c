/*
 * Between program.c, segments.c and emit.c.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_EXEC_COMPILER_H
#define COLL_RABRED_EXEC_COMPILER_H

#include "program.h"

/* A piece of a message of the round being compiled. */
struct coll_rabred_transfer {
    const coll_rabred_step_t *step;
    coll_rabred_part_t part;
    coll_rabred_place_t place;        /* where it is read or arrives; its first segment, where it is cut */
    ptrdiff_t stride;                 /* bytes: places of segments that take turns; 0: they have a place each */
    size_t segments, segment;         /* how many, of how many elements; 1: not cut */
    size_t pieces;                    /* of the packed message that starts with it; 0: it travels as it stands */
    size_t packed, packed_offset;     /* bytes: of that message, and where; its first segment, where it is cut */
    bool within;                      /* not the first piece of a packed message */
    bool repeated;                    /* packed by the send before it, of the same to another process */
    bool finished;                    /* segment by segment: unpacked and reduced */
    bool returns;                     /* of the round that follows the one being compiled, and answers it */
};

/* Errors are sticky: asked for once, at the end. */
typedef struct {
    coll_rabred_program_t *program;
    const coll_rabred_schedule_t *schedule;
    const coll_rabred_layout_t *layout;
    const coll_rabred_data_t *data;
    const coll_rabred_limits_t *limits;
    size_t origin;                    /* element of the vector that the slice starts with */
    size_t transfers;                 /* of the round */
    size_t segments;                  /* most of one of them */
    const coll_rabred_step_t *copy;   /* the copies between a round and the one that answers it, where they are compiled as one */
    bool failed;
} coll_rabred_compiler_t;

/* True if what arrives stands where the result will, and is reduced there. */
static inline bool coll_rabred_lands(const coll_rabred_compiler_t *c, const coll_rabred_step_t *step)
{
    return coll_rabred_received(step) == step->into || (c->data->changes_sides && step->flags & COLL_RABRED_LANDS);
}

/* Elements of a message that may be under way at once: as many as scratch holds; of what has gaps that is packed and unpacked, too, a sixth: of an
   exchange and its answer four messages are packed, and an operand beside them takes up to two thirds more than its bytes. */
static inline size_t coll_rabred_most_under_way(const coll_rabred_compiler_t *c)
{
    return c->limits->scratch / c->data->packed / (c->data->gaps ? 6 : 1);
}

/* Where element `start` of the slice, in the first block of a step, stands in a buffer. */
static inline coll_rabred_place_t coll_rabred_place(const coll_rabred_compiler_t *c, const coll_rabred_step_t *step, uint32_t buffer,
                                                    size_t start)
{
    const coll_rabred_blocks_t window = c->schedule->window[buffer], block = step->range.first;

    if (buffer < COLL_RABRED_TMP) {
        return (coll_rabred_place_t) {buffer, (ptrdiff_t) (c->origin + start) * c->data->extent};
    }
    if (window > 0) {
        start = start - coll_rabred_layout_start(c->layout, block) + block % window * coll_rabred_layout_longest(c->layout);
    } else {
        start -= coll_rabred_layout_start(c->layout, c->schedule->used[buffer].first);
    }
    return (coll_rabred_place_t) {COLL_RABRED_TEMPORARIES, c->program->temporary[buffer] + (ptrdiff_t) start * c->data->extent};
}

/*
 * Takes memory for so many elements behind the *end bytes that are taken; returns where element 0 stands. That is aligned, which
 * user operators may rely on; short elements without gaps are as they would be in an array, side by side, so that pieces of a message
 * may stand as they travel.
 */
ptrdiff_t coll_rabred_take_room(const coll_rabred_data_t *data, size_t elements, size_t *end);

/* Operations (emit.c). */
coll_rabred_op_t *coll_rabred_emit(coll_rabred_compiler_t *c, coll_rabred_operation_t verb);
/* A transfer, in packets where it is cut into these, with requests from `request` on; returns how many. */
size_t coll_rabred_emit_transfer(coll_rabred_compiler_t *c, const coll_rabred_transfer_t *transfer, size_t request);
size_t coll_rabred_packets(const coll_rabred_compiler_t *c, const coll_rabred_transfer_t *transfer);
/* Copies the pieces of a packed message into it, or out of it: PACK or UNPACK; not where they stand as they travel. */
void coll_rabred_emit_packing(coll_rabred_compiler_t *c, const coll_rabred_transfer_t *t, coll_rabred_operation_t verb);

void coll_rabred_emit_copy(coll_rabred_compiler_t *c, const coll_rabred_step_t *step, coll_rabred_part_t part);
void coll_rabred_emit_wait(coll_rabred_compiler_t *c, size_t first, size_t count);

/* The reduction of a step in a part of its range; `received`: where the operand that arrives stands. */
void coll_rabred_emit_reduction(coll_rabred_compiler_t *c, const coll_rabred_step_t *step, coll_rabred_part_t part,
                                const coll_rabred_place_t *received);

/* Elements that a message may have so that none is announced, where it is known to go to another node, or to come from there, and has more; else 0. */
size_t coll_rabred_unannounced(const coll_rabred_compiler_t *c, const coll_rabred_transfer_t *t);

/* Finds how the round's messages are cut, and where operands arrive. */
void coll_rabred_cut_round(coll_rabred_compiler_t *c);

/* The transfers of a round in which a message is cut, and the reductions of the cut ones; also of the one that answers it. */
void coll_rabred_compile_segments(coll_rabred_compiler_t *c);

#endif

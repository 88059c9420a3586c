/*
 * Blocks to elements: where a block of the vector starts.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_SCHED_LAYOUT_H
#define COLL_RABRED_SCHED_LAYOUT_H

#include "schedule.h"

/* Even blocks of `count` elements in all, the first `remainder` one longer; or, where `start` is
   set, block i at elements start[i] .. start[i+1]-1. */
typedef struct {
    size_t quotient, remainder;
    const size_t *start;
} coll_rabred_layout_t;

static inline coll_rabred_layout_t coll_rabred_layout_even(size_t count, coll_rabred_blocks_t blocks)
{
    if (1 == blocks) {
        return (coll_rabred_layout_t) {.quotient = count};
    }
    return (coll_rabred_layout_t) {.quotient = count / blocks, .remainder = count % blocks};
}

/* Elements of the longest of even blocks. */
static inline size_t coll_rabred_layout_longest(const coll_rabred_layout_t *layout)
{
    return layout->quotient + (layout->remainder > 0);
}

/* First element of a block; of the vector's end for the block behind the last. */
static inline size_t coll_rabred_layout_start(const coll_rabred_layout_t *layout, coll_rabred_blocks_t block)
{
    if (NULL != layout->start) {
        return layout->start[block];
    }
    return block * layout->quotient + (block < layout->remainder ? block : layout->remainder);
}

static inline size_t coll_rabred_layout_elements(const coll_rabred_layout_t *layout, coll_rabred_range_t range)
{
    return coll_rabred_layout_start(layout, range.first + range.count) - coll_rabred_layout_start(layout, range.first);
}

/* Elements of a message of so many pieces. */
static inline size_t coll_rabred_layout_message(const coll_rabred_layout_t *layout, const coll_rabred_step_t *step, size_t pieces)
{
    size_t elements = 0;

    for (size_t i = 0; i < pieces; i++) {
        elements += coll_rabred_layout_elements(layout, step[i].range);
    }
    return elements;
}

/* A range in elements. */
typedef struct {
    size_t start, elements;
} coll_rabred_part_t;

static inline coll_rabred_part_t coll_rabred_layout_part(const coll_rabred_layout_t *layout, coll_rabred_range_t range)
{
    size_t start = coll_rabred_layout_start(layout, range.first);

    return (coll_rabred_part_t) {start, coll_rabred_layout_start(layout, range.first + range.count) - start};
}

#endif

/*
 * The buffers of one process while its schedule is played symbolically: whose contributions each block
 * holds, and whether a value is live: will be read in a later round, or is the result.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_TOOLS_HOLDINGS_MEMORY_H
#define RABRED_TOOLS_HOLDINGS_MEMORY_H

#include "../coll_rabred/sched/schedule.h"
#include "rank_sets.h"

typedef struct {
    const coll_rabred_schedule_t *schedule;
    size_t *start;                    /* [buffers]: the first cell */
    coll_rabred_range_t *there;       /* [buffers]: the blocks that have cells */
    size_t cells;
    rank_set_t *value;                /* [cells] */
    uint32_t rounds;
    uint8_t *live;                    /* [rounds + 1][cells], in bits; 0: at the start, k + 1: after round k */
    size_t open, end;                 /* steps of the present round */
} memory_t;

/* As the buffers are before the call, of which all processes take so many rounds; false when out of memory. */
bool memory_open(memory_t *memory, const coll_rabred_schedule_t *schedule, uint32_t rounds);
void memory_close(memory_t *memory);

/* The steps of a round; in order. */
void memory_enter(memory_t *memory, uint32_t round);

/* The steps of a message of the present round: sent to or received from a peer; memory->end if there is none. */
size_t memory_find_message(const memory_t *memory, int peer, bool sent);

/* The cell of a block in a buffer. */
static inline size_t memory_cell(const memory_t *memory, uint32_t buffer, coll_rabred_blocks_t block)
{
    return memory->start[buffer] + (block - memory->there[buffer].first);
}

/* Where what arrives in a receiving step is put. */
uint32_t memory_arrival(const coll_rabred_step_t *step);

/* What the process does when the transfers of the present round are complete. */
void memory_take_steps(memory_t *memory, rank_sets_t *sets);

bool memory_is_live(const memory_t *memory, uint32_t after_rounds, size_t cell);

#endif

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "holdings_memory.h"

#include <stdlib.h>
#include <string.h>

uint32_t memory_arrival(const coll_rabred_step_t *step)
{
    if (COLL_RABRED_STEP_RECV == step->verb) {
        return step->into;
    }
    return step->flags & COLL_RABRED_RECEIVED_LEFT ? step->left : step->right;
}

static bool is_local(const coll_rabred_step_t *step)
{
    return COLL_RABRED_STEP_REDUCE == step->verb || COLL_RABRED_STEP_COPY == step->verb;
}

static uint8_t *live_bits(const memory_t *memory, uint32_t after_rounds)
{
    return &memory->live[after_rounds * ((memory->cells + 7) / 8)];
}

bool memory_is_live(const memory_t *memory, uint32_t after_rounds, size_t cell)
{
    return live_bits(memory, after_rounds)[cell / 8] >> cell % 8 & 1;
}

/* All blocks of a range in a buffer are read later, or are not. */
static void mark(memory_t *memory, uint8_t *live, uint32_t buffer, coll_rabred_range_t range, bool read)
{
    for (coll_rabred_blocks_t k = 0; k < range.count; k++) {
        size_t cell = memory_cell(memory, buffer, range.first + k);
        live[cell / 8] = (uint8_t) ((live[cell / 8] & ~(1u << cell % 8)) | (unsigned) read << cell % 8);
    }
}

/* From what is live behind a reduction or copy to what is live before it. */
static void undo(memory_t *memory, uint8_t *live, const coll_rabred_step_t *step)
{
    mark(memory, live, step->into, step->range, false);
    mark(memory, live, step->left, step->range, true);
    if (COLL_RABRED_STEP_COPY != step->verb) {
        mark(memory, live, step->right, step->range, true);
    }
}

/* The same for a round, step[open .. end-1]: local steps, received operands, transfers. */
static void undo_round(memory_t *memory, uint8_t *live, size_t open, size_t end)
{
    const coll_rabred_step_t *step = memory->schedule->step;

    for (size_t i = end; i-- > open;) {
        if (is_local(&step[i])) {
            undo(memory, live, &step[i]);
        }
    }
    for (size_t i = end; i-- > open;) {
        if (COLL_RABRED_STEP_RECV_REDUCE == step[i].verb) {
            undo(memory, live, &step[i]);
        }
    }
    for (size_t i = open; i < end; i++) {
        if (COLL_RABRED_STEP_RECV == step[i].verb || COLL_RABRED_STEP_RECV_REDUCE == step[i].verb) {
            mark(memory, live, memory_arrival(&step[i]), step[i].range, false);
        }
    }
    for (size_t i = open; i < end; i++) {
        if (COLL_RABRED_STEP_SEND == step[i].verb) {
            mark(memory, live, step[i].from, step[i].range, true);
        }
    }
}

static coll_rabred_range_t result_range(const coll_rabred_problem_t *problem)
{
    if (coll_rabred_scatters(problem->collective)) {
        return coll_rabred_owned(problem, problem->rank);
    }
    bool has_result = COLL_RABRED_ALLREDUCE == problem->collective || problem->rank == problem->root;
    return (coll_rabred_range_t) {0, has_result ? problem->blocks : 0};
}

static void find_live(memory_t *memory)
{
    const coll_rabred_schedule_t *schedule = memory->schedule;
    size_t bytes = (memory->cells + 7) / 8, end = schedule->steps;

    mark(memory, live_bits(memory, memory->rounds), COLL_RABRED_OUT, result_range(&schedule->problem), true);
    for (uint32_t round = memory->rounds; round-- > 0;) {
        uint8_t *live = live_bits(memory, round);
        size_t open = end;
        memcpy(live, live_bits(memory, round + 1), bytes);
        while (open > 0 && schedule->step[open - 1].round == round) {
            open--;
        }
        undo_round(memory, live, open, end);
        end = open;
    }
}

static void fill_input(memory_t *memory)
{
    const coll_rabred_problem_t *problem = &memory->schedule->problem;
    /* reduce_scatter in place: the first process's own blocks lie over themselves */
    bool in_out = problem->in_place && (!coll_rabred_scatters(problem->collective) || 0 == problem->rank);

    for (coll_rabred_blocks_t block = 0; block < problem->blocks; block++) {
        memory->value[memory_cell(memory, COLL_RABRED_IN, block)] = (rank_set_t) problem->rank + 1;
        if (in_out) {
            memory->value[memory_cell(memory, COLL_RABRED_OUT, block)] = (rank_set_t) problem->rank + 1;
        }
    }
}

bool memory_open(memory_t *memory, const coll_rabred_schedule_t *schedule, uint32_t rounds)
{
    size_t buffers = schedule->buffers, bytes;

    *memory = (memory_t) {.schedule = schedule, .rounds = rounds};
    memory->start = calloc(buffers, sizeof(*memory->start));
    memory->there = calloc(buffers, sizeof(*memory->there));
    if (NULL == memory->start || NULL == memory->there) {
        return false;
    }
    for (size_t buffer = 0; buffer < buffers; buffer++) {
        memory->there[buffer] = buffer < COLL_RABRED_TMP ? (coll_rabred_range_t) {0, schedule->problem.blocks}
                                                         : coll_rabred_buffer_blocks(schedule, buffer);
        memory->start[buffer] = memory->cells;
        memory->cells += memory->there[buffer].count;
    }
    bytes = (memory->cells + 7) / 8;
    memory->value = calloc(memory->cells + 1, sizeof(*memory->value));
    memory->live = calloc((size_t) rounds + 1, bytes + 1);
    if (NULL == memory->value || NULL == memory->live) {
        return false;
    }
    fill_input(memory);
    find_live(memory);
    return true;
}

void memory_close(memory_t *memory)
{
    free(memory->start);
    free(memory->there);
    free(memory->value);
    free(memory->live);
}

void memory_enter(memory_t *memory, uint32_t round)
{
    const coll_rabred_schedule_t *schedule = memory->schedule;

    memory->open = memory->end;
    while (memory->end < schedule->steps && schedule->step[memory->end].round == round) {
        memory->end++;
    }
}

size_t memory_find_message(const memory_t *memory, int peer, bool sent)
{
    for (size_t i = memory->open; i < memory->end; i++) {
        const coll_rabred_step_t *step = &memory->schedule->step[i];
        if (step->verb <= COLL_RABRED_STEP_RECV_REDUCE && step->peer == peer
            && sent == (COLL_RABRED_STEP_SEND == step->verb)) {
            return i;
        }
    }
    return memory->end;
}

static void take(memory_t *memory, rank_sets_t *sets, const coll_rabred_step_t *step)
{
    for (coll_rabred_blocks_t k = 0; k < step->range.count; k++) {
        coll_rabred_blocks_t block = step->range.first + k;
        rank_set_t value = memory->value[memory_cell(memory, step->left, block)];
        if (COLL_RABRED_STEP_COPY != step->verb) {
            value = rank_sets_union(sets, value, memory->value[memory_cell(memory, step->right, block)]);
        }
        memory->value[memory_cell(memory, step->into, block)] = value;
    }
}

void memory_take_steps(memory_t *memory, rank_sets_t *sets)
{
    const coll_rabred_step_t *step = memory->schedule->step;

    for (size_t i = memory->open; i < memory->end; i++) {
        if (COLL_RABRED_STEP_RECV_REDUCE == step[i].verb) {
            take(memory, sets, &step[i]);
        }
    }
    for (size_t i = memory->open; i < memory->end; i++) {
        if (is_local(&step[i])) {
            take(memory, sets, &step[i]);
        }
    }
}

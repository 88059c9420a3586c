/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "transfer.h"

static size_t align(size_t bytes)
{
    return (bytes + COLL_RABRED_ALIGNMENT - 1) / COLL_RABRED_ALIGNMENT * COLL_RABRED_ALIGNMENT;
}

/* Bytes for temporary `buffer`, from whose start `offset` leads to where element 0 would stand. */
static size_t temporary(const coll_rabred_call_t *call, size_t buffer, ptrdiff_t *offset)
{
    coll_rabred_range_t used = call->schedule->used[buffer];
    ptrdiff_t gap = 0;
    size_t bytes = coll_rabred_data_span(&call->data, coll_rabred_layout_elements(&call->layout, used), &gap);

    /* Elements are aligned, not their first bytes: user operators may rely on it. */
    ptrdiff_t aligned = gap - ((gap % COLL_RABRED_ALIGNMENT) + COLL_RABRED_ALIGNMENT) % COLL_RABRED_ALIGNMENT;
    *offset = -aligned - (ptrdiff_t) coll_rabred_layout_start(&call->layout, used.first) * call->data.extent;
    return align(bytes + (size_t) (gap - aligned));
}

/* The most bytes of packed messages in one round. */
static size_t most_packed(const coll_rabred_call_t *call)
{
    const coll_rabred_schedule_t *schedule = call->schedule;
    size_t most = schedule->transfers / 2 * call->pack_limit;

    if (0 == schedule->pieced) {
        return 0;
    }
    size_t block = coll_rabred_layout_largest(&call->layout, schedule->problem.blocks) * call->data.packed;
    return align(block > most / schedule->pieced ? most : block * schedule->pieced);
}

/* Scratch holds the table of buffers, the requests, packed messages, then the temporaries. */
static char *lay_out(coll_rabred_run_t *run)
{
    const coll_rabred_call_t *call = run->call;
    const coll_rabred_schedule_t *schedule = call->schedule;
    size_t tables = align(schedule->buffers * sizeof(char *) + schedule->transfers * sizeof(struct ompi_request_t *));
    size_t packed = most_packed(call), bytes = tables + packed;
    ptrdiff_t offset;

    for (size_t buffer = COLL_RABRED_TMP; buffer < schedule->buffers; buffer++) {
        bytes += temporary(call, buffer, &offset);
    }
    char *memory = coll_rabred_scratch_get(call->scratch, bytes);
    if (NULL == memory) {
        return NULL;
    }
    run->base = (char **) memory;
    run->request = (struct ompi_request_t **) (run->base + schedule->buffers);
    memory += tables;
    run->packed = memory;
    memory += packed;
    for (size_t buffer = COLL_RABRED_TMP; buffer < schedule->buffers; buffer++) {
        size_t size = temporary(call, buffer, &offset);
        run->base[buffer] = memory + offset;
        memory += size;
    }
    return memory;
}

int coll_rabred_run_start(coll_rabred_run_t *run, const coll_rabred_call_t *call)
{
    const coll_rabred_problem_t *problem = &call->schedule->problem;
    ptrdiff_t own = 0;

    *run = (coll_rabred_run_t) {.call = call};
    if (NULL == lay_out(run)) {
        return COLL_RABRED_OUT_OF_MEMORY;
    }
    if (coll_rabred_scatters(problem->collective)) {
        coll_rabred_range_t range = coll_rabred_owned(problem, problem->rank);
        own = (ptrdiff_t) coll_rabred_layout_start(&call->layout, range.first) * call->data.extent;
    }
    run->base[COLL_RABRED_IN] = (char *) call->in;   /* never written */
    run->base[COLL_RABRED_OUT] = (char *) call->out - own;
    return COLL_RABRED_SUCCESS;
}

/* REDUCE, or the reduction of a RECV_REDUCE. */
static void reduce(const coll_rabred_run_t *run, const coll_rabred_step_t *step)
{
    const coll_rabred_call_t *call = run->call;
    size_t start = coll_rabred_layout_start(&call->layout, step->range.first);
    size_t elements = coll_rabred_layout_elements(&call->layout, step->range);

    if (elements > 0) {
        coll_rabred_data_reduce(&call->data, elements, coll_rabred_address(run, step->into, start),
                                coll_rabred_address(run, step->left, start), coll_rabred_address(run, step->right, start));
    }
}

static void copy(const coll_rabred_run_t *run, const coll_rabred_step_t *step)
{
    const coll_rabred_call_t *call = run->call;
    size_t start = coll_rabred_layout_start(&call->layout, step->range.first);
    size_t elements = coll_rabred_layout_elements(&call->layout, step->range);

    if (elements > 0) {
        coll_rabred_data_copy(&call->data, elements, coll_rabred_address(run, step->into, start), coll_rabred_address(run, step->from, start));
    }
}

/* What takes effect once the transfers of the round are complete. */
static void finish_round(coll_rabred_run_t *run)
{
    const coll_rabred_schedule_t *schedule = run->call->schedule;
    const coll_rabred_step_t *step = schedule->step;

    coll_rabred_transfer_unpack(run);
    for (size_t i = run->open; i < run->next; i++) {
        if (COLL_RABRED_STEP_RECV_REDUCE == step[i].verb) {
            reduce(run, &step[i]);
        }
    }
    for (; run->next < schedule->steps && step[run->next].verb > COLL_RABRED_STEP_RECV_REDUCE; run->next++) {
        if (COLL_RABRED_STEP_REDUCE == step[run->next].verb) {
            reduce(run, &step[run->next]);
        } else if (COLL_RABRED_STEP_COPY == step[run->next].verb) {
            copy(run, &step[run->next]);
        }
    }
    run->receives = run->requests = 0;
    run->open = run->next;
}

static int post_round(coll_rabred_run_t *run, bool block)
{
    const coll_rabred_step_t *step = run->call->schedule->step;
    int error = COLL_RABRED_SUCCESS;

    while (COLL_RABRED_SUCCESS == error && COLL_RABRED_STEP_WAIT != step[run->next].verb) {
        size_t pieces = coll_rabred_message_pieces(&step[run->next]);
        error = coll_rabred_transfer_post(run, &step[run->next], pieces, block);
        run->next += pieces;
    }
    return error;
}

static void give_up(coll_rabred_run_t *run)
{
    if (coll_rabred_wire_abandon(run->receives, run->requests, run->request)) {
        coll_rabred_scratch_put(run->call->scratch);
    } else {
        coll_rabred_scratch_retain(run->call->scratch);
    }
}

int coll_rabred_run_continue(coll_rabred_run_t *run, bool block, bool *done)
{
    for (;;) {
        *done = false;
        if (!block && !coll_rabred_wire_complete(run->requests, run->request)) {
            return COLL_RABRED_SUCCESS;
        }
        int error = coll_rabred_wire_wait(run->requests, run->request);
        if (COLL_RABRED_SUCCESS == error) {
            finish_round(run);
            if (run->next == run->call->schedule->steps) {
                *done = true;
                coll_rabred_scratch_put(run->call->scratch);
                return COLL_RABRED_SUCCESS;
            }
            error = post_round(run, block);
        }
        if (COLL_RABRED_SUCCESS != error) {
            *done = true;
            give_up(run);
            return error;
        }
    }
}

int coll_rabred_run(const coll_rabred_call_t *call)
{
    coll_rabred_run_t run;
    bool done = false;
    int error = coll_rabred_run_start(&run, call);

    return COLL_RABRED_SUCCESS != error ? error : coll_rabred_run_continue(&run, true, &done);
}

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "run.h"

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

/* Scratch holds the table of buffers, the requests, then the temporaries. */
static char *lay_out(coll_rabred_run_t *run)
{
    const coll_rabred_call_t *call = run->call;
    const coll_rabred_schedule_t *schedule = call->schedule;
    size_t tables = align(schedule->buffers * sizeof(char *) + schedule->transfers * sizeof(struct ompi_request_t *));
    size_t bytes = tables;
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

/* Where a buffer's part of a step stands. */
static char *address(const coll_rabred_run_t *run, uint32_t buffer, size_t start)
{
    return run->base[buffer] + (ptrdiff_t) start * run->call->data.extent;
}

/* REDUCE, or the reduction of a RECV_REDUCE. */
static void reduce(const coll_rabred_run_t *run, const coll_rabred_step_t *step)
{
    const coll_rabred_call_t *call = run->call;
    size_t start = coll_rabred_layout_start(&call->layout, step->range.first);
    size_t elements = coll_rabred_layout_elements(&call->layout, step->range);

    if (elements > 0) {
        coll_rabred_data_reduce(&call->data, elements, address(run, step->into, start),
                                address(run, step->left, start), address(run, step->right, start));
    }
}

static void copy(const coll_rabred_run_t *run, const coll_rabred_step_t *step)
{
    const coll_rabred_call_t *call = run->call;
    size_t start = coll_rabred_layout_start(&call->layout, step->range.first);
    size_t elements = coll_rabred_layout_elements(&call->layout, step->range);

    if (elements > 0) {
        coll_rabred_data_copy(&call->data, elements, address(run, step->into, start), address(run, step->from, start));
    }
}

/* Posts one piece; empty ones vanish, at the other end, too. */
static int post(coll_rabred_run_t *run, const coll_rabred_step_t *step, bool block)
{
    const coll_rabred_call_t *call = run->call;
    size_t start = coll_rabred_layout_start(&call->layout, step->range.first);
    size_t carried = coll_rabred_layout_elements(&call->layout, step->range) * call->data.carried;
    struct ompi_datatype_t *carrier = call->data.carrier;
    struct ompi_request_t **request = &run->request[run->requests];
    int error;

    if (0 == carried) {
        return COLL_RABRED_SUCCESS;
    }
    if (COLL_RABRED_STEP_SEND == step->verb) {
        char *from = address(run, step->from, start);
        if (block && step->flags & COLL_RABRED_LAST) {
            return coll_rabred_wire_send(&call->wire, from, carried, carrier, step->peer);
        }
        error = coll_rabred_wire_isend(&call->wire, from, carried, carrier, step->peer, request);
    } else {
        uint32_t buffer = COLL_RABRED_STEP_RECV == step->verb ? step->into
                          : step->flags & COLL_RABRED_RECEIVED_LEFT ? step->left : step->right;
        error = coll_rabred_wire_irecv(&call->wire, address(run, buffer, start), carried, carrier, step->peer, request);
        run->receives += COLL_RABRED_SUCCESS == error;
    }
    run->requests += COLL_RABRED_SUCCESS == error;
    return error;
}

/* What takes effect once the transfers of the round are complete. */
static void finish_round(coll_rabred_run_t *run)
{
    const coll_rabred_schedule_t *schedule = run->call->schedule;
    const coll_rabred_step_t *step = schedule->step;

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
        error = post(run, &step[run->next], block);
        run->next++;
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

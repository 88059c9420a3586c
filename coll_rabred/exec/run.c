/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "transfer.h"

#include <stdlib.h>

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

/* Scratch holds the requests, packed messages, then the temporaries; the bytes it takes. Where there is `memory`,
   sets what points into it. */
static size_t lay_out(coll_rabred_call_t *call, char *memory)
{
    const coll_rabred_schedule_t *schedule = call->schedule;
    size_t requests = align(schedule->transfers * sizeof(struct ompi_request_t *));
    size_t bytes = requests + most_packed(call);
    ptrdiff_t offset;

    for (size_t buffer = COLL_RABRED_TMP; buffer < schedule->buffers; buffer++) {
        size_t temporary_bytes = temporary(call, buffer, &offset);
        if (NULL != memory) {
            call->base[buffer] = memory + bytes + offset;
        }
        bytes += temporary_bytes;
    }
    if (NULL != memory) {
        call->packed = memory + requests;
    }
    call->memory = memory;
    return bytes;
}

int coll_rabred_call_prepare(coll_rabred_call_t *call)
{
    const coll_rabred_schedule_t *schedule = call->schedule;
    const coll_rabred_problem_t *problem = &schedule->problem;

    if (call->buffers < schedule->buffers) {
        char **base = realloc(call->base, schedule->buffers * sizeof(*base));
        if (NULL == base) {
            return COLL_RABRED_OUT_OF_MEMORY;
        }
        call->base = base;
        call->buffers = schedule->buffers;
    }
    call->own = 0;
    if (coll_rabred_scatters(problem->collective)) {
        coll_rabred_range_t range = coll_rabred_owned(problem, problem->rank);
        call->own = (ptrdiff_t) coll_rabred_layout_start(&call->layout, range.first) * call->data.extent;
    }
    call->bytes = lay_out(call, NULL);
    return COLL_RABRED_SUCCESS;
}

void coll_rabred_call_release(coll_rabred_call_t *call)
{
    free(call->base);
    call->base = NULL;
    call->buffers = 0;
}

int coll_rabred_run_start(coll_rabred_run_t *run, coll_rabred_call_t *call)
{
    char *memory = coll_rabred_scratch_get(call->scratch, call->bytes);

    if (NULL == memory) {
        return COLL_RABRED_OUT_OF_MEMORY;
    }
    if (memory != call->memory) {
        (void) lay_out(call, memory);
    }
    call->base[COLL_RABRED_IN] = (char *) call->in;   /* never written */
    call->base[COLL_RABRED_OUT] = (char *) call->out - call->own;
    run->call = call;
    run->request = (struct ompi_request_t **) memory;
    run->packed_bytes = run->receives = run->requests = 0;
    run->open = run->next = call->schedule->step;
    return COLL_RABRED_SUCCESS;
}

/* REDUCE, or the reduction of a RECV_REDUCE. */
static inline void reduce(const coll_rabred_call_t *call, const coll_rabred_step_t *step)
{
    coll_rabred_part_t part = coll_rabred_layout_part(&call->layout, step->range);

    if (part.elements > 0) {
        coll_rabred_data_reduce(&call->data, part.elements, coll_rabred_address(call, step->into, part.start),
                                coll_rabred_address(call, step->left, part.start),
                                coll_rabred_address(call, step->right, part.start));
    }
}

static void copy(const coll_rabred_call_t *call, const coll_rabred_step_t *step)
{
    coll_rabred_part_t part = coll_rabred_layout_part(&call->layout, step->range);

    if (part.elements > 0) {
        coll_rabred_data_copy(&call->data, part.elements, coll_rabred_address(call, step->into, part.start),
                              coll_rabred_address(call, step->from, part.start));
    }
}

/* What takes effect once the transfers of the round are complete. */
static void finish_round(coll_rabred_run_t *run)
{
    const coll_rabred_call_t *call = run->call;
    const coll_rabred_step_t *step = run->open, *end = call->schedule->step + call->schedule->steps;

    if (run->packed_bytes > 0) {
        coll_rabred_transfer_unpack(run);
    }
    for (; step < run->next; step++) {
        if (COLL_RABRED_STEP_RECV_REDUCE == step->verb) {
            reduce(call, step);
        }
    }
    for (; step < end && step->verb > COLL_RABRED_STEP_RECV_REDUCE; step++) {
        if (COLL_RABRED_STEP_REDUCE == step->verb) {
            reduce(call, step);
        } else if (COLL_RABRED_STEP_COPY == step->verb) {
            copy(call, step);
        }
    }
    run->receives = run->requests = 0;
    run->open = run->next = step;
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
    const coll_rabred_schedule_t *schedule = run->call->schedule;
    int error = COLL_RABRED_SUCCESS;

    *done = false;
    for (;;) {
        if (run->requests > 0) {
            if (!block && !coll_rabred_wire_complete(run->requests, run->request)) {
                return COLL_RABRED_SUCCESS;
            }
            error = coll_rabred_wire_wait(run->requests, run->request);
            if (COLL_RABRED_SUCCESS != error) {
                break;
            }
        }
        finish_round(run);
        if (run->next == schedule->step + schedule->steps) {
            coll_rabred_scratch_put(run->call->scratch);
            break;
        }
        error = coll_rabred_transfer_post(run, block);
        if (COLL_RABRED_SUCCESS != error) {
            break;
        }
    }
    *done = true;
    if (COLL_RABRED_SUCCESS != error) {
        give_up(run);
    }
    return error;
}

int coll_rabred_run(coll_rabred_call_t *call)
{
    coll_rabred_run_t run;
    bool done = false;
    int error = coll_rabred_run_start(&run, call);

    return COLL_RABRED_SUCCESS != error ? error : coll_rabred_run_continue(&run, true, &done);
}

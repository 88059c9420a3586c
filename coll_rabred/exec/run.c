/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "run.h"

#include <stdlib.h>

/* Memory for the requests, none of which is under way. */
static bool make_requests(coll_rabred_call_t *call)
{
    const size_t requests = call->program.requests;

    if (call->request_capacity < requests) {
        struct ompi_request_t **grown = realloc(call->request, requests * sizeof(*grown));
        if (NULL == grown) {
            return false;
        }
        call->request = grown;
        call->request_capacity = requests;
    }
    for (size_t i = 0; i < requests; i++) {
        call->request[i] = NULL;
    }
    return true;
}

int coll_rabred_call_prepare(coll_rabred_call_t *call)
{
    const coll_rabred_problem_t *problem = &call->schedule->problem;

    if (!coll_rabred_compile(&call->program, call->schedule, &call->layout, &call->data, &call->limits)
        || !make_requests(call)) {
        return COLL_RABRED_OUT_OF_MEMORY;
    }
    call->carrier[false] = call->data.type;
    call->carrier[true] = coll_rabred_data_bytes();
    call->own = 0;
    if (coll_rabred_scatters(problem->collective)) {
        coll_rabred_range_t range = coll_rabred_owned(problem, problem->rank);
        call->own = (ptrdiff_t) coll_rabred_layout_start(&call->layout, range.first) * call->data.extent;
    }
    call->packed_start = coll_rabred_align(call->program.temporaries);
    call->stage_start = call->packed_start + coll_rabred_align(call->program.packed);
    call->bytes = call->stage_start + call->program.staged;
    call->schedule = NULL;
    call->layout.start = NULL;
    return COLL_RABRED_SUCCESS;
}

int coll_rabred_call_settle(coll_rabred_call_t *call)
{
    return NULL == coll_rabred_scratch_get(call->scratch, call->bytes) ? COLL_RABRED_OUT_OF_MEMORY : COLL_RABRED_SUCCESS;
}

void coll_rabred_call_release(coll_rabred_call_t *call)
{
    coll_rabred_program_free(&call->program);
    free(call->request);
    call->request = NULL;
    call->request_capacity = 0;
}

size_t coll_rabred_call_held(const coll_rabred_call_t *call)
{
    const coll_rabred_program_t *program = &call->program;

    return program->op_capacity * sizeof(*program->op) + program->capacity + call->request_capacity * sizeof(*call->request);
}

/* Sets where all buffers stand in this run. */
static inline int place_buffers(coll_rabred_call_t *call)
{
    char *memory = coll_rabred_scratch_get(call->scratch, call->bytes);

    if (NULL == memory) {
        return COLL_RABRED_OUT_OF_MEMORY;
    }
    call->base[COLL_RABRED_IN] = (char *) call->in;   /* never written */
    call->base[COLL_RABRED_OUT] = (char *) call->out - call->own;
    call->base[COLL_RABRED_TEMPORARIES] = memory;
    call->base[COLL_RABRED_PACKED] = memory + call->packed_start;
    call->base[COLL_RABRED_STAGE] = memory + call->stage_start;
    return COLL_RABRED_SUCCESS;
}

static inline char *address(char *const *base, coll_rabred_place_t place)
{
    return base[place.base] + place.offset;
}

void coll_rabred_run_give_up(const coll_rabred_run_t *run)
{
    const coll_rabred_call_t *call = run->call;
    bool finished = true;

    for (const coll_rabred_op_t *op = run->next; op-- > call->program.op;) {
        bool receives = COLL_RABRED_OP_RECV == op->verb || COLL_RABRED_OP_RECV_NOW == op->verb;
        if ((receives || COLL_RABRED_OP_SEND == op->verb || COLL_RABRED_OP_SEND_NOW == op->verb)
            && NULL != call->request[op->request]) {
            finished = coll_rabred_wire_abandon(receives, &call->request[op->request]) && finished;
        }
    }
    if (finished) {
        coll_rabred_scratch_put(call->scratch);
    } else {
        coll_rabred_scratch_retain(call->scratch);
    }
}

/* Whether all are complete. Where one has failed, its error: what the others wait for may then never come. */
static bool all_complete(struct ompi_request_t *const *request, size_t count, int *error)
{
    bool complete = true;

    for (size_t i = 0; i < count && COLL_RABRED_SUCCESS == *error; i++) {
        complete = (NULL == request[i] || coll_rabred_wire_complete(request[i], error)) && complete;
    }
    return complete;
}

/* Runs operations from `op` on up to the end, an error or, unless it may block, a wait; returns where it stopped. Made
   for both kinds of run apart: what is found out here is found out for every message. */
static inline __attribute__((always_inline)) const coll_rabred_op_t *go_on(coll_rabred_call_t *call, const coll_rabred_op_t *op,
                                                                           bool block, int *stopped)
{
    char *const *base = call->base;
    size_t open = 0;   /* requests under way; counted for runs that block, which begin with none */
    int error = COLL_RABRED_SUCCESS;

    for (; COLL_RABRED_SUCCESS == error; op++) {
        struct ompi_request_t **request;
        switch (op->verb) {
        case COLL_RABRED_OP_SEND_NOW:
            if (block) {
                error = coll_rabred_wire_send(&call->wire, address(base, op->from), op->count, call->carrier[op->bytes], op->peer);
                op += op->alone;
                break;
            }   /* fall through */
        case COLL_RABRED_OP_SEND:
            request = &call->request[op->request];
            error = coll_rabred_wire_isend(&call->wire, address(base, op->from), op->count, call->carrier[op->bytes], op->peer, request);
            open += NULL != *request;
            break;
        case COLL_RABRED_OP_RECV_NOW:
            if (block) {
                error = coll_rabred_wire_recv(&call->wire, address(base, op->into), op->count, call->carrier[op->bytes], op->peer);
                op += op->alone;
                break;
            }   /* fall through */
        case COLL_RABRED_OP_RECV:
            request = &call->request[op->request];
            error = coll_rabred_wire_irecv(&call->wire, address(base, op->into), op->count, call->carrier[op->bytes], op->peer, request);
            open += NULL != *request;
            break;
        case COLL_RABRED_OP_WAIT:
            if (block && 0 == open) {
                break;
            }
            request = &call->request[op->request];
            if (!block && !all_complete(request, op->count, &error)) {
                *stopped = error;
                return op;
            }
            for (size_t i = 0; i < op->count && COLL_RABRED_SUCCESS == error && (open > 0 || !block); i++) {
                if (NULL != request[i]) {
                    error = coll_rabred_wire_wait(&request[i]);
                    open--;
                }
            }
            break;
        case COLL_RABRED_OP_REDUCE:
            coll_rabred_data_reduce(&call->data, op->count, address(base, op->into), address(base, op->left),
                                    address(base, op->right));
            break;
        case COLL_RABRED_OP_END:
            *stopped = COLL_RABRED_SUCCESS;
            return op;
        case COLL_RABRED_OP_COPY:
            coll_rabred_data_copy(&call->data, op->count, address(base, op->into), address(base, op->from));
            break;
        case COLL_RABRED_OP_PACK:
            coll_rabred_data_pack(&call->data, op->count, address(base, op->into), address(base, op->from));
            break;
        case COLL_RABRED_OP_UNPACK:
            coll_rabred_data_unpack(&call->data, op->count, address(base, op->into), address(base, op->from));
            break;
        default:
            __builtin_unreachable();   /* spares the question for each operation */
        }
    }
    *stopped = error;
    return op;
}

int coll_rabred_run_start(coll_rabred_run_t *run, coll_rabred_call_t *call)
{
    *run = (coll_rabred_run_t) {call, call->program.op};
    return place_buffers(call);
}

int coll_rabred_run_continue(coll_rabred_run_t *run, bool *done)
{
    int error;

    run->next = go_on(run->call, run->next, false, &error);
    *done = COLL_RABRED_SUCCESS != error || COLL_RABRED_OP_END == run->next->verb;
    if (COLL_RABRED_SUCCESS != error) {
        coll_rabred_run_give_up(run);
    } else if (*done) {
        coll_rabred_scratch_put(run->call->scratch);
    }
    return error;
}

int coll_rabred_run(coll_rabred_call_t *call)
{
    int error = place_buffers(call);

    if (COLL_RABRED_SUCCESS != error) {
        return error;
    }
    const coll_rabred_op_t *next = go_on(call, call->program.op, true, &error);
    if (COLL_RABRED_SUCCESS != error) {
        coll_rabred_run_give_up(&(coll_rabred_run_t) {call, next});
    } else {
        coll_rabred_scratch_put(call->scratch);
    }
    return error;
}

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "one_port.h"

#include <stdlib.h>

/* One process: times in seconds. */
typedef struct {
    const coll_rabred_schedule_t *schedule;
    size_t next;                     /* first step of a later round */
    size_t open, end;                /* steps of the present round */
    double ready, send_port, receive_port;
} process_t;

/* Takes the steps of a round, which may be none. */
static void enter_round(process_t *p, uint32_t round)
{
    p->open = p->end = p->next;
    while (p->end < p->schedule->steps && p->schedule->step[p->end].round == round) {
        p->end++;
    }
    p->next = p->end;
    p->send_port = p->receive_port = p->ready;
}

/* Blocks of the message that starts at step i, and the step behind it. */
static double message_blocks(const process_t *p, size_t i, size_t *behind)
{
    const coll_rabred_step_t *step = p->schedule->step;
    double blocks = step[i].range.count;

    while (step[i].flags & COLL_RABRED_MORE) {
        blocks += step[++i].range.count;
    }
    *behind = i + 1;
    return blocks;
}

/* Passes the n-th message that every process sends in this round; false if no process has one. */
static bool pass_messages(process_t *process, int processes, size_t n, const one_port_t *model)
{
    bool any = false;

    for (int rank = 0; rank < processes; rank++) {
        process_t *p = &process[rank];
        size_t seen = 0, behind;
        for (size_t i = p->open; i < p->end; i = behind) {
            behind = i + 1;
            if (COLL_RABRED_STEP_SEND != p->schedule->step[i].verb) {
                continue;
            }
            process_t *peer = &process[p->schedule->step[i].peer];
            double blocks = message_blocks(p, i, &behind);
            if (seen++ == n) {
                double start = p->send_port > peer->receive_port ? p->send_port : peer->receive_port;
                p->send_port = peer->receive_port = start + model->alpha + blocks * model->beta;
                any = true;
            }
        }
    }
    return any;
}

static void leave_round(process_t *p, const one_port_t *model)
{
    p->ready = p->send_port > p->receive_port ? p->send_port : p->receive_port;
    for (size_t i = p->open; i < p->end; i++) {
        uint8_t verb = p->schedule->step[i].verb;
        if (COLL_RABRED_STEP_REDUCE == verb || COLL_RABRED_STEP_RECV_REDUCE == verb) {
            p->ready += p->schedule->step[i].range.count * model->gamma;
        }
    }
}

double one_port_time(coll_rabred_schedule_t *const *schedule, int processes, const one_port_t *model)
{
    process_t *process = calloc((size_t) processes, sizeof(*process));
    uint32_t rounds = 0;
    double last = 0;

    if (NULL == process) {
        return -1;
    }
    for (int rank = 0; rank < processes; rank++) {
        process[rank].schedule = schedule[rank];
        rounds = schedule[rank]->rounds > rounds ? schedule[rank]->rounds : rounds;
    }
    for (uint32_t round = 0; round < rounds; round++) {
        for (int rank = 0; rank < processes; rank++) {
            enter_round(&process[rank], round);
        }
        for (size_t n = 0; pass_messages(process, processes, n, model); n++) {
        }
        for (int rank = 0; rank < processes; rank++) {
            leave_round(&process[rank], model);
        }
    }
    for (int rank = 0; rank < processes; rank++) {
        last = process[rank].ready > last ? process[rank].ready : last;
    }
    free(process);
    return last;
}

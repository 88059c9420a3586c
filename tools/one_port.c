/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "one_port.h"

#include <stdlib.h>

/* One process: times in seconds. */
typedef struct {
    const coll_rabred_schedule_t *schedule;
    size_t end;                      /* first step of a later round */
    size_t sending, receiving;       /* of this round's messages, those next in the ports; `end` if none is left */
    double ready, send_port, receive_port;
    double reduced;                  /* blocks of this round */
} process_t;

typedef struct {
    process_t *process;
    int processes;
    const one_port_t *model;
    one_port_trace_t trace;
    void *context;
} play_t;

static void tell(const play_t *play, one_port_event_t event)
{
    if (NULL != play->trace) {
        play->trace(play->context, &event);
    }
}

static bool is_message(uint8_t verb, bool send)
{
    return send ? COLL_RABRED_STEP_SEND == verb : COLL_RABRED_STEP_RECV == verb || COLL_RABRED_STEP_RECV_REDUCE == verb;
}

/* The first message of a direction from step i on. */
static size_t next_message(const process_t *p, size_t i, bool send)
{
    while (i < p->end && !is_message(p->schedule->step[i].verb, send)) {
        i++;
    }
    return i;
}

/* Takes the steps of a round, which may be none. */
static void enter_round(process_t *p, uint32_t round)
{
    const coll_rabred_schedule_t *s = p->schedule;
    size_t start = p->end;

    for (p->reduced = 0; p->end < s->steps && s->step[p->end].round == round; p->end++) {
        uint8_t verb = s->step[p->end].verb;
        if (COLL_RABRED_STEP_REDUCE == verb || COLL_RABRED_STEP_RECV_REDUCE == verb) {
            p->reduced += s->step[p->end].range.count;
        }
    }
    p->sending = next_message(p, start, true);
    p->receiving = next_message(p, start, false);
    p->send_port = p->receive_port = p->ready;
}

static double message_blocks(const coll_rabred_step_t *step, size_t pieces)
{
    double blocks = 0;

    for (size_t i = 0; i < pieces; i++) {
        blocks += step[i].range.count;
    }
    return blocks;
}

/* Passes the next message of a process, if it is also the next in its receiver's port. */
static bool pass_message(const play_t *play, int rank)
{
    process_t *process = play->process, *p = &process[rank];

    if (p->sending == p->end) {
        return false;
    }
    const coll_rabred_step_t *step = &p->schedule->step[p->sending];
    process_t *peer = &process[step->peer];
    if (peer->receiving == peer->end || peer->schedule->step[peer->receiving].peer != rank) {
        return false;
    }
    size_t pieces = coll_rabred_message_pieces(step);
    double start = p->send_port > peer->receive_port ? p->send_port : peer->receive_port;
    double seconds = play->model->alpha + message_blocks(step, pieces) * play->model->beta;
    p->send_port = peer->receive_port = start + seconds;
    tell(play, (one_port_event_t) {step->round, rank, step->peer, start, start + seconds});
    p->sending = next_message(p, p->sending + pieces, true);
    peer->receiving = next_message(peer, peer->receiving + pieces, false);
    return true;
}

/* False if messages are left that the ports' orders keep from each other. */
static bool pass_messages(const play_t *play)
{
    const process_t *process = play->process;
    bool any, left;

    do {
        any = left = false;
        for (int rank = 0; rank < play->processes; rank++) {
            while (pass_message(play, rank)) {
                any = true;
            }
            left = left || process[rank].sending < process[rank].end || process[rank].receiving < process[rank].end;
        }
    } while (any && left);
    return !left;
}

static void leave_round(const play_t *play, int rank, uint32_t round)
{
    process_t *p = &play->process[rank];
    double start = p->send_port > p->receive_port ? p->send_port : p->receive_port;

    p->ready = start + p->reduced * play->model->gamma;
    if (p->reduced > 0) {
        tell(play, (one_port_event_t) {round, rank, -1, start, p->ready});
    }
}

static bool play_round(const play_t *play, uint32_t round)
{
    for (int rank = 0; rank < play->processes; rank++) {
        enter_round(&play->process[rank], round);
    }
    bool passed = pass_messages(play);
    for (int rank = 0; rank < play->processes; rank++) {
        leave_round(play, rank, round);
    }
    return passed;
}

double one_port_play(coll_rabred_schedule_t *const *schedule, int processes, const one_port_t *model,
                     one_port_trace_t trace, void *context)
{
    process_t *process = calloc((size_t) processes, sizeof(*process));
    play_t play = {process, processes, model, trace, context};
    uint32_t rounds = 0;
    double last = NULL == process ? -1 : 0;

    for (int rank = 0; rank < processes && last >= 0; rank++) {
        process[rank].schedule = schedule[rank];
        rounds = schedule[rank]->rounds > rounds ? schedule[rank]->rounds : rounds;
    }
    for (uint32_t round = 0; round < rounds && last >= 0; round++) {
        last = play_round(&play, round) ? last : -1;
    }
    for (int rank = 0; rank < processes && last >= 0; rank++) {
        last = process[rank].ready > last ? process[rank].ready : last;
    }
    free(process);
    return last;
}

double one_port_time(coll_rabred_schedule_t *const *schedule, int processes, const one_port_t *model)
{
    return one_port_play(schedule, processes, model, NULL, NULL);
}

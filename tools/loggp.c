/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "loggp.h"

#include "port.h"

#include <stdlib.h>

enum { NOBODY = -1 };

/* One process: times in seconds. */
typedef struct {
    const coll_rabred_schedule_t *schedule;
    size_t start, end;               /* steps of the present round */
    int following;                   /* in the list of processes that take part in the same round; NOBODY ends it */
    double ready;                    /* for the present round */
    double processor, out, in;       /* free again; ports for the next message */
    double sent;                     /* nothing sent holds the process up any more */
    size_t awaited;                  /* messages of the round that have not arrived */
    bool sends, receives;            /* in this round */
} process_t;

typedef struct {
    int receiver, sender;
    size_t number;                   /* of the round's */
    double start, seconds, next;     /* first byte at the receiver's port; to enter it; until the next one can */
    double held;                     /* from that on the sender cannot go on for so long, if above 0 */
    const loggp_t *model;            /* whose numbers it follows */
} message_t;

typedef struct {
    process_t *process;
    port_t *port;                    /* [2 x nodes, of which there are at most so many as processes]: out of one, and into it */
    int *first;                      /* [rounds]: the first in the list of processes that take part; NOBODY */
    message_t *message;              /* [capacity]: of the round */
    size_t messages, capacity;
    const coll_rabred_layout_t *layout;
    size_t element;
    const loggp_t *model;
} play_t;

static double most(double a, double b)
{
    return a > b ? a : b;
}

static double bytes_of(const play_t *play, coll_rabred_range_t range)
{
    return (double) (coll_rabred_layout_elements(play->layout, range) * play->element);
}

static double message_bytes(const play_t *play, const coll_rabred_step_t *step, size_t pieces)
{
    double bytes = 0;

    for (size_t i = 0; i < pieces; i++) {
        bytes += bytes_of(play, step[i].range);
    }
    return bytes;
}

/* Puts a process into the list of the round that its next step belongs to. */
static void enlist(const play_t *play, int rank)
{
    process_t *p = &play->process[rank];

    if (p->end < p->schedule->steps) {
        int *first = &play->first[p->schedule->step[p->end].round];
        p->following = *first;
        *first = rank;
    }
}

/* Takes the steps of a round. */
static void enter(const play_t *play, process_t *p, uint32_t round)
{
    const coll_rabred_schedule_t *s = p->schedule;

    p->start = p->end;
    p->ready = p->processor;
    p->sends = p->receives = false;
    while (p->end < s->steps && s->step[p->end].round == round) {
        const coll_rabred_step_t *step = &s->step[p->end];
        size_t pieces = coll_rabred_message_pieces(step);
        bool transfers = step->verb <= COLL_RABRED_STEP_RECV_REDUCE;
        p->end += pieces;
        if (transfers && message_bytes(play, step, pieces) > 0) {
            bool sends = COLL_RABRED_STEP_SEND == step->verb;
            p->sends = p->sends || sends;
            p->receives = p->receives || !sends;
            p->awaited += !sends;
        }
    }
}

/* The numbers that a message between two processes follows. */
static const loggp_t *numbers_of(const play_t *play, int a, int b)
{
    const coll_rabred_nodes_t *nodes = play->model->nodes;

    return NULL != nodes && nodes->node[a] == nodes->node[b] ? play->model->inside : play->model;
}

static void send(play_t *play, int rank, int peer, double bytes)
{
    const loggp_t *model = numbers_of(play, rank, peer);
    const process_t *receiver = &play->process[peer];
    process_t *p = &play->process[rank];
    bool crosses = p->receives || receiver->sends, is_long = bytes >= (double) model->rendezvous;
    double seconds = bytes * ((crosses ? model->byte_time : model->byte_time_one_way) + (is_long ? 0 : model->eager_copy_time));
    double handshake = is_long ? model->handshake + (crosses ? model->exchange_handshake : 0) : 0;
    p->processor += model->overhead;
    double start = most(most(p->processor, p->out), is_long ? receiver->ready : 0);
    double next = most(model->gap + (crosses ? model->exchange_gap : 0), seconds);
    p->out = start + next;
    double latency = model->latency + handshake;
    p->sent = start + seconds + (is_long ? latency : 0);
    play->message[play->messages] = (message_t) {peer, rank, play->messages, start + latency, seconds, next, p->sent - start - latency, model};
    play->messages++;
}

/* False if more is sent than awaited. */
static bool send_all(play_t *play, int rank)
{
    const process_t *p = &play->process[rank];
    size_t pieces;

    for (size_t i = p->start; i < p->end; i += pieces) {
        const coll_rabred_step_t *step = &p->schedule->step[i];
        pieces = coll_rabred_message_pieces(step);
        double bytes = COLL_RABRED_STEP_SEND == step->verb ? message_bytes(play, step, pieces) : 0;
        if (bytes > 0 && play->messages == play->capacity) {
            return false;
        }
        if (bytes > 0) {
            send(play, rank, step->peer, bytes);
        }
    }
    return true;
}

/* By time of arrival; then as the sender sent them. */
static int compare(const void *left, const void *right)
{
    const message_t *a = left, *b = right;

    if (a->start != b->start) {
        return a->start < b->start ? -1 : 1;
    }
    if (a->sender != b->sender) {
        return a->sender < b->sender ? -1 : 1;
    }
    return a->number < b->number ? -1 : 1;
}

/* When a message passes the port of its sender's node or, `into`, its receiver's; at once if it has none. Negative when out of memory. */
static double pass(const play_t *play, const message_t *message, bool into)
{
    const coll_rabred_nodes_t *nodes = message->model->nodes;
    const int rank = into ? message->receiver : message->sender;

    return NULL == nodes ? message->start : port_take(&play->port[2 * nodes->node[rank] + into], message->start, message->seconds);
}

/* Messages leave their node in the order of their arrival. False when out of memory. */
static bool share_ports(const play_t *play)
{
    bool right = true;

    for (size_t i = 0; i < play->messages; i++) {
        message_t *message = &play->message[i];
        process_t *p = &play->process[message->sender];
        message->start = pass(play, message, false);
        p->sent = most(p->sent, message->start + message->held);
        right = right && message->start >= 0;
    }
    return right;
}

/* False for a message that nobody receives, and when out of memory. */
static bool receive(const play_t *play, const message_t *message)
{
    process_t *p = &play->process[message->receiver];
    double passes = pass(play, message, true), start = most(passes, p->in);

    p->in = start + message->next;
    p->processor = most(p->processor, start + message->seconds) + message->model->overhead;
    return p->awaited-- > 0 && passes >= 0;
}

/* Reduces and copies. False if messages are missing. */
static bool leave(const play_t *play, process_t *p)
{
    double seconds = 0;

    for (size_t i = p->start; i < p->end; i++) {
        const coll_rabred_step_t *step = &p->schedule->step[i];
        if (COLL_RABRED_STEP_REDUCE == step->verb || COLL_RABRED_STEP_RECV_REDUCE == step->verb) {
            seconds += bytes_of(play, step->range) * play->model->reduce_time;
        } else if (COLL_RABRED_STEP_COPY == step->verb) {
            seconds += bytes_of(play, step->range) * play->model->copy_time;
        }
    }
    p->processor = most(p->processor, p->sent) + seconds;
    return 0 == p->awaited;
}

/* Makes room for the messages that the processes of a round await; false when out of memory. */
static bool make_room(play_t *play, uint32_t round)
{
    size_t awaited = 0;

    for (int rank = play->first[round]; NOBODY != rank; rank = play->process[rank].following) {
        awaited += play->process[rank].awaited;
    }
    play->messages = 0;
    if (awaited <= play->capacity) {
        return true;
    }
    message_t *message = realloc(play->message, awaited * sizeof(*message));
    play->message = NULL == message ? play->message : message;
    play->capacity = NULL == message ? play->capacity : awaited;
    return NULL != message;
}

static bool play_round(play_t *play, uint32_t round)
{
    process_t *process = play->process;
    int next;

    for (int rank = play->first[round]; NOBODY != rank; rank = process[rank].following) {
        enter(play, &process[rank], round);
    }
    bool right = make_room(play, round);
    for (int rank = play->first[round]; NOBODY != rank && right; rank = process[rank].following) {
        right = send_all(play, rank);
    }
    if (play->messages > 0) {
        qsort(play->message, play->messages, sizeof(*play->message), compare);
    }
    if (play->messages > 0 && NULL != play->model->nodes) {
        right = right && share_ports(play);
        qsort(play->message, play->messages, sizeof(*play->message), compare);
    }
    for (size_t i = 0; i < play->messages && right; i++) {
        right = receive(play, &play->message[i]);
    }
    for (int rank = play->first[round]; NOBODY != rank && right; rank = next) {
        next = process[rank].following;
        right = leave(play, &process[rank]);
        enlist(play, rank);
    }
    return right;
}

static double play_all(play_t *play, coll_rabred_schedule_t *const *schedule, int processes, uint32_t rounds)
{
    double last = 0;
    bool right = true;

    for (uint32_t round = 0; round < rounds; round++) {
        play->first[round] = NOBODY;
    }
    for (int rank = 0; rank < processes; rank++) {
        play->process[rank].schedule = schedule[rank];
        enlist(play, rank);
    }
    for (uint32_t round = 0; round < rounds && right; round++) {
        right = play_round(play, round);
    }
    for (int rank = 0; rank < processes; rank++) {
        last = most(last, play->process[rank].processor);
    }
    return right ? last : -1;
}

double loggp_time(coll_rabred_schedule_t *const *schedule, int processes, const coll_rabred_layout_t *layout,
                  size_t element, const loggp_t *model)
{
    play_t play = {.process = calloc((size_t) processes, sizeof(*play.process)),
                   .layout = layout, .element = element, .model = model};
    uint32_t rounds = 0;

    for (int rank = 0; rank < processes; rank++) {
        rounds = schedule[rank]->rounds > rounds ? schedule[rank]->rounds : rounds;
    }
    play.first = calloc((size_t) rounds + 1, sizeof(*play.first));
    play.port = calloc(2 * (size_t) processes, sizeof(*play.port));
    double last = NULL == play.process || NULL == play.first || NULL == play.port ? -1 : play_all(&play, schedule, processes, rounds);

    for (int i = 0; i < 2 * processes && NULL != play.port; i++) {
        port_free(&play.port[i]);
    }
    free(play.process);
    free(play.first);
    free(play.port);
    free(play.message);
    return last;
}

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "play.h"

#include "clock.h"
#include "port.h"

#include <stdlib.h>

enum { NOBODY = -1 };

/* One process: times in picoseconds. */
typedef struct {
    const coll_rabred_schedule_t *schedule;
    size_t start, end;               /* steps of the present round */
    int following;                   /* in the list of processes that take part in the same round; NOBODY ends it */
    uint64_t ready;                  /* for the present round */
    uint64_t processor, out, in;     /* free again; ports for the next message */
    uint64_t sent;                   /* nothing sent holds the process up any more */
    size_t awaited;                  /* messages of the round that have not arrived */
    bool sends, receives;            /* in this round */
} process_t;

typedef struct {
    int receiver, sender;
    size_t number;                   /* of the round's */
    uint64_t start, bytes_time, next;   /* first byte at the receiver's port; to enter it; until the next one can */
    uint64_t latency, held;          /* before `start`; from when on the sender cannot go on for so long */
    bool inside;                     /* a node: it passes no port of one */
} message_t;

typedef struct {
    process_t *process;
    coll_rabred_port_t *port;                    /* [2 x nodes]: out of one, and into it */
    int *first;                      /* [rounds]: the first in the list of processes that take part; NOBODY */
    message_t *message;              /* [capacity]: of the round */
    size_t messages, capacity;
    bool queue;                      /* messages of the round may have to wait for others: their order counts */
    const coll_rabred_layout_t *layout;
    size_t element;
    const coll_rabred_network_t *network;
} play_t;

static size_t bytes_of(const play_t *play, coll_rabred_range_t range)
{
    return coll_rabred_layout_elements(play->layout, range) * play->element;
}

static size_t message_bytes(const play_t *play, const coll_rabred_step_t *step, size_t pieces)
{
    return coll_rabred_layout_message(play->layout, step, pieces) * play->element;
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

/* A message between two processes that share a node, as far as that is known. */
static bool is_inside(const play_t *play, int a, int b)
{
    const coll_rabred_nodes_t *nodes = play->network->nodes;

    return NULL != nodes && nodes->node[a] == nodes->node[b];
}

/* The time of both ends of a message that leaves: when its bytes arrive, and when its sender goes on. */
static void send(play_t *play, int rank, int peer, size_t bytes)
{
    const bool inside = is_inside(play, rank, peer);
    const coll_rabred_machine_t *machine = inside ? play->network->inside : play->network->machine;
    process_t *p = &play->process[rank];
    const bool crosses = p->receives || play->process[peer].sends, is_long = bytes > machine->eager;
    const uint64_t rate = crosses ? machine->exchange : machine->transfer;
    const uint64_t handshake = coll_rabred_sum(machine->handshake, crosses ? machine->exchange_handshake : 0);
    const uint64_t bytes_time = coll_rabred_bytes_time(bytes, coll_rabred_sum(rate, is_long ? 0 : machine->eager_copy));
    const uint64_t latency = coll_rabred_sum(machine->latency, is_long ? handshake : 0);
    const uint64_t held = coll_rabred_sum(bytes_time, is_long ? latency : 0);
    const uint64_t gap = crosses ? coll_rabred_crossing_gap(machine) : machine->gap;
    const uint64_t next = coll_rabred_latest(coll_rabred_sum(gap, coll_rabred_bytes_time(bytes, rate)), bytes_time);

    p->processor = coll_rabred_sum(p->processor, play->network->overhead);
    const uint64_t start = coll_rabred_latest(coll_rabred_latest(p->processor, p->out), is_long ? play->process[peer].ready : 0);
    p->out = coll_rabred_sum(start, next);
    p->sent = coll_rabred_sum(start, held);
    play->message[play->messages] = (message_t) {peer, rank, play->messages, coll_rabred_sum(start, latency), bytes_time, next, latency, held, inside};
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
        const size_t bytes = COLL_RABRED_STEP_SEND == step->verb ? message_bytes(play, step, pieces) : 0;
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

/* Lets a message wait for the port of its sender's node or, `into`, its receiver's, if it has one. False when out of memory. */
static bool pass(const play_t *play, message_t *message, bool into)
{
    const coll_rabred_nodes_t *nodes = play->network->nodes;
    const int rank = into ? message->receiver : message->sender;

    return NULL == nodes || message->inside
           || coll_rabred_port_take(&play->port[2 * nodes->node[rank] + into], &message->start, message->bytes_time);
}

/* Messages leave their node in the order of their arrival. False when out of memory. */
static bool share_ports(const play_t *play)
{
    bool right = true;

    for (size_t i = 0; i < play->messages && right; i++) {
        message_t *message = &play->message[i];
        process_t *p = &play->process[message->sender];
        right = pass(play, message, false);
        p->sent = coll_rabred_latest(p->sent, coll_rabred_sum(coll_rabred_difference(message->start, message->latency), message->held));
    }
    return right;
}

/* False for a message that nobody receives, and when out of memory. */
static bool receive(const play_t *play, message_t *message)
{
    process_t *p = &play->process[message->receiver];
    const bool passes = pass(play, message, true);
    const uint64_t start = coll_rabred_latest(message->start, p->in), end = coll_rabred_sum(start, message->bytes_time);

    p->in = coll_rabred_sum(start, message->next);
    p->processor = coll_rabred_sum(coll_rabred_latest(p->processor, end), play->network->overhead);
    return p->awaited-- > 0 && passes;
}

/* Reduces and copies. False if messages are missing. */
static bool leave(const play_t *play, process_t *p)
{
    const coll_rabred_machine_t *machine = play->network->machine;

    p->processor = coll_rabred_latest(p->processor, p->sent);
    for (size_t i = p->start; i < p->end; i++) {
        const coll_rabred_step_t *step = &p->schedule->step[i];
        const bool reduces = COLL_RABRED_STEP_REDUCE == step->verb || COLL_RABRED_STEP_RECV_REDUCE == step->verb;
        if (reduces || COLL_RABRED_STEP_COPY == step->verb) {
            const uint64_t rate = reduces ? machine->reduction : machine->copy;
            p->processor = coll_rabred_sum(p->processor, coll_rabred_bytes_time(bytes_of(play, step->range), rate));
        }
    }
    return 0 == p->awaited;
}

/* Makes room for the messages that the processes of a round await; false when out of memory. */
static bool make_room(play_t *play, uint32_t round)
{
    size_t awaited = 0;

    play->queue = NULL != play->network->nodes;
    for (int rank = play->first[round]; NOBODY != rank; rank = play->process[rank].following) {
        awaited += play->process[rank].awaited;
        play->queue = play->queue || play->process[rank].awaited > 1;
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
    if (play->messages > 0 && play->queue) {
        qsort(play->message, play->messages, sizeof(*play->message), compare);
    }
    if (play->messages > 0 && NULL != play->network->nodes) {
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

static bool play_all(play_t *play, coll_rabred_schedule_t *const *schedule, int processes, uint32_t rounds, uint64_t *last)
{
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
    *last = 0;
    for (int rank = 0; rank < processes; rank++) {
        *last = coll_rabred_latest(*last, play->process[rank].processor);
    }
    return right;
}

bool coll_rabred_play(coll_rabred_schedule_t *const *schedule, int processes, const coll_rabred_layout_t *layout, size_t element,
                      const coll_rabred_network_t *network, uint64_t *picoseconds)
{
    play_t play = {.process = calloc((size_t) processes, sizeof(*play.process)), .layout = layout, .element = element, .network = network};
    const size_t ports = NULL == network->nodes ? 0 : 2 * (size_t) network->nodes->nodes;
    uint32_t rounds = 0;

    for (int rank = 0; rank < processes; rank++) {
        rounds = schedule[rank]->rounds > rounds ? schedule[rank]->rounds : rounds;
    }
    play.first = calloc((size_t) rounds + 1, sizeof(*play.first));
    play.port = calloc(ports + 1, sizeof(*play.port));
    const bool right = NULL != play.process && NULL != play.first && NULL != play.port && play_all(&play, schedule, processes, rounds, picoseconds);

    for (size_t i = 0; i < ports && NULL != play.port; i++) {
        coll_rabred_port_free(&play.port[i]);
    }
    free(play.process);
    free(play.first);
    free(play.port);
    free(play.message);
    return right;
}

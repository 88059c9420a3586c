/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "cost_report.h"

#include "command_line.h"

#include <stdlib.h>

/* One process. */
typedef struct {
    const coll_rabred_schedule_t *schedule;
    size_t end;                      /* first step of a later round */
    size_t chain, chain_after;       /* messages on the longest chain up to the round, and behind it */
    size_t messages, sent, reduced, copied;
} process_t;

/* Of the busiest process each; in all only messages. */
typedef struct {
    size_t rounds, messages, all_messages, sent, peers, reduced, copied, scratch;
} costs_t;

static void raise_to(size_t *most, size_t value)
{
    *most = value > *most ? value : *most;
}

/* True if no earlier step of the round, which starts at `start`, exchanges with the same peer. */
static bool is_new_peer(const coll_rabred_schedule_t *s, size_t start, size_t i)
{
    for (size_t earlier = start; earlier < i; earlier++) {
        if (s->step[earlier].verb <= COLL_RABRED_STEP_RECV_REDUCE && s->step[earlier].peer == s->step[i].peer) {
            return false;
        }
    }
    return true;
}

/* A message's chain goes on at both ends: neither leaves the round before it is through. */
static void pass_message(process_t *process, int rank, int peer)
{
    size_t before = process[rank].chain > process[peer].chain ? process[rank].chain : process[peer].chain;

    raise_to(&process[rank].chain_after, before + 1);
    raise_to(&process[peer].chain_after, before + 1);
    process[rank].messages++;
}

/* What one process does in a round. */
static void play_round(process_t *process, int rank, uint32_t round, costs_t *costs)
{
    process_t *p = &process[rank];
    const coll_rabred_schedule_t *s = p->schedule;
    size_t start = p->end, peers = 0;

    for (; p->end < s->steps && s->step[p->end].round == round; p->end++) {
        const coll_rabred_step_t *step = &s->step[p->end];
        bool transfers = step->verb <= COLL_RABRED_STEP_RECV_REDUCE, sends = COLL_RABRED_STEP_SEND == step->verb;
        peers += transfers && is_new_peer(s, start, p->end);
        p->sent += sends ? step->range.count : 0;
        p->copied += COLL_RABRED_STEP_COPY == step->verb ? step->range.count : 0;
        p->reduced += COLL_RABRED_STEP_REDUCE == step->verb || COLL_RABRED_STEP_RECV_REDUCE == step->verb
                          ? step->range.count : 0;
        if (sends && !(step->flags & COLL_RABRED_MORE)) {
            pass_message(process, rank, step->peer);
        }
    }
    raise_to(&costs->peers, peers);
}

static void add_up(const process_t *p, costs_t *costs)
{
    size_t scratch = 0;

    for (size_t buffer = COLL_RABRED_TMP; buffer < p->schedule->buffers; buffer++) {
        scratch += coll_rabred_buffer_blocks(p->schedule, buffer).count;
    }
    costs->all_messages += p->messages;
    raise_to(&costs->rounds, p->chain);
    raise_to(&costs->messages, p->messages);
    raise_to(&costs->sent, p->sent);
    raise_to(&costs->reduced, p->reduced);
    raise_to(&costs->copied, p->copied);
    raise_to(&costs->scratch, scratch);
}

static costs_t play(const format_call_t *call)
{
    process_t *process = calloc((size_t) call->processes, sizeof(*process));
    costs_t costs = {0};
    uint32_t rounds = 0;

    if (NULL == process) {
        refuse("out of memory");
    }
    for (int rank = 0; rank < call->processes; rank++) {
        process[rank].schedule = call->schedule[rank];
        rounds = call->schedule[rank]->rounds > rounds ? call->schedule[rank]->rounds : rounds;
    }
    for (uint32_t round = 0; round < rounds; round++) {
        for (int rank = 0; rank < call->processes; rank++) {
            play_round(process, rank, round, &costs);
        }
        for (int rank = 0; rank < call->processes; rank++) {
            process[rank].chain = process[rank].chain_after;
        }
    }
    for (int rank = 0; rank < call->processes; rank++) {
        add_up(&process[rank], &costs);
    }
    free(process);
    return costs;
}

static void print_count(FILE *stream, const char *name, size_t count, const char *what)
{
    fprintf(stream, "%-12s %15zu  %s\n", name, count, what);
}

static void print_seconds(FILE *stream, const char *name, double seconds, const char *what)
{
    fprintf(stream, "%-12s %15.9g  %s\n", name, seconds, what);
}

void cost_report(FILE *stream, const format_call_t *call)
{
    costs_t costs = play(call);
    double seconds = one_port_time(call->schedule, call->processes, call->model);
    double block = (double) call->bytes / call->problem->blocks;

    if (seconds < 0) {
        refuse("out of memory");
    }
    print_count(stream, "rounds", costs.rounds, "messages on the longest chain");
    print_count(stream, "messages", costs.messages, "sent by the busiest process");
    print_count(stream, "all_messages", costs.all_messages, "sent by all processes");
    print_count(stream, "peers", costs.peers, "of one process in one round");
    print_count(stream, "blocks", call->problem->blocks, "of the vector");
    print_count(stream, "sent", costs.sent, "blocks, by the busiest process");
    print_count(stream, "reduced", costs.reduced, "blocks, by the busiest process");
    print_count(stream, "copied", costs.copied, "blocks, by the busiest process");
    print_count(stream, "scratch", costs.scratch, "blocks, at the busiest process");
    print_count(stream, "bytes", call->bytes, "of the vector");
    print_seconds(stream, "alpha", call->model->alpha, "seconds a message");
    print_seconds(stream, "beta", call->model->beta / block, "seconds a byte sent");
    print_seconds(stream, "gamma", call->model->gamma / block, "seconds a byte reduced");
    print_seconds(stream, "time", seconds, "seconds, one message out and one in at a time");
}

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "holdings.h"

#include "labels.h"
#include "holdings_memory.h"

#include <stdlib.h>

/* The play: memory of each process, and the values that are being collected for a label. */
typedef struct {
    holdings_t *holdings;
    int processes;
    uint32_t rounds;
    memory_t *memory;
    rank_sets_t sets;
    labels_value_t *value;
    size_t values, room;
    size_t messages_room;
    bool failed;                      /* out of memory */
} play_t;

static void collect(play_t *play, coll_rabred_blocks_t block, rank_set_t set)
{
    int lowest, last;

    if (play->values == play->room) {
        size_t room = 2 * play->room + 64;
        labels_value_t *value = realloc(play->value, room * sizeof(*value));
        if (NULL == value) {
            play->failed = true;
            return;
        }
        play->value = value;
        play->room = room;
    }
    rank_sets_run(&play->sets, set, 0, &lowest, &last);
    play->value[play->values++] = (labels_value_t) {block, lowest, set};
}

/* Writes the label of what was collected, if each value is `result`; NULL when out of memory. */
static char *tell(play_t *play, bool *result)
{
    char *text = NULL;

    *result = play->values > 0;
    for (size_t i = 0; i < play->values; i++) {
        *result = *result && rank_sets_whole(&play->sets, play->value[i].set);
    }
    if (!play->failed && !play->sets.failed) {
        text = labels_write(&play->sets, play->value, play->values);
    }
    play->failed = play->failed || NULL == text;
    play->values = 0;
    return text;
}

static void add_message(play_t *play, size_t row, int from, int to)
{
    holdings_t *h = play->holdings;
    holdings_message_t message = {row, from, to, NULL, false};

    if (h->messages == play->messages_room) {
        size_t room = 2 * play->messages_room + 64;
        holdings_message_t *more = realloc(h->message, room * sizeof(*more));
        if (NULL == more) {
            play->failed = true;
            play->values = 0;
            return;
        }
        h->message = more;
        play->messages_room = room;
    }
    message.text = tell(play, &message.result);
    h->message[h->messages++] = message;
}

/* Passes the message that starts at a step of its sender. No transfer of a round writes what another reads. */
static void pass(play_t *play, size_t row, int from, size_t send)
{
    memory_t *sender = &play->memory[from];
    int to = (int) sender->schedule->step[send].peer;
    memory_t *receiver = &play->memory[to];
    size_t receive = memory_find_message(receiver, from, false);

    for (bool more = true; more && receive < receiver->end; send++, receive++) {
        const coll_rabred_step_t *source = &sender->schedule->step[send], *target = &receiver->schedule->step[receive];
        for (coll_rabred_blocks_t k = 0; k < source->range.count; k++) {
            coll_rabred_blocks_t block = source->range.first + k;
            rank_set_t value = sender->value[memory_cell(sender, source->from, block)];
            receiver->value[memory_cell(receiver, memory_arrival(target), block)] = value;
            collect(play, block, value);
        }
        more = source->flags & COLL_RABRED_MORE;
    }
    add_message(play, row, from, to);
}

static void pass_messages(play_t *play, size_t row)
{
    for (int from = 0; from < play->processes; from++) {
        const memory_t *sender = &play->memory[from];
        for (size_t i = sender->open; i < sender->end; i++) {
            const coll_rabred_step_t *step = &sender->schedule->step[i];
            bool continues = i > sender->open && step[-1].flags & COLL_RABRED_MORE;
            if (COLL_RABRED_STEP_SEND == step->verb && !continues && !play->failed) {
                pass(play, row, from, i);
            }
        }
    }
}

static void look(play_t *play, holdings_box_t *box, const memory_t *memory, uint32_t after_rounds)
{
    bool several = false;

    for (size_t buffer = 0; buffer < memory->schedule->buffers; buffer++) {
        coll_rabred_range_t there = memory->there[buffer];
        for (coll_rabred_blocks_t k = 0; k < there.count; k++) {
            size_t cell = memory_cell(memory, (uint32_t) buffer, there.first + k);
            if (memory_is_live(memory, after_rounds, cell)) {
                collect(play, there.first + k, memory->value[cell]);
            }
        }
    }
    for (size_t i = 1; i < play->values; i++) {
        several = several || play->value[i].set != play->value[0].set;
    }
    if (several || 0 == play->values
        || !rank_sets_interval(&play->sets, play->value[0].set, &box->first, &box->last)) {
        box->first = box->last = -1;
    }
    box->text = tell(play, &box->result);
}

static void look_at_all(play_t *play, uint32_t after_rounds)
{
    holdings_t *h = play->holdings;
    size_t row = h->rows++;

    for (int rank = 0; rank < play->processes && !play->failed; rank++) {
        look(play, &h->box[row * (size_t) play->processes + (size_t) rank], &play->memory[rank], after_rounds);
    }
}

static void play_rounds(play_t *play)
{
    holdings_t *h = play->holdings;

    look_at_all(play, 0);
    for (uint32_t round = 0; round < play->rounds && !play->failed; round++) {
        bool any = false;
        for (int rank = 0; rank < play->processes; rank++) {
            memory_enter(&play->memory[rank], round);
            any = any || play->memory[rank].open < play->memory[rank].end;
        }
        if (!any) {
            continue;
        }
        h->round[h->rows] = round;
        pass_messages(play, h->rows);
        for (int rank = 0; rank < play->processes; rank++) {
            memory_take_steps(&play->memory[rank], &play->sets);
        }
        look_at_all(play, round + 1);
    }
}

static int compare_messages(const void *left, const void *right)
{
    const holdings_message_t *a = left, *b = right;

    if (a->row != b->row) {
        return a->row < b->row ? -1 : 1;
    }
    return a->from != b->from ? a->from - b->from : a->to - b->to;
}

const holdings_message_t *holdings_find(const holdings_t *holdings, size_t row, int from, int to)
{
    holdings_message_t key = {.row = row, .from = from, .to = to};

    if (0 == holdings->messages) {
        return NULL;
    }
    return bsearch(&key, holdings->message, holdings->messages, sizeof(key), compare_messages);
}

static bool set_up(play_t *play, coll_rabred_schedule_t *const *schedule, int processes)
{
    holdings_t *h = play->holdings;
    size_t count = (size_t) processes;

    for (int rank = 0; rank < processes; rank++) {
        play->rounds = schedule[rank]->rounds > play->rounds ? schedule[rank]->rounds : play->rounds;
    }
    h->processes = processes;
    h->round = calloc((size_t) play->rounds + 1, sizeof(*h->round));
    h->box = calloc(((size_t) play->rounds + 1) * count, sizeof(*h->box));
    play->memory = calloc(count, sizeof(*play->memory));
    rank_sets_open(&play->sets, processes);
    play->failed = NULL == h->round || NULL == h->box || NULL == play->memory || play->sets.failed;
    for (int rank = 0; rank < processes && !play->failed; rank++) {
        play->processes++;
        play->failed = !memory_open(&play->memory[rank], schedule[rank], play->rounds);
    }
    return !play->failed;
}

holdings_t *holdings_play(coll_rabred_schedule_t *const *schedule, int processes)
{
    play_t play = {.holdings = calloc(1, sizeof(holdings_t))};

    if (NULL == play.holdings) {
        return NULL;
    }
    if (set_up(&play, schedule, processes)) {
        play_rounds(&play);
        if (play.holdings->messages > 0) {
            qsort(play.holdings->message, play.holdings->messages, sizeof(holdings_message_t), compare_messages);
        }
    }
    for (int rank = 0; rank < play.processes; rank++) {
        memory_close(&play.memory[rank]);
    }
    free(play.memory);
    free(play.value);
    rank_sets_close(&play.sets);
    if (play.failed) {
        holdings_free(play.holdings);
        return NULL;
    }
    return play.holdings;
}

void holdings_free(holdings_t *holdings)
{
    if (NULL == holdings) {
        return;
    }
    for (size_t i = 0; NULL != holdings->box && i < holdings->rows * (size_t) holdings->processes; i++) {
        free(holdings->box[i].text);
    }
    for (size_t i = 0; i < holdings->messages; i++) {
        free(holdings->message[i].text);
    }
    free(holdings->box);
    free(holdings->round);
    free(holdings->message);
    free(holdings);
}

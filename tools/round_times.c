/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "round_times.h"

#include <errno.h>
#include <stdlib.h>

static size_t cell(const round_times_t *times, size_t row, int rank)
{
    return row * (size_t) times->holdings->processes + (size_t) rank;
}

double round_times_finish(const round_times_t *times, size_t row, int rank)
{
    return times->finish[cell(times, row, rank)];
}

static void finish_not_before(round_times_t *times, size_t row, int rank, double seconds)
{
    double *known = &times->finish[cell(times, row, rank)];

    *known = seconds > *known ? seconds : *known;
}

static void note(void *context, const one_port_event_t *event)
{
    round_times_t *times = context;
    size_t row = times->events > 0 ? times->event[times->events - 1].row : 1;

    if (times->events == times->room) {
        size_t room = 2 * times->room + 64;
        round_times_event_t *more = realloc(times->event, room * sizeof(*more));
        if (NULL == more) {
            times->failed = true;
            return;
        }
        times->event = more;
        times->room = room;
    }
    while (times->holdings->round[row] != event->round) {
        row++;
    }
    times->event[times->events++] = (round_times_event_t) {*event, row};
    finish_not_before(times, row, event->rank, event->end);
    if (event->peer >= 0) {
        finish_not_before(times, row, event->peer, event->end);
    }
}

bool round_times_play(round_times_t *times, const holdings_t *holdings, coll_rabred_schedule_t *const *schedule,
                      const one_port_t *model)
{
    size_t processes = (size_t) holdings->processes, cells = holdings->rows * processes;

    *times = (round_times_t) {.holdings = holdings, .finish = malloc(cells * sizeof(*times->finish))};
    if (NULL == times->finish) {
        return false;
    }
    for (size_t i = 0; i < cells; i++) {
        times->finish[i] = i < processes ? 0 : -1;
    }
    errno = 0;
    times->last = one_port_play(schedule, holdings->processes, model, note, times);
    times->failed = times->failed || (times->last < 0 && ENOMEM == errno);
    times->last = times->last > 0 ? times->last : 0;
    return !times->failed;
}

void round_times_close(round_times_t *times)
{
    free(times->event);
    free(times->finish);
}

double round_times_shortest(const round_times_t *times)
{
    double shortest = times->last;

    for (size_t i = 0; i < times->events; i++) {
        const one_port_event_t *event = &times->event[i].event;
        double seconds = event->end - event->start;
        shortest = event->peer >= 0 && seconds > 0 && seconds < shortest ? seconds : shortest;
    }
    return shortest;
}

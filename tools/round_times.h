/*
 * When each round is over on each process, in the model of one_port.h, and all that happened.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_TOOLS_ROUND_TIMES_H
#define RABRED_TOOLS_ROUND_TIMES_H

#include "holdings.h"
#include "one_port.h"

typedef struct {
    one_port_event_t event;
    size_t row;                       /* of the holdings: the state after the event's round */
} round_times_event_t;

typedef struct {
    const holdings_t *holdings;
    round_times_event_t *event;       /* rounds in order */
    size_t events, room;
    double *finish;                   /* [rows][processes]: seconds; -1: took no part in the round */
    double last;                      /* seconds of the whole; 0 where the model plays no further */
    bool failed;                      /* out of memory */
} round_times_t;

/* False when out of memory. */
bool round_times_play(round_times_t *times, const holdings_t *holdings, coll_rabred_schedule_t *const *schedule,
                      const one_port_t *model);
void round_times_close(round_times_t *times);

double round_times_finish(const round_times_t *times, size_t row, int rank);

/* Seconds of the shortest message that takes any time; of the whole if there is none. */
double round_times_shortest(const round_times_t *times);

#endif

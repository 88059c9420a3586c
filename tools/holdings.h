/*
 * What every process holds after every round, found by playing all schedules of a call symbolically.
 * Told are live values only: those that are read in a later round, and results.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_TOOLS_HOLDINGS_H
#define RABRED_TOOLS_HOLDINGS_H

#include "../coll_rabred/sched/schedule.h"

typedef struct {
    char *text;                       /* see labels.h; empty: holds nothing live */
    int first, last;                  /* all values hold the contributions of these ranks; -1: of several sets */
    bool result;                      /* all values hold every process's contribution; false if there is none */
} holdings_box_t;

typedef struct {
    size_t row;                       /* of the boxes after it */
    int from, to;
    char *text;                       /* what is sent, see labels.h */
    bool result;                      /* all of it holds every process's contribution */
} holdings_message_t;

/* Row 0 is the start, row k the state after round[k]; rounds in which nobody does anything have no row. */
typedef struct {
    int processes;
    size_t rows;
    uint32_t *round;                  /* [rows] */
    holdings_box_t *box;              /* [rows][processes] */
    size_t messages;
    holdings_message_t *message;      /* by row, then sender, then receiver */
} holdings_t;

/* NULL when out of memory. */
holdings_t *holdings_play(coll_rabred_schedule_t *const *schedule, int processes);
void holdings_free(holdings_t *holdings);

/* NULL if there is no such message. */
const holdings_message_t *holdings_find(const holdings_t *holdings, size_t row, int from, int to);

#endif

/*
 * The output formats of rabred_schedule. Each prints all schedules of one call, schedule[0..processes-1]
 * in rank order; `only` is the one rank to be shown, -1 for all.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_TOOLS_FORMAT_H
#define RABRED_TOOLS_FORMAT_H

#include "one_port.h"

typedef struct {
    coll_rabred_schedule_t *const *schedule;   /* those of other ranks than `only` may be NULL in text, json and goal */
    int processes;
    int only;
    const one_port_t *model;         /* seconds a message, a block sent and reduced; NULL: no time axis */
    const coll_rabred_problem_t *problem;   /* what is asked for; blocks filled in, rank of no account */
    size_t bytes;                    /* of the whole vector */
} format_call_t;

void format_text(FILE *stream, const format_call_t *call);
void format_json(FILE *stream, const format_call_t *call);
void format_goal(FILE *stream, const format_call_t *call);
void format_dot(FILE *stream, const format_call_t *call);
void format_svg(FILE *stream, const format_call_t *call);

#endif

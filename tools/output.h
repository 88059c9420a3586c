/*
 * The forms in which rabred_schedule tells about a call.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_TOOLS_OUTPUT_H
#define RABRED_TOOLS_OUTPUT_H

#include "format.h"

typedef struct {
    const char *name;
    void (*print)(FILE *stream, const format_call_t *call);
    bool alone;                      /* the schedule of one rank is enough to show that rank */
    bool timed;                      /* seconds matter */
    bool axis;                       /* but only if some are given */
} output_t;

extern const output_t outputs[];     /* ends with a NULL name; the first is the default */
extern const output_t output_cost;

#endif

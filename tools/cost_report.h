/*
 * What a call costs, found by playing its schedules.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_TOOLS_COST_REPORT_H
#define RABRED_TOOLS_COST_REPORT_H

#include "format.h"

/* One line a figure: its name, its number and what it is. Needs the schedules of all ranks. */
void cost_report(FILE *stream, const format_call_t *call);

#endif

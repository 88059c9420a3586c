/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "output.h"

#include "cost_report.h"

const output_t outputs[] = {
    {.name = "text", .print = format_text, .alone = true},
    {.name = "json", .print = format_json, .alone = true},
    {.name = "goal", .print = format_goal, .alone = true, .timed = true},
    {.name = "dot", .print = format_dot},
    {.name = "svg", .print = format_svg, .timed = true, .axis = true},
    {.name = NULL}
};

const output_t output_cost = {.name = "cost", .print = cost_report, .timed = true};

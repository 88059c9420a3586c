/*
 * The schedule as a picture, an SVG file that needs nothing else. When out of memory nothing at all is
 * written and errno is ENOMEM.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "svg.h"

#include <errno.h>
#include <stdlib.h>

void format_svg(FILE *stream, const format_call_t *call)
{
    holdings_t *holdings = holdings_play(call->schedule, call->processes);
    char *title = svg_title(call);
    svg_t svg = {.stream = stream, .call = call, .holdings = holdings, .title = title,
                 .first_rank = call->only >= 0 ? call->only : 0,
                 .last_rank = call->only >= 0 ? call->only : call->processes - 1};
    bool drawn = NULL != holdings && NULL != title;

    if (drawn && NULL != call->model) {
        drawn = svg_draw_times(&svg);
    } else if (drawn) {
        svg_draw_rounds(&svg);
    }
    holdings_free(holdings);
    free(title);
    if (!drawn) {
        errno = ENOMEM;
    }
}

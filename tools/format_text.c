/*
 * Text: one line a message and a local step.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "format.h"

void format_text(FILE *stream, const format_call_t *call)
{
    const char *separator = "";

    for (int rank = 0; rank < call->processes; rank++) {
        if (call->only < 0 || call->only == rank) {
            fputs(separator, stream);
            coll_rabred_schedule_print(stream, call->schedule[rank]);
            separator = "\n";
        }
    }
}

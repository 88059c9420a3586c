/*
 * What an algorithm promises, in fixed words: same, ordered, one-bracketing, canonical and
 * commutative-only.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_TOOLS_PROMISES_H
#define RABRED_TOOLS_PROMISES_H

#include "../coll_rabred/sched/table.h"

/* Each word in quotes, with the separator between them; `promises` and `needs` as in the table. */
void promises_print(FILE *stream, unsigned promises, unsigned needs, const char *quote, const char *separator);

#endif

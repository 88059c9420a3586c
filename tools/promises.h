/*
 * What an algorithm promises, in fixed words: same, ordered, one-bracketing, canonical and
 * commutative-only.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_TOOLS_PROMISES_H
#define RABRED_TOOLS_PROMISES_H

#include "../coll_rabred/sched/table.h"

/* Each word in quotes, with the separator between them. */
void promises_print(FILE *stream, const coll_rabred_algorithm_t *algorithm, const char *quote, const char *separator);

#endif

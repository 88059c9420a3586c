/*
 * All candidates for a call, the fastest first.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_EXPLAIN_RANKING_H
#define RABRED_EXPLAIN_RANKING_H

#include "options.h"

/* Prints one line each, and which algorithms do not fit and why. */
void ranking_print(FILE *stream, const options_t *options);

#endif

/*
 * The fastest algorithm over the number of processes and the length, as figures 4 and 14 of Thakur, Rabenseifner & Gropp
 * 2005 and their like draw it.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_EXPLAIN_MAP_H
#define RABRED_EXPLAIN_MAP_H

#include "options.h"

/* Whether it is installed. */
bool map_has_gnuplot(void);

/* Draws options->map by gnuplot. False if that fails. */
bool map_draw(const options_t *options);

#endif

/*
 * From times of messages to what a message and a byte cost. Plain C.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef TUNE_FIT_H
#define TUNE_FIT_H

#include <stdbool.h>
#include <stddef.h>

/* What messages of a length took, in seconds: one way, and while one of the same length goes the other way. */
typedef struct {
    size_t bytes;
    double one_way, exchange;
} fit_point_t;

/*
 * Seconds; bytes. A message takes latency + bytes * transfer (exchange); if it is longer than eager the handshake, and
 * exchange_handshake while one goes the other way; else bytes * eager_copy.
 */
typedef struct {
    double latency, handshake, exchange_handshake, transfer, exchange, eager_copy;
    size_t eager;
} fit_line_t;

/*
 * The line that lies nearest to the points, which come in order of bytes: the sum of squares of relative errors is least. No
 * handshake where that explains the points hardly worse, or where it is less than a fortieth of the time there, as noise may
 * be; eager is then the longest length; nor exchange_handshake and eager_copy where one handshake does. To copy takes a quarter
 * of the handshake at most, up to the shortest point beyond eager. No value is negative; transfer is at most exchange, and at
 * least half of it; a latency that came out as nothing is the time of the shortest message.
 */
fit_line_t fit_messages(const fit_point_t *point, size_t points);

/* The longest message that travels at once; what else is known of that, where the line has no handshake, which may hide among other times. */
size_t fit_eager(const fit_line_t *line, size_t known);

/* True if a message of these bytes and times has paid the handshake; for lengths near eager. */
bool fit_pays_handshake(const fit_line_t *line, fit_point_t point);

enum { FIT_TRIALS = 3, FIT_LEAST_SAMPLES = 5, FIT_MOST_SAMPLES = 1000 };

/* For how many samples there are `seconds`, between these bounds, where FIT_TRIALS of them took so long. */
int fit_samples(double seconds, double trials);

/* The middle one of the values, which it sorts; 0 of none. */
double fit_median(double *value, size_t values);

#endif

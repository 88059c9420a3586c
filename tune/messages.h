/*
 * Times messages between the two ranks of each pair, all pairs at once. All functions are collective on MPI_COMM_WORLD and
 * return the same on all ranks: the median of the pairs.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef TUNE_MESSAGES_H
#define TUNE_MESSAGES_H

#include "fit.h"

#include <stddef.h>

typedef struct {
    int rank, partner;            /* MPI_PROC_NULL: this rank takes no part */
    size_t most;                  /* bytes of the longest message */
    unsigned char *out, *in;      /* of so many bytes */
    double seconds;               /* to spend on one length in one pattern */
    size_t packet, cut;           /* bytes: longer messages, up to `cut`, are sent in packets, as rabred sends them; both 0: none is */
} messages_t;

/* False when out of memory on any rank. */
bool messages_open(messages_t *messages, int rank, int partner, size_t most, double seconds);
void messages_close(messages_t *messages);

/* How long a message takes one way, and both ways at once; seconds. */
fit_point_t messages_time(const messages_t *messages, size_t bytes);

#endif

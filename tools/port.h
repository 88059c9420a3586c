/*
 * When a port that processes share is in use. They are played round by round, in which one may be far ahead of another: a message
 * takes the first free time that is long enough, also before what was played earlier.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_TOOLS_PORT_H
#define RABRED_TOOLS_PORT_H

#include <stddef.h>

typedef struct {
    struct { double start, end; } *use;   /* [uses]: one after the other; those that touch are one */
    size_t uses, capacity;
} port_t;

/* Uses a port for so many seconds, from `start` on or later: from when; negative when out of memory. Empty at first: {0}. */
double port_take(port_t *port, double start, double seconds);

void port_free(port_t *port);

#endif

/*
 * When a port that processes share is in use. They are played round by round, in which one may be far ahead of another: a message
 * takes the first free time that is long enough, also before what was played earlier.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_SCHED_PORT_H
#define COLL_RABRED_SCHED_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    struct { uint64_t start, end; } *use;   /* [uses]: one after the other; one that begins as another ends is joined to it */
    size_t uses, capacity;
} coll_rabred_port_t;

/* Uses a port for so many picoseconds, from *start on or later, and tells since when; false when out of memory. Empty at first: {0}. */
bool coll_rabred_port_take(coll_rabred_port_t *port, uint64_t *start, uint64_t picoseconds);

void coll_rabred_port_free(coll_rabred_port_t *port);

#endif

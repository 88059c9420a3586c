/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 *
 * The network's model. A port sends one frame at a time and receives one frame at a time, both at once if need be, at
 * the same rate. A frame of n bytes occupies its sender's port for n beta, begins to arrive alpha after it began to
 * leave, or later if the receiver's port is busy then, and occupies that port for n beta: alone it takes alpha + n beta.
 * No frame is dropped, and frames between two hosts keep their order.
 *
 * Instants and durations are nanoseconds on the monotonic clock.
 */
#ifndef CLUSTER_PORT_H
#define CLUSTER_PORT_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    int64_t latency;            /* alpha */
    int64_t bits_per_second;    /* 8 / beta, in seconds */
} network_t;

typedef struct frame frame_t;

typedef struct {
    int tap;
    int64_t sends_until, receives_until;
    frame_t *first, *last;                /* on their way to this port, in the order in which they arrive */
    size_t frames, bytes, lost, queued;   /* received; that the host did not take; on their way */
    int64_t late, latest;                 /* delivered after their instant: sum and maximum over frames */
} port_t;

enum { PORT_IDLE = -1 };

/* Takes a frame that the first port sends to the second. False if there is no memory. */
_Bool port_send(const network_t *network, port_t *from, port_t *to, const void *data, size_t bytes, int64_t now);

/* When the next frame has arrived at a port, or PORT_IDLE. */
int64_t port_next(const port_t *port);

/* Delivers what has arrived until some instant; counts how late that is now. */
void port_receive(port_t *port, int64_t until, int64_t now);

#endif

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "port.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct frame {
    frame_t *earlier, *later;
    int64_t arrives, occupies;   /* when its first bit could arrive; for how long it occupies a port */
    size_t bytes;
    unsigned char data[];
};

static int64_t latest(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Puts a frame behind those that arrive earlier or at the same instant: mostly the last. */
static void insert(port_t *port, frame_t *frame)
{
    frame_t *earlier = port->last;

    while (NULL != earlier && earlier->arrives > frame->arrives) {
        earlier = earlier->earlier;
    }
    frame->earlier = earlier;
    frame->later = NULL == earlier ? port->first : earlier->later;
    *(NULL == earlier ? &port->first : &earlier->later) = frame;
    *(NULL == frame->later ? &port->last : &frame->later->earlier) = frame;
    port->queued++;
}

static void remove_first(port_t *port)
{
    frame_t *frame = port->first;

    port->first = frame->later;
    *(NULL == port->first ? &port->last : &port->first->earlier) = NULL;
    port->queued--;
    free(frame);
}

_Bool port_send(const network_t *network, port_t *from, port_t *to, const void *data, size_t bytes, int64_t now)
{
    frame_t *frame = malloc(sizeof(*frame) + bytes);
    int64_t leaves = latest(now, from->sends_until);

    if (NULL == frame) {
        return 0;
    }
    frame->arrives = leaves + network->latency;
    frame->occupies = (int64_t) bytes * 8 * 1000000000 / network->bits_per_second;
    frame->bytes = bytes;
    memcpy(frame->data, data, bytes);
    from->sends_until = leaves + frame->occupies;
    insert(to, frame);
    return 1;
}

int64_t port_next(const port_t *port)
{
    return NULL == port->first ? PORT_IDLE : latest(port->first->arrives, port->receives_until) + port->first->occupies;
}

void port_receive(port_t *port, int64_t until, int64_t now)
{
    int64_t due;

    while ((due = port_next(port)) != PORT_IDLE && due <= until) {
        int64_t late = latest(now - due, 0);

        port->lost += write(port->tap, port->first->data, port->first->bytes) < 0;
        port->frames++;
        port->bytes += port->first->bytes;
        port->late += late;
        port->latest = latest(port->latest, late);
        port->receives_until = due;
        remove_first(port);
    }
}

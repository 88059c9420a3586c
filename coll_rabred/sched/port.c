/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "port.h"

#include "clock.h"

#include <stdlib.h>
#include <string.h>

/* The first use that ends after a time. */
static size_t find(const coll_rabred_port_t *port, uint64_t time)
{
    size_t low = 0, high = port->uses;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (port->use[middle].end > time) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

/* A new use before the one at `place`; false when out of memory. */
static bool insert(coll_rabred_port_t *port, size_t place, uint64_t start, uint64_t end)
{
    if (port->uses == port->capacity) {
        const size_t capacity = 2 * port->capacity + 16;
        void *use = realloc(port->use, capacity * sizeof(*port->use));
        if (NULL == use) {
            return false;
        }
        port->use = use;
        port->capacity = capacity;
    }
    memmove(&port->use[place + 1], &port->use[place], (port->uses - place) * sizeof(*port->use));
    port->use[place].start = start;
    port->use[place].end = end;
    port->uses++;
    return true;
}

bool coll_rabred_port_take(coll_rabred_port_t *port, uint64_t *start, uint64_t picoseconds)
{
    size_t place = find(port, *start);

    while (place < port->uses && coll_rabred_sum(*start, picoseconds) > port->use[place].start) {
        *start = coll_rabred_latest(*start, port->use[place].end);
        place++;
    }
    const uint64_t end = coll_rabred_sum(*start, picoseconds);
    if (place > 0 && *start <= port->use[place - 1].end) {
        port->use[place - 1].end = end;
        return true;
    }
    return insert(port, place, *start, end);
}

void coll_rabred_port_free(coll_rabred_port_t *port)
{
    free(port->use);
    *port = (coll_rabred_port_t) {0};
}

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "port.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The first use that ends after a time. */
static size_t find(const port_t *port, double time)
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
static bool insert(port_t *port, size_t place, double start, double end)
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

double port_take(port_t *port, double start, double seconds)
{
    size_t place = find(port, start);

    while (place < port->uses && start + seconds > port->use[place].start) {
        start = start > port->use[place].end ? start : port->use[place].end;
        place++;
    }
    if (place > 0 && start <= port->use[place - 1].end) {
        port->use[place - 1].end = start + seconds;
        return start;
    }
    return insert(port, place, start, start + seconds) ? start : -1;
}

void port_free(port_t *port)
{
    free(port->use);
    *port = (port_t) {0};
}

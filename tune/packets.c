/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "packets.h"

#include "variables.h"

#include <stdint.h>
#include <stdio.h>

#define LIMIT "coll_rabred_node_cut_limit"

enum { HALVINGS = 2 };

static const double gain = 0.95;   /* less is no more than noise */

/* How rabred cuts messages of the class: one of its variables. */
static unsigned long long variable_of(coll_rabred_class_t class, const char *what)
{
    char name[64];

    snprintf(name, sizeof(name), "coll_rabred_%s_%s", coll_rabred_class_names[class], what);
    return variables_size(name);
}

void packets_as_rabred(messages_t *messages, coll_rabred_class_t class)
{
    enum { PACKET, CUT, WORDS };
    const unsigned long long own[WORDS] = {variable_of(class, "packet"), variable_of(class, "cut")};
    unsigned long long least[WORDS], most[WORDS];

    MPI_Allreduce(own, least, WORDS, MPI_UNSIGNED_LONG_LONG, MPI_MIN, MPI_COMM_WORLD);
    MPI_Allreduce(own, most, WORDS, MPI_UNSIGNED_LONG_LONG, MPI_MAX, MPI_COMM_WORLD);
    const bool alike = least[PACKET] == most[PACKET] && least[CUT] == most[CUT];
    messages->packet = alike ? (size_t) own[PACKET] : 0;
    messages->cut = alike ? (size_t) own[CUT] : 0;
}

/* True if rabred's limit is that now, on all ranks; the longest message that it then cuts, as the transport may allow less. */
static bool set_limit(messages_t *messages, size_t limit)
{
    int set = variables_set_size(LIMIT, limit), all;
    MPI_Comm comm;

    MPI_Allreduce(&set, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);   /* rabred looks at it for each communicator */
    MPI_Comm_free(&comm);
    packets_as_rabred(messages, COLL_RABRED_NODE);
    return all;
}

/* True if packets gain. */
static bool gains(const messages_t *messages, size_t bytes)
{
    messages_t whole = *messages, cut = *messages;

    whole.cut = 0;
    cut.cut = bytes;
    const fit_point_t by_whole = messages_time(&whole, bytes), by_packets = messages_time(&cut, bytes);
    progress("%9zu bytes: %12.3f us one way, %12.3f us both ways; in packets %.3f and %.3f us", bytes, by_whole.one_way * 1e6, by_whole.exchange * 1e6,
             by_packets.one_way * 1e6, by_packets.exchange * 1e6);
    return by_packets.one_way < gain * by_whole.one_way && by_packets.exchange <= by_whole.exchange;
}

size_t packets_find(messages_t *messages)
{
    size_t least = messages->packet, most = 2 * least;

    if (0 == least || !set_limit(messages, SIZE_MAX)) {
        return 0;
    }
    const size_t longest = messages->cut < messages->most ? messages->cut : messages->most;
    while (most <= longest && gains(messages, most)) {
        least = most;
        most *= 2;
    }
    for (int i = 0; i < HALVINGS && most <= longest; i++) {
        const size_t bytes = (least + most) / 2;
        if (gains(messages, bytes)) {
            least = bytes;
        } else {
            most = bytes;
        }
    }
    (void) set_limit(messages, least);   /* a packet: none gains, and yet where processes take turns rabred knows how long one is */
    return least;
}

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 *
 * The ports of perf/cluster's switch keep to their model, without devices and without a clock: what port.h promises, for
 * frames of 100 bytes on a network of 1 ms and 8 Mbit/s. Prints "all right", or the check that failed.
 */
#include "port.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LATENCY = 1000000, BYTES = 100, OCCUPIES = 100000, HOSTS = 3, LATE = 7 };

static const network_t network = {.latency = LATENCY, .bits_per_second = 8000000};

typedef struct {
    port_t port[HOSTS];
    int host[HOSTS];    /* the other end of a port's device */
    _Bool right;
} hosts_t;

static void check(hosts_t *hosts, _Bool condition, const char *what)
{
    if (!condition) {
        printf("FAILED %s\n", what);
        hosts->right = 0;
    }
}

static void send_frame(hosts_t *hosts, size_t from, size_t to, char mark, int64_t now)
{
    char frame[BYTES] = {mark};

    check(hosts, port_send(&network, &hosts->port[from], &hosts->port[to], frame, BYTES, now), "a frame is taken");
}

/* A marked frame arrives at a host at an instant, and not before. */
static void expect_frame(hosts_t *hosts, size_t to, char mark, int64_t due, const char *what)
{
    char frame[2 * BYTES];

    check(hosts, port_next(&hosts->port[to]) == due, what);
    port_receive(&hosts->port[to], due - 1, due - 1);
    check(hosts, recv(hosts->host[to], frame, sizeof(frame), MSG_DONTWAIT) < 0, "nothing arrives early");
    port_receive(&hosts->port[to], due, due + LATE);
    check(hosts, recv(hosts->host[to], frame, sizeof(frame), MSG_DONTWAIT) == BYTES && mark == frame[0], what);
}

static void open_hosts(hosts_t *hosts)
{
    memset(hosts, 0, sizeof(*hosts));
    hosts->right = 1;
    for (size_t i = 0; i < HOSTS; i++) {
        int end[2];
        check(hosts, socketpair(AF_UNIX, SOCK_DGRAM, 0, end) == 0, "a pair of sockets");
        hosts->port[i].tap = end[0];
        hosts->host[i] = end[1];
    }
}

static void close_hosts(hosts_t *hosts)
{
    for (size_t i = 0; i < HOSTS; i++) {
        check(hosts, PORT_IDLE == port_next(&hosts->port[i]) && 0 == hosts->port[i].queued, "nothing more arrives");
        close(hosts->port[i].tap);
        close(hosts->host[i]);
    }
}

static void alone(hosts_t *hosts)
{
    send_frame(hosts, 0, 1, 'a', 50);
    expect_frame(hosts, 1, 'a', 50 + LATENCY + OCCUPIES, "alone: alpha + n beta");
    check(hosts, 1 == hosts->port[1].frames && BYTES == hosts->port[1].bytes && LATE == hosts->port[1].latest, "statistics");
}

static void one_sender(hosts_t *hosts)
{
    send_frame(hosts, 0, 1, 'a', 0);
    send_frame(hosts, 0, 2, 'b', 0);
    send_frame(hosts, 0, 1, 'c', 0);
    expect_frame(hosts, 2, 'b', LATENCY + 2 * OCCUPIES, "a port sends one frame at a time");
    expect_frame(hosts, 1, 'a', LATENCY + OCCUPIES, "a port sends one frame at a time");
    expect_frame(hosts, 1, 'c', LATENCY + 3 * OCCUPIES, "frames between two hosts keep their order");
}

static void one_receiver(hosts_t *hosts)
{
    send_frame(hosts, 0, 2, 'a', 10);
    send_frame(hosts, 1, 2, 'b', 0);
    expect_frame(hosts, 2, 'b', LATENCY + OCCUPIES, "the frame that left first arrives first");
    expect_frame(hosts, 2, 'a', LATENCY + 2 * OCCUPIES, "a port receives one frame at a time");
}

static void both_ways(hosts_t *hosts)
{
    send_frame(hosts, 0, 1, 'a', 0);
    send_frame(hosts, 1, 0, 'b', 0);
    expect_frame(hosts, 1, 'a', LATENCY + OCCUPIES, "a port sends and receives at once");
    expect_frame(hosts, 0, 'b', LATENCY + OCCUPIES, "a port sends and receives at once");
}

static void lost(hosts_t *hosts)
{
    int tap = hosts->port[1].tap;

    hosts->port[1].tap = -1;
    send_frame(hosts, 0, 1, 'a', 0);
    port_receive(&hosts->port[1], 2 * LATENCY, 2 * LATENCY);
    hosts->port[1].tap = tap;
    check(hosts, 1 == hosts->port[1].lost, "what a host does not take is counted");
}

int main(void)
{
    static void (*const tests[])(hosts_t *) = {alone, one_sender, one_receiver, both_ways, lost};
    _Bool right = 1;

    for (size_t i = 0; i < sizeof(tests) / sizeof(*tests); i++) {
        hosts_t hosts;
        open_hosts(&hosts);
        tests[i](&hosts);
        close_hosts(&hosts);
        right = right && hosts.right;
    }
    if (right) {
        puts("all right");
    }
    return !right;
}

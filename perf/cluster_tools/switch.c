/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 *
 * An Ethernet switch in user space, one TAP device for each host:
 *
 *     switch LATENCY_NANOSECONDS BITS_PER_SECOND SECONDS STATISTICS NAMESPACE ...
 *
 * Host k, from 1, is the k-th namespace and has the address 02:00:00:00:00:k; frames to other addresses are dropped.
 * Prints its process number and goes on in the background once all devices are there. Ends after SECONDS, whatever
 * happens. On SIGUSR1 it writes the file STATISTICS anew. It sleeps while nothing is due.
 */
#define _GNU_SOURCE
#include "port.h"
#include "tap.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum { PORTS_LIMIT = 128, FRAME_LIMIT = 1 << 16, PRIORITY = 20, EARLY_LIMIT = 50000 };

static const unsigned char address_start[] = {2, 0, 0, 0, 0};

typedef struct {
    network_t network;
    size_t ports;
    port_t port[PORTS_LIMIT];
    size_t foreign;             /* frames to no host */
    const char *statistics;
} switch_t;

static volatile sig_atomic_t statistics_wanted;

static void want_statistics(int signal)
{
    (void) signal;
    statistics_wanted = 1;
}

static int64_t clock_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t) now.tv_sec * 1000000000 + now.tv_nsec;
}

static void write_statistics(const switch_t *self)
{
    char next[256];
    FILE *file;

    snprintf(next, sizeof(next), "%s.next", self->statistics);
    file = fopen(next, "w");
    if (NULL == file) {
        return;
    }
    fprintf(file, "%4s %12s %15s %6s %8s %13s %13s\n", "host", "frames", "bytes", "lost", "queued", "late_mean_us", "late_max_us");
    for (size_t i = 0; i < self->ports; i++) {
        const port_t *port = &self->port[i];
        fprintf(file, "%4zu %12zu %15zu %6zu %8zu %13.1f %13.1f\n", i + 1, port->frames, port->bytes, port->lost, port->queued,
                1e-3 * (double) port->late / (double) (port->frames + !port->frames), 1e-3 * (double) port->latest);
    }
    fprintf(file, "frames to no host: %zu\n", self->foreign);
    if (fclose(file) == 0) {
        rename(next, self->statistics);
    }
}

/* The port of a frame's destination, or NULL. */
static port_t *find_port(switch_t *self, const unsigned char *frame)
{
    size_t host = frame[sizeof(address_start)];

    if (0 != memcmp(frame, address_start, sizeof(address_start)) || 0 == host || host > self->ports) {
        return NULL;
    }
    return &self->port[host - 1];
}

/* Ends the switch unless a condition holds: at its priority, going on without it might stop the machine. */
static void require(_Bool condition, const char *reason)
{
    if (!condition) {
        fprintf(stderr, "switch: %s\n", reason);
        exit(1);
    }
}

/* One frame at a time, so that all ports have their turn. */
static void take_frame(switch_t *self, port_t *from)
{
    static unsigned char frame[FRAME_LIMIT];
    ssize_t bytes = read(from->tap, frame, sizeof(frame));
    port_t *to;

    if (bytes < 0) {
        require(EAGAIN == errno, "a host is gone");
        return;
    }
    to = find_port(self, frame);
    if (NULL == to) {
        self->foreign++;
    } else {
        require(port_send(&self->network, from, to, frame, (size_t) bytes, clock_now()), "no memory left");
    }
}

/* When the next frame is due at any port, or PORT_IDLE. */
static int64_t next_due(const switch_t *self)
{
    int64_t next = PORT_IDLE;

    for (size_t i = 0; i < self->ports; i++) {
        int64_t due = port_next(&self->port[i]);
        if (PORT_IDLE != due && (PORT_IDLE == next || due < next)) {
            next = due;
        }
    }
    return next;
}

/* Sleeps until frames come or are due. A processor that has been idle needs tens of microseconds to wake up, so the alarm
 * is set earlier by what that took lately, and what is due in that time counts as due. Sets until when. */
static int sleep_for_frames(int poll_set, struct epoll_event *event, int64_t due, int64_t *until)
{
    static int64_t early;
    int64_t left = due - early - clock_now();
    struct timespec wait = {left > 0 ? left / 1000000000 : 0, left > 0 ? left % 1000000000 : 0};
    sigset_t none;
    int events;

    sigemptyset(&none);
    events = epoll_pwait2(poll_set, event, PORTS_LIMIT, PORT_IDLE == due ? NULL : &wait, &none);
    *until = clock_now();
    if (0 == events) {
        int64_t late = *until - (due - early);
        *until += early;
        early += left > 0 ? (late - early) / 16 : 0;
        early = early > EARLY_LIMIT ? EARLY_LIMIT : early;
    }
    return events;
}

static void serve(switch_t *self, int poll_set)
{
    struct epoll_event event[PORTS_LIMIT];

    for (;;) {
        int64_t until;
        int events = sleep_for_frames(poll_set, event, next_due(self), &until);

        for (int i = 0; i < events; i++) {
            take_frame(self, event[i].data.ptr);
        }
        for (size_t i = 0; i < self->ports; i++) {
            port_receive(&self->port[i], until, clock_now());
        }
        if (statistics_wanted) {
            statistics_wanted = 0;
            write_statistics(self);
        }
    }
}

/* Goes into the background; alarm() ends a process even if it is stuck. */
static void detach(unsigned seconds)
{
    struct sched_param parameter = {.sched_priority = PRIORITY};
    sigset_t wanted;
    pid_t child = fork();

    if (child != 0) {
        printf("%ld\n", (long) child);
        exit(child < 0);
    }
    setsid();
    alarm(seconds);
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGUSR1);
    sigprocmask(SIG_BLOCK, &wanted, NULL);
    signal(SIGUSR1, want_statistics);
    if (sched_setscheduler(0, SCHED_FIFO, &parameter) < 0) {
        prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    }
    if (NULL == freopen("/dev/null", "w", stdout)) {
        exit(1);
    }
}

static int open_ports(switch_t *self, char **namespace)
{
    int poll_set = epoll_create1(EPOLL_CLOEXEC);

    for (size_t i = 0; i < self->ports; i++) {
        port_t *port = &self->port[i];
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = port};

        port->tap = tap_open(namespace[i], "data");
        if (port->tap < 0 || epoll_ctl(poll_set, EPOLL_CTL_ADD, port->tap, &event) < 0) {
            return -1;
        }
    }
    return poll_set;
}

int main(int arguments, char **argument)
{
    static switch_t self;
    int poll_set;

    if (arguments < 6 || arguments > 5 + PORTS_LIMIT) {
        fprintf(stderr, "usage: switch LATENCY_NANOSECONDS BITS_PER_SECOND SECONDS STATISTICS NAMESPACE ...\n");
        return 2;
    }
    close_range(3, ~0U, 0);     /* whoever started it may wait until all of these are closed */
    self.network = (network_t) {atoll(argument[1]), atoll(argument[2])};
    self.statistics = argument[4];
    self.ports = (size_t) arguments - 5;
    poll_set = open_ports(&self, &argument[5]);
    if (poll_set < 0) {
        return 1;
    }
    detach((unsigned) atoi(argument[3]));
    serve(&self, poll_set);
}

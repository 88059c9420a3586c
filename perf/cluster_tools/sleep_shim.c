/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 *
 * Preloaded into MPI ranks that share processors: an idle rank sleeps until a message comes.
 *
 * An idle Open MPI calls opal_progress over and over, which asks libevent, which calls poll with a time-out of 0 (other
 * libraries call epoll_wait). When a thread has got nothing from such calls PATIENCE times on end, the next one waits in
 * the kernel instead, for CLUSTER_NAP_US microseconds at the longest: what comes through shared memory wakes nobody.
 * Calls that come after a computation begin anew, so a program that tests now and then while it works is not held up.
 *
 * The rank also gets the real-time policy SCHED_RR, priority 1, if it may.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <time.h>

enum { PATIENCE = 2, WORK_NANOSECONDS = 100000 };

typedef int poll_function(struct pollfd *, nfds_t, int);
typedef int epoll_function(int, struct epoll_event *, int, int);

static poll_function *system_poll;
static epoll_function *system_epoll;
static struct timespec nap = {0, 1000000};

static _Thread_local unsigned idle_calls;
static _Thread_local int64_t last_call;

__attribute__((constructor)) static void start(void)
{
    struct sched_param parameter = {.sched_priority = 1};
    const char *microseconds = getenv("CLUSTER_NAP_US");

    system_poll = (poll_function *) dlsym(RTLD_NEXT, "poll");
    system_epoll = (epoll_function *) dlsym(RTLD_NEXT, "epoll_wait");
    if (NULL != microseconds) {
        int64_t nanoseconds = atoll(microseconds) * 1000;
        nap = (struct timespec) {nanoseconds / 1000000000, nanoseconds % 1000000000};
    }
    sched_setscheduler(0, SCHED_RR, &parameter);
}

/* The processor time of this thread: waiting for a processor is no work. */
static int64_t clock_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t) now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Counts a call that found nothing. True if the thread has been idle for long enough to sleep. */
static _Bool may_sleep(void)
{
    idle_calls = clock_now() - last_call < WORK_NANOSECONDS ? idle_calls + 1 : 1;
    return idle_calls > PATIENCE;
}

/* Ends a call: one that found something, or was no mere question, ends the idleness. */
static int leave(int ready, int timeout)
{
    if (0 != ready || 0 != timeout) {
        idle_calls = 0;
    } else {
        last_call = clock_now();
    }
    return ready;
}

int poll(struct pollfd *files, nfds_t count, int timeout)
{
    int ready = system_poll(files, count, timeout);

    if (0 == ready && 0 == timeout && may_sleep()) {
        ready = ppoll(files, count, &nap, NULL);
    }
    return leave(ready, timeout);
}

int epoll_wait(int set, struct epoll_event *events, int limit, int timeout)
{
    int ready = system_epoll(set, events, limit, timeout);

    if (0 == ready && 0 == timeout && may_sleep()) {
        ready = epoll_pwait2(set, events, limit, &nap, NULL);
    }
    return leave(ready, timeout);
}

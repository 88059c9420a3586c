/*
 * Plays the schedules of one call in the model of Rabenseifner & Traeff 2004, section 1: a process can
 * send one message and receive one at the same time; a message of m blocks takes alpha + m beta from
 * when both ends are ready; reducing m blocks takes m gamma.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_TOOLS_ONE_PORT_H
#define RABRED_TOOLS_ONE_PORT_H

#include "../coll_rabred/sched/schedule.h"

typedef struct {
    double alpha, beta, gamma;       /* seconds a message, a block sent, a block reduced */
} one_port_t;

/* What went through a port, or a process's reductions of one round. */
typedef struct {
    uint32_t round;
    int rank, peer;                  /* sender and receiver of a message; peer -1: rank reduced */
    double start, end;               /* seconds */
} one_port_event_t;

typedef void (*one_port_trace_t)(void *context, const one_port_event_t *event);

/*
 * Seconds until the last of the processes is done; schedule[0..processes-1] are of one call. Several
 * messages of one process and round pass its port in the order of the schedule, at both ends. Negative
 * when out of memory, or where the orders of two ports contradict each other.
 */
double one_port_time(coll_rabred_schedule_t *const *schedule, int processes, const one_port_t *model);

/* The same, telling `trace` of every event, rounds in order; NULL: nobody. */
double one_port_play(coll_rabred_schedule_t *const *schedule, int processes, const one_port_t *model,
                     one_port_trace_t trace, void *context);

#endif

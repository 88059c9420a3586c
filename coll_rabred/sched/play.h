/*
 * Plays the schedules of one call in the model of timing.h: what its formulas are near to. LogGP (Alexandrov, Ionescu, Schauser &
 * Scheiman 1997, doi:10.1006/jpdc.1997.1346), told apart further by whether a process sends and receives at the same time.
 *
 * A message of m bytes costs its sender's processor o, waits until g, or the m G of the message before it, have gone by
 * at the sender's port, travels for L, takes m G to enter by the receiver's port in the order of arrival, and costs
 * the receiver's processor o. So k short messages to different peers take L + (k-1) g + 2 o: their latencies overlap. A
 * sender goes on when the last byte has left. Long messages start only when the receiver is in the same round, and their
 * sender goes on when the last byte has arrived. The pieces of a message travel as one; empty messages vanish. Where nodes are
 * given, a message inside one follows the numbers of the node; the bytes of all others share one port out of each node and one
 * into it. Integers, so that all processors find the same.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_SCHED_PLAY_H
#define COLL_RABRED_SCHED_PLAY_H

#include "layout.h"
#include "timing.h"

/* What messages cost. */
typedef struct {
    const coll_rabred_machine_t *machine;
    const coll_rabred_nodes_t *nodes;        /* NULL: a process each */
    const coll_rabred_machine_t *inside;     /* of messages inside a node; only where nodes are given */
    uint64_t overhead;                       /* picoseconds: o, of which a machine's numbers know nothing */
} coll_rabred_network_t;

/*
 * Picoseconds until the last of the processes is done; schedule[0..processes-1] are of one call, and `layout` tells how many
 * elements of `element` bytes their blocks hold. Time and memory grow with the number of steps. False when out of memory, or where
 * sends and receives do not match.
 */
bool coll_rabred_play(coll_rabred_schedule_t *const *schedule, int processes, const coll_rabred_layout_t *layout, size_t element,
                      const coll_rabred_network_t *network, uint64_t *picoseconds);

/* Picoseconds of processors that all processes spend together: what they need, one after the other, if nobody ever waits. A message,
   or each piece of one, costs the gap at both ends; its sender its bytes, as they travel while others do, and the handshake if it is long. */
uint64_t coll_rabred_work(coll_rabred_schedule_t *const *schedule, int processes, const coll_rabred_layout_t *layout, size_t element,
                          const coll_rabred_machine_t *machine);

/*
 * What coll_rabred_time (timing.h) is near to, of the same arguments: builds the schedules of all processes, for the problem's root,
 * and plays them. On fewer `processors` than processes, 0 being as many, what is not on the way of the last one is spread over them
 * (Brent 1974, doi:10.1145/321812.321815: work/n + way (1 - 1/n) at most). False when out of memory.
 */
bool coll_rabred_time_played(const coll_rabred_problem_t *problem, const coll_rabred_nodes_t *nodes,
                             const coll_rabred_machine_t *machine, coll_rabred_class_t class, size_t elements, size_t element,
                             size_t processors, uint64_t *picoseconds);

#endif

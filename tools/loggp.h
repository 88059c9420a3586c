/*
 * Plays the schedules of one call in LogGP (Alexandrov, Ionescu, Schauser & Scheiman 1997, doi:10.1006/jpdc.1997.1346),
 * told apart further by whether a process sends and receives at the same time.
 *
 * A message of m bytes costs its sender's processor o, waits until g, or the m G of the message before it, have gone by
 * at the sender's port, travels for L, takes m G to enter by the receiver's port in the order of arrival, and costs
 * the receiver's processor o. So k short messages to different peers take L + (k-1) g + 2 o: their latencies overlap. A
 * sender goes on when the last byte has left. Long messages start only when the receiver is in the same round, and their
 * sender goes on when the last byte has arrived. The pieces of a message travel as one; empty messages vanish. Where nodes are
 * given, a message inside one follows the numbers of the node; the bytes of all others share one port out of each node and one into it.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_TOOLS_LOGGP_H
#define RABRED_TOOLS_LOGGP_H

#include "../coll_rabred/exec/layout.h"

typedef struct loggp {
    double latency, overhead, gap;      /* seconds: L, o and g */
    double byte_time;                   /* seconds: G of a process that sends and receives in the same round */
    double byte_time_one_way;           /* and of one that does not; the slower of the two ends counts */
    double reduce_time, copy_time;      /* seconds a byte, after the round's messages */
    size_t rendezvous;                  /* messages from so many bytes on are long */
    double handshake;                   /* seconds: before the first byte of a long message travels */
    double exchange_handshake, exchange_gap;   /* seconds: in addition, in a round that byte_time is for */
    double eager_copy_time;             /* seconds a byte of a shorter one, in addition to its byte time */
    const coll_rabred_nodes_t *nodes;   /* NULL: a process each */
    const struct loggp *inside;         /* nodes: their numbers */
} loggp_t;

/*
 * Seconds until the last of the processes is done; schedule[0..processes-1] are of one call, and `layout` tells how many
 * elements of `element` bytes their blocks hold. Time and memory grow with the number of steps. Negative when out of
 * memory, or where sends and receives do not match.
 */
double loggp_time(coll_rabred_schedule_t *const *schedule, int processes, const coll_rabred_layout_t *layout,
                  size_t element, const loggp_t *model);

#endif

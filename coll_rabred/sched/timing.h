/*
 * How long a call takes, without playing it, in LogGP (Alexandrov, Ionescu, Schauser & Scheiman 1997) with a rate for
 * bytes that cross others and one for bytes that do not. A message of m bytes needs the latency and m times its rate; if it is
 * longer than eager messages are the handshake in addition, and more of it where two cross, else m times what it costs to copy it
 * in and out. Each further one of those that a process sends or receives at once needs the gap, a longer one where they cross
 * others, and its rate, while the one before is copied; or all that its bytes need, if that is longer. Integers, so that all
 * processors find the same.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_SCHED_TIMING_H
#define COLL_RABRED_SCHED_TIMING_H

#include "table.h"

/* The transport classes: all processes on one node, or not. */
typedef enum { COLL_RABRED_NODE, COLL_RABRED_NETWORK, COLL_RABRED_CLASSES } coll_rabred_class_t;

/* What a message, a byte and a reduction cost in one of them; choose/machine.c has the units. */
typedef struct {
    unsigned long long latency, gap, exchange_gap, exchange, transfer, reduction, copy, eager, eager_copy, handshake, exchange_handshake;
} coll_rabred_machine_t;

/* Picoseconds of so many bytes, at femtoseconds a byte. */
uint64_t coll_rabred_bytes_time(size_t bytes, uint64_t rate);

/* Picoseconds that each further message takes beside its bytes where others cross it. */
uint64_t coll_rabred_crossing_gap(const coll_rabred_machine_t *machine);

/* The nodes of a communicator of this class, if several of its processes share the port of one; else NULL: `nodes` may be that, too. */
const coll_rabred_nodes_t *coll_rabred_shared_nodes(const coll_rabred_nodes_t *nodes, coll_rabred_class_t class);

/*
 * Picoseconds until the last process is done, for a vector of so many elements of `element` bytes, both above 0; of reduce
 * the worst root is not sought: root 0. UINT64_MAX: that or more. machine[COLL_RABRED_CLASSES]; messages are of `class`, but
 * where that is the network and `nodes`, of the communicator, is not NULL: then those inside a node are of the class of nodes,
 * and the others share its port with what its other processes send (time_nodes.c), which is an estimate. The test compares
 * with the schedules played, without nodes, for at least as many elements as blocks; a single one goes to rank 0 and nowhere else.
 * Between these the algorithms of many blocks may take less.
 */
uint64_t coll_rabred_time(const coll_rabred_problem_t *problem, const coll_rabred_nodes_t *nodes, const coll_rabred_machine_t *machine,
                          coll_rabred_class_t class, size_t elements, size_t element);

#endif

/*
 * What the model knows of a machine: what a message, a byte and a reduction cost, for communicators on one node and for
 * others. One table names each number once; MCA parameters, files of parameters and their help follow from it.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_CHOOSE_MACHINE_H
#define COLL_RABRED_CHOOSE_MACHINE_H

#include "../sched/timing.h"

extern const char *const coll_rabred_class_names[COLL_RABRED_CLASSES];

extern const coll_rabred_machine_t coll_rabred_machine_defaults[COLL_RABRED_CLASSES];

/* Bytes: by default, within a node, of the longest message that is cut into packets of which none is announced. Between processors that
   are far from each other each packet of a longer one takes longer than the kernel's copy of its bytes (perf/results/2026-11-26-far). */
enum { COLL_RABRED_NODE_CUT_LIMIT = 7168 };

/* The same between nodes, over TCP, which keeps copies of what waits to be sent, or received (perf/results/2026-11-26-network-packets). */
enum { COLL_RABRED_NETWORK_CUT_LIMIT = 1048576 };

/* Packets of such a message at most. */
enum { COLL_RABRED_MOST_PACKETS = 64 };

/* The parameters of this limit and of coll_rabred_turns_t's turn, behind coll_rabred_. */
#define COLL_RABRED_NETWORK_CUT_NAME "network_cut_limit"
#define COLL_RABRED_TURN_NAME "node_turn"

enum { COLL_RABRED_MACHINE_NUMBERS = sizeof(coll_rabred_machine_t) / sizeof(unsigned long long) };

/* One number of a machine; the parameter's full name is coll_rabred_<class>_<name>. */
typedef struct {
    const char *name, *unit;
    const char *help;                 /* one clause */
    size_t offset;                    /* in coll_rabred_machine_t */
} coll_rabred_machine_parameter_t;

extern const coll_rabred_machine_parameter_t coll_rabred_machine_parameters[];   /* ends with a NULL name */

/* Where a parameter's value stands. */
unsigned long long *coll_rabred_machine_value(coll_rabred_machine_t *machine, const coll_rabred_machine_parameter_t *parameter);

/* Where messages of up to so many bytes travel in packets of which none is announced these are eager ones. */
void coll_rabred_machine_cut(coll_rabred_machine_t *machine, unsigned long long most);

/* A parameter beside these numbers. */
typedef struct {
    const char *name;                 /* behind coll_rabred_ */
    unsigned long long *value;        /* where it goes */
} coll_rabred_other_parameter_t;

/*
 * Sets, in machine[COLL_RABRED_CLASSES], what the lines `coll_rabred_<class>_<name> = <value>` of a file of MCA parameters
 * say, and these others, which end with a NULL name (NULL: none); other parameters and comments (#) are passed over. False where
 * a value is none, or a line none of these, with what is wrong in `error`, one clause; lines before it have been taken over.
 */
bool coll_rabred_machine_read(coll_rabred_machine_t *machine, const coll_rabred_other_parameter_t *others, FILE *file, char *error,
                              size_t error_size);

/* Writes such lines, each below a comment that tells what it is. */
void coll_rabred_machine_write(const coll_rabred_machine_t *machine, coll_rabred_class_t class, FILE *file);

#endif

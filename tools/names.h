/*
 * Lists of names with commas between them, for messages.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_TOOLS_NAMES_H
#define RABRED_TOOLS_NAMES_H

#include "../coll_rabred/sched/table.h"

enum { NAMES_ALL = -1, NAMES_NODES = -2 };   /* instead of an argument */

typedef struct {
    char text[1024];
} names_t;

names_t names_of_collectives(void);
names_t names_of_outputs(void);

/* The algorithms that serve a collective, or of these those that take an argument or look at nodes. "no algorithm" if there is none. */
names_t names_of_algorithms(coll_rabred_collective_t collective, int argument);

#endif

/*
 * Which processes share a node. Found once for a communicator, and the same on all its processes.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_SCHED_NODES_H
#define COLL_RABRED_SCHED_NODES_H

#include <stdbool.h>

typedef struct {
    int nodes;                        /* numbered in the order of their lowest ranks */
    int smallest, largest;            /* processes of a node */
    bool adjacent;                    /* the ranks of every node follow each other */
    bool dealt;                       /* rank r is on node r mod nodes */
    int *node;                        /* [processes]: where a rank is */
    int *place;                       /* [processes]: how many lower ranks its node has */
    int *start;                       /* [nodes + 1]: where a node's ranks stand in `rank` */
    int *rank;                        /* [processes]: ranks by node, rising in each */
} coll_rabred_nodes_t;

/* `name`, [processes], is a number from 0 to processes - 1 that two ranks have in common if they share a node. NULL
   when out of memory. */
coll_rabred_nodes_t *coll_rabred_nodes_build(const int *name, int processes);
void coll_rabred_nodes_free(coll_rabred_nodes_t *nodes);

#endif

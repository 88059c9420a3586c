/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "nodes.h"

#include <stdlib.h>

/* Numbers the nodes, and leaves in start[k+1] how many processes node k has. */
static void number_nodes(coll_rabred_nodes_t *nodes, const int *name, int processes)
{
    int *known = nodes->rank;         /* [name]: 1 + number; 0: not seen */

    for (int rank = 0; rank < processes; rank++) {
        if (0 == known[name[rank]]) {
            known[name[rank]] = ++nodes->nodes;
        }
        nodes->node[rank] = known[name[rank]] - 1;
        nodes->place[rank] = nodes->start[nodes->node[rank] + 1]++;
    }
}

static void list_ranks(coll_rabred_nodes_t *nodes, int processes)
{
    nodes->smallest = processes;
    nodes->adjacent = nodes->dealt = true;
    for (int k = 0; k < nodes->nodes; k++) {
        int members = nodes->start[k + 1];
        nodes->smallest = members < nodes->smallest ? members : nodes->smallest;
        nodes->largest = members > nodes->largest ? members : nodes->largest;
        nodes->start[k + 1] += nodes->start[k];
    }
    for (int rank = 0; rank < processes; rank++) {
        int at = nodes->start[nodes->node[rank]] + nodes->place[rank];
        nodes->rank[at] = rank;
        nodes->adjacent = nodes->adjacent && at == rank;
        nodes->dealt = nodes->dealt && nodes->node[rank] == rank % nodes->nodes;
    }
}

coll_rabred_nodes_t *coll_rabred_nodes_build(const int *name, int processes)
{
    coll_rabred_nodes_t *nodes = calloc(1, sizeof(*nodes));
    int *memory = calloc(4 * (size_t) processes + 1, sizeof(*memory));

    if (NULL == nodes || NULL == memory) {
        free(nodes);
        free(memory);
        return NULL;
    }
    nodes->node = memory;
    nodes->place = memory + processes;
    nodes->rank = memory + 2 * (size_t) processes;
    nodes->start = memory + 3 * (size_t) processes;
    number_nodes(nodes, name, processes);
    list_ranks(nodes, processes);
    return nodes;
}

void coll_rabred_nodes_free(coll_rabred_nodes_t *nodes)
{
    if (NULL != nodes) {
        free(nodes->node);
        free(nodes);
    }
}

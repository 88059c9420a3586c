/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "lists.h"

#include "names.h"
#include "numbers.h"
#include "request.h"

#include <stdlib.h>
#include <string.h>

/* Numbers with commas between them, at most as many as there is room for; how many, or 0 if that is not what the text is. */
static size_t read_numbers(const char *text, size_t *numbers, size_t room)
{
    size_t read = 0;

    while (read < room) {
        size_t length = strcspn(text, ",");
        if (!number_whole(text, length, &numbers[read])) {
            return 0;
        }
        read++;
        if ('\0' == text[length]) {
            return read;
        }
        text += length + 1;
    }
    return 0;
}

static void *allocate(size_t number, size_t size)
{
    void *memory = calloc(number, size);

    if (NULL == memory) {
        refuse("out of memory");
    }
    return memory;
}

coll_rabred_blocks_t *lists_read_counts(const char *text, const coll_rabred_problem_t *problem)
{
    size_t processes = (size_t) problem->processes, sum = 0;
    coll_rabred_blocks_t *starts = allocate(processes + 1, sizeof(*starts));
    size_t *counts = allocate(processes, sizeof(*counts));
    bool right = processes == read_numbers(text, counts, processes);

    for (size_t rank = 0; rank < processes && right; rank++) {
        right = counts[rank] <= REQUEST_MOST_BLOCKS && (sum += counts[rank]) <= REQUEST_MOST_BLOCKS;
        starts[rank + 1] = (coll_rabred_blocks_t) sum;
    }
    if (!right || 0 == sum) {
        refuse("--counts \"%s\": %zu whole numbers with commas between them, one a process, from 1 to %d in all", text,
               processes, REQUEST_MOST_BLOCKS);
    }
    free(counts);
    return starts;
}

/* A node for each process from the processes of each node. */
static bool spread(const size_t *members, size_t nodes, int *name, size_t processes)
{
    size_t rank = 0;

    for (size_t node = 0; node < nodes; node++) {
        if (0 == members[node] || members[node] > processes - rank) {
            return false;
        }
        for (size_t i = 0; i < members[node]; i++) {
            name[rank++] = (int) node;
        }
    }
    return rank == processes && nodes > 0;
}

static bool copy_map(const size_t *map, size_t length, int *name, size_t processes)
{
    bool right = length == processes;

    for (size_t rank = 0; rank < processes && right; rank++) {
        right = map[rank] < processes;
        name[rank] = (int) map[rank];
    }
    return right;
}

coll_rabred_nodes_t *lists_read_nodes(const command_line_t *line, const coll_rabred_problem_t *problem)
{
    const coll_rabred_algorithm_t *algorithm = &coll_rabred_algorithms[problem->algorithm];
    const char *members = line->value[OPTION_NODES], *map = line->value[OPTION_NODE_MAP];
    size_t processes = (size_t) problem->processes;

    if (NULL == members && NULL == map) {
        return NULL;
    }
    if (!(algorithm->needs & COLL_RABRED_NODES)) {
        refuse("--%s: %s looks at no nodes; those that do: %s", NULL == map ? "nodes" : "node-map", algorithm->name,
               names_of_algorithms(problem->collective, NAMES_NODES).text);
    }
    if (NULL != members && NULL != map) {
        refuse("--node-map %s: --nodes tells the nodes; one of the two is enough", map);
    }
    size_t *numbers = allocate(processes, sizeof(*numbers));
    int *name = allocate(processes, sizeof(*name));
    size_t read = read_numbers(NULL == map ? members : map, numbers, processes);
    if (NULL != members && !spread(numbers, read, name, processes)) {
        refuse("--nodes \"%s\": whole numbers from 1 with commas between them, %zu in all", members, processes);
    }
    if (NULL != map && !copy_map(numbers, read, name, processes)) {
        refuse("--node-map \"%s\": %zu whole numbers below %zu with commas between them", map, processes, processes);
    }
    coll_rabred_nodes_t *nodes = coll_rabred_nodes_build(name, (int) processes);
    if (NULL == nodes) {
        refuse("out of memory");
    }
    free(numbers);
    free(name);
    return nodes;
}

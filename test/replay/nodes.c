/*
 * Interned nodes; see nodes.h. The table of slots is never cleared: a slot is in use if it names a node that
 * is there and that names the slot.
 */
#include "nodes.h"
#include "call.h"

#include <stdio.h>
#include <stdlib.h>

enum { NO_SLOT = UINT32_MAX >> 1, MOST_LEAVES = UINT32_MAX >> 1 };

typedef struct {
    uint32_t left, right, leaves, slot;
} node_t;

/* First no value, then the ranks' leaves, then what operators made. */
static node_t *nodes;
static size_t used, room, leaves;
static uint32_t *slots;
static size_t slots_room; /* a power of two, more than twice the nodes */

static bool is_used(size_t slot)
{
    return slots[slot] < used && nodes[slots[slot]].slot == slot;
}

/* The slot that holds the node, or the one where it belongs. */
static size_t find_slot(uint32_t left, uint32_t right)
{
    uint64_t hash = ((uint64_t) left << 32 | right) * 0x9e3779b97f4a7c15u;
    size_t slot = (size_t) (hash >> 32) & (slots_room - 1);

    while (is_used(slot) && (nodes[slots[slot]].left != left || nodes[slots[slot]].right != right)) {
        slot = (slot + 1) & (slots_room - 1);
    }
    return slot;
}

static void append(uint32_t left, uint32_t right, uint32_t count, size_t slot)
{
    nodes = call_reserve(nodes, used + 1, &room, sizeof(nodes[0]));
    nodes[used] = (node_t){left, right, count, (uint32_t) slot};
    if (NO_SLOT != slot) {
        slots[slot] = (uint32_t) used;
    }
    used++;
}

static void grow_slots(void)
{
    size_t all = used;

    free(slots);
    slots_room = 0 == slots_room ? 1024 : 2 * slots_room;
    slots = slots_room < NO_SLOT ? calloc(slots_room, sizeof(slots[0])) : NULL;
    if (NULL == slots) {
        fprintf(stderr, "replay: out of memory\n");
        exit(2);
    }
    for (used = leaves + 1; used < all;) {
        node_t node = nodes[used];
        append(node.left, node.right, node.leaves, find_slot(node.left, node.right));
    }
}

void nodes_reset(int processes)
{
    used = 0;
    leaves = (size_t) processes;
    append(0, 0, 0, NO_SLOT);
    for (int rank = 0; rank < processes; rank++) {
        append(0, 0, 1, NO_SLOT);
    }
}

uint32_t nodes_leaf(int rank)
{
    return (uint32_t) rank + 1;
}

uint32_t nodes_combine(uint32_t left, uint32_t right)
{
    if (2 * (used + 1) > slots_room) {
        grow_slots();
    }
    size_t slot = find_slot(left, right), sum = nodes_leaves(left) + nodes_leaves(right);
    if (!is_used(slot)) {
        append(left, right, sum < MOST_LEAVES ? (uint32_t) sum : MOST_LEAVES, slot);
    }
    return slots[slot];
}

size_t nodes_leaves(uint32_t node)
{
    return nodes[node].leaves;
}

size_t nodes_postfix(uint32_t node, uint32_t *into)
{
    if (node <= leaves) {
        into[0] = node;
        return 1;
    }
    size_t written = nodes_postfix(nodes[node].left, into);
    written += nodes_postfix(nodes[node].right, into + written);
    into[written] = 0;
    return written + 1;
}

/* The node over the ranks from `first`, of which `span`, a power of two, would be full. */
static uint32_t canonical(int first, int span)
{
    int half = span / 2;

    if (1 == span) {
        return nodes_leaf(first);
    }
    uint32_t left = canonical(first, half);
    return (size_t) (first + half) < leaves ? nodes_combine(left, canonical(first + half, half)) : left;
}

uint32_t nodes_canonical(void)
{
    int span = 1;

    while ((size_t) span < leaves) {
        span *= 2;
    }
    return canonical(0, span);
}

void nodes_free(void)
{
    free(nodes);
    free(slots);
}

/*
 * Symbolic values: what a rank contributes to a block is a leaf, what an operator makes of two values a
 * node. Equal nodes are one node, so that two values are bracketed alike exactly if their numbers are
 * equal. The number 0 is no value.
 */
#ifndef REPLAY_NODES_H
#define REPLAY_NODES_H

#include <stddef.h>
#include <stdint.h>

/* Forgets all nodes; leaves of `processes` ranks are there. */
void nodes_reset(int processes);
uint32_t nodes_leaf(int rank);
uint32_t nodes_combine(uint32_t left, uint32_t right);

/* How many contributions a value holds, each as often as it is in it; beyond 2^31 not exact. */
size_t nodes_leaves(uint32_t node);

/* Writes a node behind its operands, rank r as r + 1 and an operator as 0: 2 * leaves - 1 numbers, which it
 * returns. They tell a tree from every other. */
size_t nodes_postfix(uint32_t node, uint32_t *into);

/* T(p) of the design, p being the processes. */
uint32_t nodes_canonical(void);
void nodes_free(void);

#endif

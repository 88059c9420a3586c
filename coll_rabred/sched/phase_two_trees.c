/*
 * Pipelined reduce up two trees, of any operator (reduce): all processes but the root stand in rank order in two binary
 * trees, each of which reduces one half of the blocks; who is inside one tree is a leaf of the other.
 *
 * Sanders, Speck & Traeff 2009 (Two-tree algorithms for full bandwidth broadcast, reduction and scan, Parallel
 * Computing 35, 581-594). Member i, from 0, is node i+1 of the first tree and node i+2 of the second; odd nodes
 * are leaves, and node v = 2^h (2j+1) is between v - 2^(h-1) and v + 2^(h-1), or what there is of them. p = 7, root 0:
 *
 *     first            4                 second            3
 *                 2         6                       1             5
 *              1     3   5                            2        4     6
 *
 * A node sends block j of its half in round j + D - d, d its depth and D the least that leaves none before round 0; it is
 * `left op (own op right)` of what both children sent in the round before. The two topmost nodes send to the root. A
 * root that is the first or the last rank reduces what arrives. Any other first hangs itself, as a leaf, below a leaf next
 * to it in rank: in one tree the rank before it, in the other the one behind it; then what arrives is the result.
 *
 * Before: the input. After: OUT at the root holds the result. n/2 + log2 p rounds, one more for a root in the middle, of up to
 * two messages each way; n blocks sent and n received by a process, but 3n/2 received next to a root in the middle.
 * The halves are reduced by different trees. Scratch is for partial results and for what arrives from the left, in place also
 * at the first rank, which may not reduce into its left operand: windows of a few blocks (windows.c).
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

enum { NOBODY = -1, TREES = 2 };

/* One of the trees: nodes lowest .. highest; and the place of this process in it, in ranks or NOBODY. */
typedef struct {
    int64_t lowest, highest;
    coll_rabred_range_t half;
    int64_t delay;                    /* D: round in which the topmost node sends block 0 of the half */
    int top;                          /* rank of that node */
    int left, right, parent;
    int64_t start;                    /* round in which the children send block 0; this process sends one later */
    uint32_t value;                   /* where its partial result stands */
} tree_t;

static bool root_in_middle(const coll_rabred_problem_t *problem)
{
    return problem->root > 0 && problem->root < problem->processes - 1;
}

static int level_of(int64_t node)
{
    int level = 0;

    while (0 == (node >> level) % 2) {
        level++;
    }
    return level;
}

/* The parent; 0 for the topmost node. */
static int64_t parent_of(const tree_t *tree, int64_t node)
{
    int64_t above = tree->highest + 1;

    for (int level = level_of(node) + 1; above > tree->highest && INT64_C(1) << level <= tree->highest; level++) {
        above = node >> (level + 1) << (level + 1) | INT64_C(1) << level;
    }
    return above > tree->highest ? 0 : above;
}

static int depth_of(const tree_t *tree, int64_t node)
{
    int depth = 0;

    for (node = parent_of(tree, node); node > 0; node = parent_of(tree, node)) {
        depth++;
    }
    return depth;
}

static int rank_of(const tree_t *tree, const coll_rabred_problem_t *problem, int64_t node)
{
    int64_t member = node - tree->lowest;

    return (int) (member + (member >= problem->root));
}

/* The children of a node; below a leaf next to the root, the root. */
static void set_children(tree_t *tree, const coll_rabred_problem_t *problem, int64_t node)
{
    int level = level_of(node);

    for (int below = level - 1; below >= 0 && NOBODY == tree->right; below--) {
        if (node + (INT64_C(1) << below) <= tree->highest) {
            tree->right = rank_of(tree, problem, node + (INT64_C(1) << below));
        }
    }
    if (level > 0 && node - (INT64_C(1) << (level - 1)) >= tree->lowest) {
        tree->left = rank_of(tree, problem, node - (INT64_C(1) << (level - 1)));
    }
    if (0 == level && root_in_middle(problem)) {
        tree->right = problem->rank == problem->root - 1 ? problem->root : NOBODY;
        tree->left = problem->rank == problem->root + 1 ? problem->root : NOBODY;
    }
}

/* The root, above the topmost node; and below the leaf next to it, too, if it is in the middle. */
static void place_root(tree_t *tree, const coll_rabred_problem_t *problem)
{
    int64_t leaf = problem->root - 1 + tree->lowest;

    tree->start = tree->delay;
    if (root_in_middle(problem)) {
        leaf += 0 == leaf % 2;
        tree->parent = rank_of(tree, problem, leaf);
        tree->start = tree->delay - depth_of(tree, leaf) - 2;
    } else if (0 == problem->root) {
        tree->right = tree->top;
    } else {
        tree->left = tree->top;
    }
}

static tree_t find_tree(const coll_rabred_builder_t *b, int t)
{
    const coll_rabred_problem_t *problem = b->problem;
    tree_t tree = {.lowest = 1 + t, .highest = problem->processes - 1 + t, .half = coll_rabred_part(b->range, TREES, t),
                   .left = NOBODY, .right = NOBODY, .parent = NOBODY, .value = b->input};
    int top = coll_rabred_power_below((int) tree.highest);

    if (2 == problem->processes) {   /* one edge, which is in one tree */
        tree.half = 0 == t ? b->range : (coll_rabred_range_t) {0, 0};
    }
    tree.delay = coll_rabred_ceil_log2(top) + root_in_middle(problem);
    tree.top = rank_of(&tree, problem, top);
    if (problem->rank == problem->root) {
        place_root(&tree, problem);
    } else {
        int64_t node = problem->rank - (problem->rank > problem->root) + tree.lowest, parent = parent_of(&tree, node);
        set_children(&tree, problem, node);
        tree.parent = 0 == parent ? problem->root : rank_of(&tree, problem, parent);
        tree.start = tree.delay - depth_of(&tree, node) - 1;
    }
    return tree;
}

/* Block number `index` of the half, if there is one. */
static coll_rabred_range_t block_of(const tree_t *tree, int64_t index)
{
    bool there = index >= 0 && index < (int64_t) tree->half.count;

    return (coll_rabred_range_t) {tree->half.first + (coll_rabred_blocks_t) (there ? index : 0), there};
}

/* Where what comes from the right is received and partial results stand: not over the input. */
static uint32_t partial(const coll_rabred_builder_t *b)
{
    return b->input == b->work[0] ? b->work[1] : b->work[0];
}

/* Where what comes from the left is received. */
static uint32_t staged(int t)
{
    return COLL_RABRED_TMP + 2 + (uint32_t) t;
}

/* Receives from the children; at a root in the middle, the result. */
static void take(coll_rabred_builder_t *b, const tree_t *tree, int t, uint32_t round)
{
    coll_rabred_range_t block = block_of(tree, round - tree->start);

    if (NOBODY != tree->right) {
        coll_rabred_recv(b, tree->right, partial(b), block);
    }
    if (NOBODY != tree->left) {
        coll_rabred_recv(b, tree->left, staged(t), block);
    }
    if (b->problem->rank == b->problem->root && root_in_middle(b->problem)) {
        coll_rabred_recv(b, tree->top, COLL_RABRED_OUT, block_of(tree, round - tree->delay));
    }
}

static void give(coll_rabred_builder_t *b, const tree_t *tree, uint32_t round)
{
    if (NOBODY != tree->parent) {
        coll_rabred_send(b, tree->parent, tree->value, block_of(tree, round - tree->start - 1), false);
    }
}

/* Reduces what has been received, the own operand between the children's. */
static void reduce(coll_rabred_builder_t *b, tree_t *tree, int t, uint32_t round)
{
    coll_rabred_range_t block = block_of(tree, round - tree->start);

    tree->value = b->input;
    if (NOBODY != tree->right) {
        coll_rabred_reduce(b, partial(b), tree->value, partial(b), block);
        tree->value = partial(b);
    }
    if (NOBODY != tree->left) {
        uint32_t into = COLL_RABRED_IN == tree->value ? partial(b) : tree->value;
        coll_rabred_reduce(b, into, staged(t), tree->value, block);
        tree->value = into;
    }
    if (COLL_RABRED_OUT == b->input && tree->value != COLL_RABRED_OUT) {
        coll_rabred_copy(b, COLL_RABRED_OUT, tree->value, block);
    }
}

void coll_rabred_phase_two_trees(coll_rabred_builder_t *b)
{
    tree_t tree[TREES];
    int64_t rounds = 0;

    for (int t = 0; t < TREES; t++) {
        tree[t] = find_tree(b, t);
        int64_t end = tree[t].half.count > 0 ? tree[t].delay + tree[t].half.count : 0;
        rounds = end > rounds ? end : rounds;
    }
    for (uint32_t round = 0; round < rounds; round++) {
        for (int t = 0; t < TREES; t++) {
            take(b, &tree[t], t, round);
        }
        for (int t = 0; t < TREES; t++) {
            give(b, &tree[t], round);
        }
        coll_rabred_end_round(b);
        for (int t = 0; t < TREES; t++) {
            reduce(b, &tree[t], t, round);
        }
    }
}

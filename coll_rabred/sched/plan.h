/*
 * How groups of processes combine, level by level (Rabenseifner & Traeff 2004, section 3): pure
 * arithmetic on numbers of groups and positions.
 *
 * Before the first level every member is a group of its own. A level makes larger groups of adjacent
 * ones. Member i of a group meets member i of its sibling groups; the new group lists the members with
 * position 0 of each sibling first, then those with position 1, and so on. All groups of one level
 * have the same list of ranges.
 *
 *     exchange, radix k   groups kj .. kj+k-1 become group j; from k = 3 on by a small ring
 *     direct, radix k     the same, all k at once
 *     circulant           all groups become one, in fewer rounds and out of rank order
 *     triple              groups 0, 1, 2 become group 0, of the members of two; the rest pairs
 *     thin by t           groups (1,2), (3,4), .. (2t-1,2t) become groups 1 .. t, of the members of one each
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_SCHED_PLAN_H
#define COLL_RABRED_SCHED_PLAN_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    COLL_RABRED_EXCHANGE, COLL_RABRED_DIRECT, COLL_RABRED_CIRCULANT, COLL_RABRED_TRIPLE, COLL_RABRED_THIN
} coll_rabred_level_kind_t;

typedef struct {
    coll_rabred_level_kind_t kind;
    int radix;                        /* siblings whose members stay: 2, k; 1 for thin */
    int skips;                        /* circulant: the radix of its skips */
    int groups;                       /* before the level */
    int thinned;                      /* t */
    int kept;                         /* a group that would be eliminated but holds the root, and
                                         changes roles with its neighbour; -1: none */
} coll_rabred_level_t;

typedef struct {
    int levels;
    coll_rabred_level_t level[32];
} coll_rabred_plan_t;

/* Appends a level to a plan that has come down to `groups` groups; returns the number after it.
   `root`: the group with the root before the level, or -1; becomes the one after it. */
int coll_rabred_plan_exchange(coll_rabred_plan_t *plan, int groups, int radix, int *root);
int coll_rabred_plan_direct(coll_rabred_plan_t *plan, int groups, int radix, int *root);
int coll_rabred_plan_circulant(coll_rabred_plan_t *plan, int groups, int skips, int *root);
int coll_rabred_plan_triple(coll_rabred_plan_t *plan, int groups, int *root);
int coll_rabred_plan_thin(coll_rabred_plan_t *plan, int groups, int thinned, int *root);

/* Rounds that a level takes for groups that are not late, `split`: if it divides ranges; and the way back of one that did. */
uint32_t coll_rabred_plan_rounds(const coll_rabred_level_t *level, bool split);
uint32_t coll_rabred_plan_rounds_back(const coll_rabred_level_t *level);

/* The group that `group` goes into, and its slot there; slots from `radix` on are eliminated. */
int coll_rabred_plan_parent(const coll_rabred_level_t *level, int group, int *slot);

/* The group that takes `slot` in `parent`. */
int coll_rabred_plan_child(const coll_rabred_level_t *level, int parent, int slot);

/* The member, as a group before the first level, at `position` of a group before level `levels`. */
int coll_rabred_plan_member(const coll_rabred_plan_t *plan, int levels, int group, int position);

#endif

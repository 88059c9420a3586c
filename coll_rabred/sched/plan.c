/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "arithmetic.h"
#include "plan.h"

static int append(coll_rabred_plan_t *plan, coll_rabred_level_t level, int after, int *root)
{
    int slot;

    plan->level[plan->levels++] = level;
    *root = *root < 0 ? *root : coll_rabred_plan_parent(&level, *root, &slot);
    return after;
}

int coll_rabred_plan_exchange(coll_rabred_plan_t *plan, int groups, int radix, int *root)
{
    return append(plan, (coll_rabred_level_t) {COLL_RABRED_EXCHANGE, radix, 0, groups, 0, -1}, groups / radix, root);
}

int coll_rabred_plan_circulant(coll_rabred_plan_t *plan, int groups, int skips, int *root)
{
    return append(plan, (coll_rabred_level_t) {COLL_RABRED_CIRCULANT, groups, skips, groups, 0, -1}, 1, root);
}

int coll_rabred_plan_direct(coll_rabred_plan_t *plan, int groups, int radix, int *root)
{
    return append(plan, (coll_rabred_level_t) {COLL_RABRED_DIRECT, radix, 0, groups, 0, -1}, groups / radix, root);
}

int coll_rabred_plan_triple(coll_rabred_plan_t *plan, int groups, int *root)
{
    return append(plan, (coll_rabred_level_t) {COLL_RABRED_TRIPLE, 2, 0, groups, 0, 2 == *root ? 2 : -1}, groups / 2, root);
}

int coll_rabred_plan_thin(coll_rabred_plan_t *plan, int groups, int thinned, int *root)
{
    int kept = *root > 0 && *root <= 2 * thinned && 0 == *root % 2 ? *root : -1;

    return append(plan, (coll_rabred_level_t) {COLL_RABRED_THIN, 1, 0, groups, thinned, kept}, groups - thinned, root);
}

uint32_t coll_rabred_plan_rounds(const coll_rabred_level_t *level, bool split)
{
    bool ring = split && level->radix > 2 && COLL_RABRED_EXCHANGE == level->kind;

    return ring ? (uint32_t) level->radix - 1 : coll_rabred_plan_rounds_back(level);
}

uint32_t coll_rabred_plan_rounds_back(const coll_rabred_level_t *level)
{
    const int skips = COLL_RABRED_CIRCULANT == level->kind ? level->skips : 2;

    return level->radix > 2 && COLL_RABRED_DIRECT != level->kind ? (uint32_t) coll_rabred_rounds(level->radix, skips) : 1;
}

int coll_rabred_plan_parent(const coll_rabred_level_t *level, int group, int *slot)
{
    switch (level->kind) {
    case COLL_RABRED_TRIPLE:
        if (group < 3) {
            *slot = group > 0 && level->kept > 0 ? 3 - group : group;
            return 0;
        }
        *slot = (group - 1) % 2;
        return (group - 1) / 2;
    case COLL_RABRED_THIN:
        if (group > 2 * level->thinned || 0 == group) {
            *slot = 0;
            return 0 == group ? 0 : group - level->thinned;
        }
        *slot = (group - 1) % 2 ^ (level->kept == (group + 1) / 2 * 2);
        return (group + 1) / 2;
    default:
        *slot = group % level->radix;
        return group / level->radix;
    }
}

int coll_rabred_plan_child(const coll_rabred_level_t *level, int parent, int slot)
{
    switch (level->kind) {
    case COLL_RABRED_TRIPLE:
        if (0 == parent) {
            return slot > 0 && level->kept > 0 ? 3 - slot : slot;
        }
        return 2 * parent + 1 + slot;
    case COLL_RABRED_THIN:
        if (0 == parent || parent > level->thinned) {
            return 0 == parent ? 0 : parent + level->thinned;
        }
        return 2 * parent - 1 + (slot ^ (level->kept == 2 * parent));
    default:
        return parent * level->radix + slot;
    }
}

int coll_rabred_plan_member(const coll_rabred_plan_t *plan, int levels, int group, int position)
{
    while (levels > 0) {
        const coll_rabred_level_t *level = &plan->level[--levels];
        group = coll_rabred_plan_child(level, group, position % level->radix);
        position /= level->radix;
    }
    return group;
}

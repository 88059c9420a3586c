/*
 * Combine: walks up the plan; at each level member i of a group meets member i of its sibling groups,
 * and they divide the range or both reduce all of it. Rabenseifner & Traeff 2004, Fig. 1 to 3; with
 * pairs only it is recursive halving or doubling (Rabenseifner 2004, 3.4, 3.5).
 *
 * Halving, 4 members, blocks A-D; A-B_0-1: blocks A to B reduced over members 0 to 1:
 *
 *            start   level 0               level 1           route_back: 1    0
 *     P0     A-D_0   C-D ->, A-B_0-1       B ->, A_0-3       A-B_0-3          A-D_0-3
 *     P1     A-D_1   A-B ->, C-D_0-1       D ->, C_0-3       C-D_0-3          A-D_0-3
 *     P2     A-D_2   C-D ->, A-B_2-3       A ->, B_0-3       A-B_0-3          A-D_0-3
 *     P3     A-D_3   A-B ->, C-D_2-3       C ->, D_0-3       C-D_0-3          A-D_0-3
 *
 * A level divides the ranges while the longest is longer than `halve_above`; from the first level that
 * does not, none does. A triple ends one round late, and so does every group made of it: it is group
 * 0, and in the next triple it is the one that has nothing to do in the first sub-round.
 *
 * Before: `plan` is set, `value` of every member is its vector. After: `value` of those that survived
 * all levels holds `range` of the result; `trail` and `record` have what was done.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

int coll_rabred_sibling(const coll_rabred_builder_t *b, int level, int slot)
{
    const coll_rabred_trail_t *trail = &b->trail[level];
    int group = coll_rabred_plan_child(&b->plan.level[level], trail->parent, slot);

    return coll_rabred_member(b, coll_rabred_plan_member(&b->plan, level, group, trail->position));
}

int coll_rabred_root_slot(const coll_rabred_builder_t *b, int level)
{
    int group = coll_rabred_root_member(b), slot = 0;

    for (int i = 0; i <= level; i++) {
        group = coll_rabred_plan_parent(&b->plan.level[i], group, &slot);
    }
    return slot;
}

void coll_rabred_record(coll_rabred_builder_t *b, int peer, coll_rabred_range_t range, bool sent)
{
    b->record[b->records++] = (coll_rabred_record_t) {-1, peer, sent, range, b->round};
}

void coll_rabred_pair(coll_rabred_builder_t *b, int level)
{
    const coll_rabred_trail_t *trail = &b->trail[level];
    int slot = trail->slot, peer = coll_rabred_sibling(b, level, 1 - slot);
    coll_rabred_side_t side = 0 == slot ? COLL_RABRED_RIGHT : COLL_RABRED_LEFT;
    coll_rabred_range_t kept = b->range, given = b->range;

    if (trail->split) {
        kept = coll_rabred_part(b->range, 2, slot);
        given = coll_rabred_part(b->range, 2, 1 - slot);
        coll_rabred_record(b, peer, kept, false);
        coll_rabred_record(b, peer, given, true);
    }
    coll_rabred_exchange(b, peer, kept, given, side);
    coll_rabred_end_round(b);
    b->range = kept;
}

/* One of two siblings takes in the other and goes on alone. */
static void absorb(coll_rabred_builder_t *b, int level)
{
    const coll_rabred_level_t *plan = &b->plan.level[level];
    int slot = b->trail[level].slot, parent = b->trail[level].parent;

    if (0 == parent || parent > plan->thinned) {
        return;
    }
    int peer = coll_rabred_sibling(b, level, 1 - slot);
    coll_rabred_record(b, peer, b->range, 1 == slot);
    if (1 == slot) {
        coll_rabred_send(b, peer, b->value, b->range, true);
    } else {
        bool lower = coll_rabred_plan_child(plan, parent, 0) < coll_rabred_plan_child(plan, parent, 1);
        coll_rabred_recv_reduce(b, peer, b->range, lower ? COLL_RABRED_RIGHT : COLL_RABRED_LEFT, false);
    }
    coll_rabred_end_round(b);
}

static void take_level(coll_rabred_builder_t *b, int level)
{
    switch (b->plan.level[level].kind) {
    case COLL_RABRED_THIN:
        absorb(b, level);
        break;
    case COLL_RABRED_TRIPLE:
        if (0 == b->trail[level].parent) {
            coll_rabred_triple(b, level);
            break;
        }
        coll_rabred_pair(b, level);
        break;
    case COLL_RABRED_DIRECT:
        coll_rabred_direct(b, level);
        break;
    case COLL_RABRED_CIRCULANT:
        coll_rabred_circulant(b, level);
        break;
    default:
        if (2 == b->plan.level[level].radix) {
            coll_rabred_pair(b, level);
        } else {
            coll_rabred_small_ring(b, level);
        }
    }
}

void coll_rabred_climb(coll_rabred_builder_t *b)
{
    int group = b->me, position = 0;
    uint32_t round = b->round, late = 0;
    size_t longest = b->range.count;
    bool split = true;

    for (int i = 0; i < b->plan.levels; i++) {
        const coll_rabred_level_t *level = &b->plan.level[i];
        bool thins = COLL_RABRED_THIN == level->kind;
        split = split && (thins || longest > b->halve_above);
        if (group >= 0) {
            coll_rabred_trail_t *trail = &b->trail[i];
            int slot, parent = coll_rabred_plan_parent(level, group, &slot);
            bool waits = 0 == parent && COLL_RABRED_TRIPLE != level->kind;
            *trail = (coll_rabred_trail_t) {position, parent, slot, split && !thins, b->range, round + (waits ? late : 0)};
            coll_rabred_go_to_round(b, trail->round);
            take_level(b, i);
            position = position * level->radix + slot;
            group = slot < level->radix && !coll_rabred_direct_leaves(b, i) ? parent : -1;
            b->survived += group >= 0;
        }
        longest = split && !thins ? (longest + (size_t) level->radix - 1) / (size_t) level->radix : longest;
        round += coll_rabred_plan_rounds(level, split);
        late = COLL_RABRED_TRIPLE == level->kind ? 1 : thins && late > 0 ? late - 1 : late;
    }
    coll_rabred_go_to_round(b, round + late);
}

void coll_rabred_phase_combine(coll_rabred_builder_t *b)
{
    coll_rabred_climb(b);
    if (b->me >= 0 && b->survived == b->plan.levels) {
        coll_rabred_settle(b);
    }
}

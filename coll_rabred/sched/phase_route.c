/*
 * Ways back: after combine, the parts of the result go where they belong.
 *
 * route_back (allreduce): every message of the reduction in the opposite direction, the last first; who
 * received a range to reduce now sends its result. Rabenseifner & Traeff 2004, 3: "routing phase". So
 * processes that were eliminated get the whole vector, too, and f rounds take f rounds back.
 *
 * gather (reduce): towards the root's position, one level a round; at a level that divided ranges, all
 * siblings send to the one on the root's side. Rabenseifner 2004, 3.5. Members 0-3, root 1, blocks A-D:
 *
 *            start    level 1      level 0
 *     P0     A        <- B         A-B -> P1
 *     P1     C        <- D         A-D
 *     P2     B        B -> P0
 *     P3     D        D -> P1
 *
 * Before: as combine leaves it. After: OUT holds the whole result, everywhere or at the root.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

/* The round behind the last that any process needs for the way back. */
static uint32_t end_of_way_back(const coll_rabred_builder_t *b, uint32_t forward)
{
    uint32_t end = 2 * forward;

    for (int i = 0; i < b->plan.levels; i++) {
        const coll_rabred_level_t *level = &b->plan.level[i];
        /* A divided small ring takes fewer rounds back; a whole one leaves its rounds empty. */
        end -= coll_rabred_plan_rounds(level, true) - coll_rabred_plan_rounds_back(level);
    }
    return end;
}

void coll_rabred_play_back(coll_rabred_builder_t *b, uint32_t mirror)
{
    while (b->records > 0) {
        coll_rabred_record_t record = b->record[--b->records];
        if (record.level >= 0) {
            const coll_rabred_level_t *level = &b->plan.level[record.level];
            uint32_t rounds = coll_rabred_plan_rounds(level, true);
            coll_rabred_go_to_round(b, mirror - (b->trail[record.level].round + rounds - 1));
            (COLL_RABRED_CIRCULANT == level->kind ? coll_rabred_circulant_back : coll_rabred_small_ring_back)(b, record.level);
            mirror -= rounds - coll_rabred_plan_rounds_back(level);
            continue;
        }
        coll_rabred_go_to_round(b, mirror - record.round);
        if (record.sent) {
            coll_rabred_recv(b, record.peer, COLL_RABRED_OUT, record.range);
        } else {
            coll_rabred_send(b, record.peer, COLL_RABRED_OUT, record.range, false);
        }
        if (0 == b->records || b->record[b->records - 1].level >= 0 || b->record[b->records - 1].round != record.round) {
            coll_rabred_end_round(b);
        }
    }
}

void coll_rabred_phase_route_back(coll_rabred_builder_t *b)
{
    uint32_t forward = b->round;

    coll_rabred_play_back(b, 2 * forward - 1);
    coll_rabred_go_to_round(b, end_of_way_back(b, forward));
}

/* The slots of the root's group, level by level. */
static void find_root(const coll_rabred_builder_t *b, int *slot)
{
    int group = coll_rabred_root_member(b);

    for (int i = 0; i < b->plan.levels; i++) {
        group = coll_rabred_plan_parent(&b->plan.level[i], group, &slot[i]);
    }
}

void coll_rabred_phase_gather(coll_rabred_builder_t *b)
{
    int root_slot[COLL_RABRED_LEVELS];
    uint32_t round = b->round;
    bool active = b->me >= 0 && b->survived == b->plan.levels;

    find_root(b, root_slot);
    for (int i = b->plan.levels - 1; i >= 0; i--, round++) {
        const coll_rabred_trail_t *trail = &b->trail[i];
        coll_rabred_go_to_round(b, round);
        if (COLL_RABRED_CIRCULANT == b->plan.level[i].kind) {
            if (active) {
                coll_rabred_circulant_gather(b, i, root_slot[i]);
            }
            active = active && trail->slot == root_slot[i];
            round += coll_rabred_plan_rounds_back(&b->plan.level[i]) - 1;
        } else if (active && trail->slot != root_slot[i]) {
            active = false;
            if (trail->split) {
                coll_rabred_send(b, coll_rabred_sibling(b, i, root_slot[i]), b->value, b->range, false);
                coll_rabred_end_round(b);
            }
        } else if (active && trail->split) {
            for (int slot = 0; slot < b->plan.level[i].radix; slot++) {
                if (slot != trail->slot) {
                    coll_rabred_recv(b, coll_rabred_sibling(b, i, slot), b->value,
                                     coll_rabred_part(trail->range, b->plan.level[i].radix, slot));
                }
            }
            coll_rabred_end_round(b);
            b->range = trail->range;
        }
    }
    coll_rabred_go_to_round(b, round);
}

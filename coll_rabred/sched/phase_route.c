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

/* By the way back of a level that divided ranges. */
static uint32_t saved_rounds(const coll_rabred_level_t *level)
{
    return coll_rabred_plan_rounds(level, true) - coll_rabred_plan_rounds_back(level);
}

/* The way back of a level that is not made of messages between pairs. */
static void (*level_back(const coll_rabred_level_t *level))(coll_rabred_builder_t *, int)
{
    switch (level->kind) {
    case COLL_RABRED_DIRECT:
        return coll_rabred_direct_back;
    case COLL_RABRED_CIRCULANT:
        return coll_rabred_circulant_back;
    default:
        return coll_rabred_small_ring_back;
    }
}

/* The round behind the last that any process needs for the way back; too early for a phase that followed, where a ring's range is whole. */
static uint32_t end_of_way_back(const coll_rabred_builder_t *b, uint32_t forward)
{
    uint32_t end = 2 * forward;

    for (int i = 0; i < b->plan.levels; i++) {
        /* A divided small ring takes fewer rounds back; a whole one leaves its rounds empty. */
        const uint32_t saved = saved_rounds(&b->plan.level[i]);
        end -= saved < end - forward ? saved : end - forward;
    }
    return end;
}

void coll_rabred_play_back(coll_rabred_builder_t *b, uint32_t mirror)
{
    while (b->records > 0) {
        coll_rabred_record_t record = b->record[--b->records];
        if (record.level >= 0) {
            const coll_rabred_level_t *level = &b->plan.level[record.level];
            uint32_t last = b->trail[record.level].round + coll_rabred_plan_rounds(level, true) - 1;
            coll_rabred_go_to_round(b, mirror - last);
            level_back(level)(b, record.level);
            mirror -= saved_rounds(level);
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

void coll_rabred_phase_gather(coll_rabred_builder_t *b)
{
    uint32_t round = b->round;
    bool active = b->me >= 0 && b->survived == b->plan.levels;

    for (int i = b->plan.levels - 1; i >= 0; i--, round++) {
        const coll_rabred_trail_t *trail = &b->trail[i];
        int root_slot = coll_rabred_root_slot(b, i);
        coll_rabred_go_to_round(b, round);
        if (COLL_RABRED_CIRCULANT == b->plan.level[i].kind) {
            if (active) {
                coll_rabred_circulant_gather(b, i, root_slot);
            }
            active = active && trail->slot == root_slot;
            round += coll_rabred_plan_rounds_back(&b->plan.level[i]) - 1;
        } else if (active && trail->slot != root_slot) {
            active = false;
            if (trail->split) {
                coll_rabred_send(b, coll_rabred_sibling(b, i, root_slot), b->value, b->range, false);
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

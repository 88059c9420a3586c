/*
 * Permuted blocks (reduce_scatter): divides the owners' blocks in the order in which the halvings will
 * leave the processes, so that the result of a block ends at its owner.
 *
 * The members that stay end at places 0, 1, ... of one group. What a place has to end with are the
 * blocks of the process that ends there and of those that leave: whoever is eliminated hangs its blocks
 * on a sibling that goes on (of a triple the second, of a pair the other), to be handed over in a last
 * round. Levels divide ranges of places; a message carries the blocks of its places, in rank order, in
 * several pieces where they do not follow each other. 5 processes, blocks A-E, one each:
 *
 *            place   blocks   level 0 (0, 1, 2 a triple; 3, 4 a pair)
 *     P0     0       A        gives B-E, keeps A and D
 *     P1     2       B, C     gives A and D, keeps B, C and E
 *     P2     -                gives all, leaves
 *     P3     1       D        gives B, C and E, keeps A and D
 *     P4     3       E        gives A and D, keeps B, C and E
 *
 * arrange, before combine: sets `place`, and `range` to all places. deliver_places, after it: OUT holds
 * the own blocks; one round where any process was eliminated, none else. At most p/2 pieces a message.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

#include <stdlib.h>
#include <string.h>

/* Where the blocks of a rank stand. */
static coll_rabred_blocks_t place_of(const coll_rabred_plan_t *plan, int rank)
{
    int group = rank, slot;
    coll_rabred_blocks_t place = 0;

    for (int i = 0; i < plan->levels; i++) {
        int radix = plan->level[i].radix;
        group = coll_rabred_plan_parent(&plan->level[i], group, &slot);
        place = place * (coll_rabred_blocks_t) radix + (coll_rabred_blocks_t) (slot < radix ? slot : radix - 1);
    }
    return place;
}

size_t coll_rabred_threshold_places(size_t threshold, size_t places, size_t blocks)
{
    return threshold >= blocks ? places : threshold * places / blocks;
}

/* Sets the place of every rank, and which ranks are at each. */
static void set_places(coll_rabred_builder_t *b, coll_rabred_blocks_t places)
{
    int processes = b->problem->processes, *from = b->from;

    for (int rank = 0; rank < processes; rank++) {
        b->place[rank] = place_of(&b->plan, rank);
        from[b->place[rank] + 1]++;
    }
    for (coll_rabred_blocks_t i = 0; i < places; i++) {
        from[i + 1] += from[i];
    }
    for (int rank = 0; rank < processes; rank++) {
        b->by_place[from[b->place[rank]]++] = rank;
    }
    memmove(from + 1, from, places * sizeof(*from));   /* each has become the next one's */
    from[0] = 0;
}

void coll_rabred_phase_arrange(coll_rabred_builder_t *b)
{
    int processes = b->problem->processes;
    coll_rabred_blocks_t places = 1;

    if (0 == b->problem->argument[COLL_RABRED_PERMUTED]) {
        return;
    }
    for (int i = 0; i < b->plan.levels; i++) {
        places *= (coll_rabred_blocks_t) b->plan.level[i].radix;
    }
    b->place = calloc((size_t) processes, sizeof(*b->place));
    b->by_place = calloc((size_t) processes + places + 1, sizeof(*b->by_place));
    if (NULL == b->place || NULL == b->by_place) {
        free(b->place);
        b->place = NULL;
        b->failed = true;
        return;
    }
    b->from = b->by_place + processes;
    set_places(b, places);
    b->halve_above = coll_rabred_threshold_places(b->halve_above, places, coll_rabred_whole(b).count);
    b->range = (coll_rabred_range_t) {0, places};
}

void coll_rabred_deliver_places(coll_rabred_builder_t *b)
{
    const coll_rabred_problem_t *problem = b->problem;
    coll_rabred_blocks_t *place = b->place, mine = place[problem->rank];
    int holder = coll_rabred_plan_member(&b->plan, b->plan.levels, 0, (int) mine);

    b->place = NULL;   /* ranges are of blocks again */
    if (holder != problem->rank) {
        coll_rabred_recv(b, holder, COLL_RABRED_OUT, coll_rabred_owned(problem, problem->rank));
    } else {
        for (int rank = 0; rank < problem->processes; rank++) {
            if (rank != problem->rank && mine == place[rank]) {
                coll_rabred_send(b, rank, b->value, coll_rabred_owned(problem, rank), false);
            }
        }
    }
    coll_rabred_end_round(b);
    if (holder == problem->rank) {
        coll_rabred_copy(b, COLL_RABRED_OUT, b->value, coll_rabred_owned(problem, problem->rank));
    }
    free(place);
}

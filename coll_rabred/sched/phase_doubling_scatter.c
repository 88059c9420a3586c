/*
 * Recursive doubling for reduce_scatter: partners at distance 1, 2, 4, ... exchange and reduce all but
 * the blocks that others of their groups will keep; operands meet in rank order, for any operator.
 *
 * Thakur, Rabenseifner & Gropp 2005, 4.4. 4 processes, one block each:
 *
 *            start    distance 1                  distance 2
 *     P0     A-D_0    B-D ->, A,C-D_0-1           C ->, A_0-3
 *     P1     A-D_1    A,C-D ->, B-D_0-1           D ->, B_0-3
 *     P2     A-D_2    A-B,D ->, A-C_2-3           A ->, C_0-3
 *     P3     A-D_3    A-C ->, A-B,D_2-3           B ->, D_0-3
 *
 * After a distance the merged group is twice as large; a member keeps its own blocks and all outside
 * the merged group, so a message has up to three pieces. Both partners reduce what lies outside.
 *
 * Before: a group of a power of two after fold, whose members' blocks include their partners'. After:
 * `value` holds those blocks complete. f rounds; f p - 2 (p - 1) + f blocks sent and reduced at powers
 * of two, one block a process.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

/* Lists the blocks of a member, and all outside the group that has come together. */
static void list_kept(coll_rabred_builder_t *b, int member, int distance)
{
    coll_rabred_range_t own = coll_rabred_members_blocks(b, member, 1), whole = coll_rabred_whole(b);
    coll_rabred_range_t inside = coll_rabred_members_blocks(b, member & ~(2 * distance - 1), 2 * distance);
    coll_rabred_blocks_t behind = inside.first + inside.count;

    coll_rabred_list_range(b, (coll_rabred_range_t) {0, inside.first});
    coll_rabred_list_range(b, own);
    coll_rabred_list_range(b, (coll_rabred_range_t) {behind, whole.count - behind});
}

void coll_rabred_phase_doubling_scatter(coll_rabred_builder_t *b)
{
    for (int distance = 1; distance < b->group; distance *= 2) {
        if (b->me >= 0) {
            int partner = b->me ^ distance, peer = coll_rabred_member(b, partner);
            uint32_t from = b->value;
            list_kept(b, b->me, distance);
            coll_rabred_take_list(b, peer, b->me < partner ? COLL_RABRED_RIGHT : COLL_RABRED_LEFT, true);
            list_kept(b, partner, distance);
            coll_rabred_give_list(b, peer, from);
        }
        coll_rabred_end_round(b);
    }
}

/*
 * Allgather and reduce: every process collects the vectors of all, twice as many a round, and reduces
 * them itself. Rabenseifner & Traeff 2004, 3.4, with the allgather of Bruck et al. 1997 and, locally,
 * the tree T(p).
 *
 * p = 5, V0 to V4 the vectors:
 *
 *            start   to r-1      to r-2            to r-4, shortened   then
 *     P0     V0      V0; V1      V0,V1; V2,V3      V0; V4              ((V0 V1)(V2 V3)) V4
 *     P1     V1      V1; V2      V1,V2; V3,V4      V1; V0              the same
 *     ...            sent; received
 *
 * The vectors of a round are one message of several pieces. Before: `value` is the input. After: OUT holds the
 * result everywhere. ceil(log2 p) rounds, p-1 vectors sent and reduced, one copied: all processes
 * reduce in the same places, and so by the same form of the operator. p vectors of scratch.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

void coll_rabred_phase_allgather_reduce(coll_rabred_builder_t *b)
{
    int processes = b->problem->processes, rank = b->problem->rank;

    for (int reach = 1; reach < processes; reach *= 2) {
        int held = reach < processes - reach ? reach : processes - reach;
        int from = coll_rabred_around(processes, rank, reach), to = coll_rabred_around(processes, rank, -reach);
        for (int i = 0; i < held; i++) {
            coll_rabred_recv_piece(b, i, from, coll_rabred_contribution(b, coll_rabred_around(processes, from, i)), b->range);
        }
        for (int i = 0; i < held; i++) {
            coll_rabred_send_piece(b, i, to, coll_rabred_contribution(b, coll_rabred_around(processes, rank, i)), b->range, false);
        }
        coll_rabred_end_round(b);
    }
    coll_rabred_place_own(b);
    coll_rabred_reduce_contributions(b);
}

/*
 * Census (allreduce): every process counts in those behind it, twice as many a round, or twice as many
 * and one. Bar-Noy, Kipnis & Schieber 1993.
 *
 * B covers the t ranks before this one, A those and this one. The bits of p-1 from the top say what is
 * passed on: for a 0 B, for a 1 A. p = 6, p-1 = 101 in binary, process 0; 4-5: reduced over ranks 4 to 5:
 *
 *            first bit               0                        1
 *     sent   0 -> P1                 B -> P1                  A -> P3
 *     B      5 from P5               4-5 with 4 from P5       1-5 with 1-3 from P3
 *     A      5,0                     4-5,0                    1-5,0
 *
 * Operands meet in another order on every process: for operators that are exactly associative and
 * commutative. Before: `value` is the input. After: OUT holds the result everywhere. q rounds of the
 * whole vector; three vectors of scratch.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

void coll_rabred_phase_census(coll_rabred_builder_t *b)
{
    int processes = b->problem->processes, rank = b->problem->rank, bit = coll_rabred_ceil_log2(processes) - 1;
    uint32_t own = b->input, both = b->problem->in_place ? COLL_RABRED_TMP + 3 : COLL_RABRED_OUT;

    b->work[0] = COLL_RABRED_TMP;
    b->work[1] = COLL_RABRED_TMP + 1;
    b->value = b->work[0];
    coll_rabred_recv(b, coll_rabred_around(processes, rank, -1), b->value, b->range);
    coll_rabred_send(b, coll_rabred_around(processes, rank, 1), own, b->range, false);
    coll_rabred_end_round(b);
    for (int covered = 1; --bit >= 0; ) {
        bool odd = 1 == ((processes - 1) >> bit) % 2;
        uint32_t from = odd ? both : b->value;
        if (odd) {
            coll_rabred_reduce(b, both, b->value, own, b->range);
        }
        coll_rabred_recv_reduce(b, coll_rabred_around(processes, rank, -covered - odd), b->range, COLL_RABRED_LEFT, !odd);
        coll_rabred_send(b, coll_rabred_around(processes, rank, covered + odd), from, b->range, true);
        coll_rabred_end_round(b);
        covered = 2 * covered + odd;
    }
    coll_rabred_reduce(b, COLL_RABRED_OUT, b->value, own, b->range);
    b->value = COLL_RABRED_OUT;
}

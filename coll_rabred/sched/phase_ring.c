/*
 * Ring: pairwise exchange, where every process collects all contributions to its own part and reduces
 * them once they are there; then a ring carries the parts round, or all go straight to the root.
 *
 * Rabenseifner 2004, 3.7; Thakur, Rabenseifner & Gropp 2005, 4.4 (pairwise exchange), 5.3. The
 * reductions follow the canonical tree T(p), which postponing makes free. p = 3, parts A-C:
 *
 *            round 0          round 1          then            ring 0    ring 1
 *     P0     B ->P1, A2       C ->P2, A1       A=(A0 A1)A2     A ->P1    C ->P1
 *     P1     C ->P2, B0       A ->P0, B2       B=(B0 B1)B2     B ->P2    A ->P2
 *     P2     A ->P0, C1       B ->P1, C0       C=(C0 C1)C2     C ->P0    B ->P0
 *
 * Before: `value` is the input. After pairwise: `value` holds `range`, the own part of the result
 * (coll_rabred_owned), in OUT where there is one; p-1 rounds, p-1 parts sent and reduced, scratch for
 * the contributions. ring_allgather: p-1 rounds, p-1 parts. direct_gather: one round.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

void coll_rabred_phase_pairwise(coll_rabred_builder_t *b)
{
    int processes = b->problem->processes, rank = b->problem->rank;

    b->range = coll_rabred_owned(b->problem, rank);
    for (int stride = 1; stride < processes; stride++) {
        int to = (int) (((int64_t) rank + stride) % processes);
        int from = (rank - stride + processes) % processes;
        coll_rabred_recv(b, from, coll_rabred_contribution(b, from), b->range);
        coll_rabred_send(b, to, b->input, coll_rabred_owned(b->problem, to), false);
        coll_rabred_end_round(b);
    }
    coll_rabred_reduce_contributions(b);
}

void coll_rabred_phase_ring_allgather(coll_rabred_builder_t *b)
{
    int processes = b->problem->processes, rank = b->problem->rank;

    for (int step = 0; step < processes - 1; step++) {
        int part = (rank - step + processes) % processes;
        int next = (part - 1 + processes) % processes;
        coll_rabred_recv(b, (rank - 1 + processes) % processes, COLL_RABRED_OUT, coll_rabred_owned(b->problem, next));
        coll_rabred_send(b, (rank + 1) % processes, COLL_RABRED_OUT, coll_rabred_owned(b->problem, part), false);
        coll_rabred_end_round(b);
    }
}

void coll_rabred_phase_direct_gather(coll_rabred_builder_t *b)
{
    const coll_rabred_problem_t *problem = b->problem;

    if (problem->rank != problem->root) {
        coll_rabred_send(b, problem->root, b->value, b->range, false);
    }
    for (int rank = 0; rank < problem->processes && problem->rank == problem->root; rank++) {
        if (rank != problem->root) {
            coll_rabred_recv(b, rank, COLL_RABRED_OUT, coll_rabred_owned(problem, rank));
        }
    }
    coll_rabred_end_round(b);
}

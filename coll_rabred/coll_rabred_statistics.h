/*
 * What ran on this process: calls, bytes and time of each algorithm for each collective in ranges of sizes,
 * calls that another algorithm served than was asked for, schedules, scratch memory. Shown as performance
 * variables of MPI_T and, by coll_rabred_summary, as a table at the end.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_STATISTICS_H
#define COLL_RABRED_STATISTICS_H

#include "exec/program.h"
#include "exec/scratch.h"
#include "sched/table.h"

/* Of the calls that are counted together. */
typedef struct {
    unsigned long long calls, bytes, nanoseconds;   /* time only of calls that are timed */
} mca_coll_rabred_tally_t;

typedef struct {
    size_t algorithms;                              /* in the table */
    mca_coll_rabred_tally_t *tally;                 /* [collective][algorithm][range, then again for calls it was not asked for] */
    unsigned long long schedules;                   /* built */
    coll_rabred_scratch_use_t scratch;              /* of all communicators */
    coll_rabred_cut_t cut[COLL_RABRED_CLASSES];     /* of longer messages in a node, and between nodes; of the communicator that was made last */
    size_t blocking;                                /* bytes: of the longest message that blocks, besides the last of a round; of that one, too */
} mca_coll_rabred_statistics_t;

/* Makes them, all zero, and their performance variables; an error of Open MPI, or success. */
int mca_coll_rabred_statistics_open(void);

/* Frees them, after the table was printed if asked for. */
void mca_coll_rabred_statistics_close(bool print);

/* Where calls of vectors of so many bytes are counted; replaced: another algorithm was asked for. */
mca_coll_rabred_tally_t *mca_coll_rabred_tally(coll_rabred_collective_t collective, int algorithm, bool replaced,
                                               size_t bytes);

/* Adds to a number of the statistics, which threads may share. */
static inline void mca_coll_rabred_add(unsigned long long *number, unsigned long long more, bool threads)
{
    if (threads) {
        (void) __atomic_fetch_add(number, more, __ATOMIC_RELAXED);
    } else {
        *number += more;
    }
}

#endif

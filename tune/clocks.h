/*
 * A common moment at which all ranks of a communicator start something, so that its end is when the last of them has done its part,
 * wherever their clocks stand: each is compared with the first rank's by the shortest of some round trips.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef TUNE_CLOCKS_H
#define TUNE_CLOCKS_H

#include <mpi.h>

typedef struct {
    MPI_Comm group;
    double ahead;                 /* seconds by which the first rank's clock is ahead of this one's */
    double notice;                /* seconds between the choice of a moment and the moment */
    double due;                   /* when they are compared anew, by this rank's clock, for clocks drift apart */
    double late;                  /* seconds by which this rank heard of the last one too late */
} clocks_t;

/* Collective on `group`. */
clocks_t clocks_compare(MPI_Comm group);

/* Waits for a moment that the first rank chooses when all have come; returns it, by this rank's MPI_Wtime. Collective. */
double clocks_meet(clocks_t *clocks);

/* Seconds from the moment until the last rank came here, on all ranks. Gives longer notice if one had been late, until it compares the clocks,
   which it does if that is due: who was late once need not be again. Collective. */
double clocks_last(clocks_t *clocks, double moment);

#endif

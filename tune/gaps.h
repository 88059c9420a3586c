/*
 * What each further one of several short messages takes that a process sends or receives at once: each to and from another, up to
 * 16 of them, for that is what algorithms do with several at once, and some networks gather those to one process. Where there is one other, it
 * gets all 16.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef TUNE_GAPS_H
#define TUNE_GAPS_H

#include <mpi.h>

/*
 * Of a group of two at least: of messages that one process sends, and how much more where all send to all from one moment on, until the
 * last has its own, and the first message takes `latency`; for each so many seconds are spent. Seconds. Collective on
 * MPI_COMM_WORLD, the same on all ranks; MPI_COMM_NULL on those that take no part.
 */
void gaps_measure(MPI_Comm group, double latency, double seconds, double *gap, double *exchange_gap);

#endif

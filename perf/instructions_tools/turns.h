/*
 * Lets the ranks of one machine run one at a time, in a fixed order: whoever calls opal_progress, which is what
 * Open MPI does while it waits, hands over to the next rank. So the course of a job does not depend on time.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef TURNS_H
#define TURNS_H

#include <mpi.h>

/* Collective over MPI_COMM_WORLD, all of it on one machine: from here on rank 0 runs, the others wait for their turns. */
void turns_begin(void);

/* Returns when all ranks have come here, rank 0 first, the next when the one before it waits for the first time. */
void turns_meet(void);

/* The ranks run freely again. Collective. */
void turns_end(void);

/* Open MPI's progress function, of which there is one in a program: this one, which calls the library's. */
void opal_progress(void);

#endif

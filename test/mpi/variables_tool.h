/*
 * The variables that MPI_T shows: read, written, and what is promised of each.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef TEST_MPI_VARIABLES_TOOL_H
#define TEST_MPI_VARIABLES_TOOL_H

#include <mpi.h>
#include <stdbool.h>

extern int rank, passed, failed;

/* Around all others. */
void variables_open(void);
void variables_close(void);

void check(const char *what, bool right);

typedef struct {
    MPI_T_pvar_handle handle;
    bool real;
} watched_t;

/* A performance variable, from now on; the job ends where there is none. */
watched_t watch(const char *name, int class, MPI_Datatype type);

/* Since it is watched; the most ever of what is no sum. */
double value_of(watched_t watched);

/* A control variable may be written, on all processes. */
void check_scope(const char *name);

/* A communicator on which the algorithm serves the collective. */
MPI_Comm forced_for(const char *collective, const char *algorithm);
MPI_Comm forced(const char *algorithm);   /* MPI_Allreduce */

/* A communicator made while a control variable has another value. *before: room for its own. */
MPI_Comm controlled(const char *name, const void *value, void *before);

#endif

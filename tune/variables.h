/*
 * What MPI_T tells and lets one set: the transports of this Open MPI, rabred's algorithms and counters.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef TUNE_VARIABLES_H
#define TUNE_VARIABLES_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

/* Around all others; false where MPI_T cannot be had. */
bool variables_open(void);
void variables_close(void);

/* The components that carry messages, such as "pml ob1; btl self, tcp, vader". */
void variables_transports(char *text, size_t size);

/* True if rabred is loaded. */
bool variables_have_rabred(void);

/* A duplicate of the communicator on which rabred serves MPI_Allreduce by the algorithm; MPI_COMM_NULL: it cannot. */
MPI_Comm variables_force(MPI_Comm comm, const char *algorithm);

/* Sets a parameter of bytes. False: there is none, or it cannot be set. */
bool variables_set_size(const char *name, size_t size);

/* What a performance variable of rabred's says that is a size; 0: there is none of that name. */
unsigned long long variables_size(const char *name);

/* MPI_Allreduce calls that the algorithm has served on this process since the first time this was asked for it. */
unsigned long long variables_calls(const char *algorithm);

#endif

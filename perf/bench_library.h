/*
 * What differs from one MPI library to the next: who serves a communicator, and how that can be told.
 * openmpi*.c does it for Open MPI; plain.c stands in for it in any other, and knows the entry "default" only.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef BENCH_LIBRARY_H
#define BENCH_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

#include <mpi.h>

#include "bench_collective.h"
#include "bench_entry.h"

enum { BENCH_REASON_BYTES = 1024 };

/* Who served a call; both are "-" where it cannot be told. */
struct bench_server {
    char component[32];
    char algorithm[128];
};

struct bench_library;

/* What is compared if the user does not say. */
extern const char bench_library_entries[];

/* To be called before MPI_Init: settings that the library reads there only. */
void bench_library_prepare(const struct bench_entry *entries, size_t count);

/* To be called after MPI_Init. */
struct bench_library *bench_library_open(void);
void bench_library_close(struct bench_library *library);

/*
 * Collective over MPI_COMM_WORLD: a copy of it that the entry's component serves. applies[i] says whether collectives[i] has the
 * entry's algorithm. False, on all ranks and with the reason, if none has, or if the library has no such component.
 */
bool bench_library_communicator(struct bench_library *library, const struct bench_entry *entry,
                                const struct bench_collective *const *collectives, size_t count, bool *applies, MPI_Comm *comm,
                                char reason[BENCH_REASON_BYTES]);

/* From inside an operator's function: who called it. */
void bench_library_look(struct bench_server *server);

/* Remembers rabred's counters of this process as they are. */
void bench_library_mark(struct bench_library *library);

/* How many calls of the collective (NULL: of all) rabred served since then, and by which algorithms: "ring" or "linear+ring". */
size_t bench_library_served(struct bench_library *library, const struct bench_collective *collective, char *algorithms,
                            size_t algorithms_bytes);

/* Ends the program's use of MPI; returns, unless the library's own end is not to be relied on. */
void bench_library_leave(int status);

#endif

/*
 * What test/mpi/errors*.c plant under a reduction: a point-to-point layer that fails at a chosen call, and
 * memory that runs out at a chosen allocation.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef TEST_MPI_ERRORS_H
#define TEST_MPI_ERRORS_H

#include <mpi.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Between errors_wire_begin and errors_wire_end, the irecv, isend and send of one communicator pass through a
 * layer of ours. From then on its call number `fail_at` fails (0: none): it returns an error without
 * any effect, or, `late`, it or its request completes with an error although the message was transferred. What waits
 * for a rank whose `ended` equals `epoch` completes with an error, too: no message from it will come.
 */
void errors_wire_init(void);
void errors_wire_begin(MPI_Comm comm, size_t fail_at, bool late, const atomic_size_t *ended, size_t epoch);

/* Requests that have not been freed. */
size_t errors_wire_open(void);

typedef struct {
    bool reached;    /* the call that was to fail took place */
    bool lost;       /* a send that is under way reads memory that rabred has freed */
    size_t open;     /* requests that were never freed */
    size_t left;     /* sends under way whose requests were freed */
} errors_wire_t;

errors_wire_t errors_wire_end(void);

/* Allocation number `fail_at` (0: none) by rabred's code fails; those of any other code never do. */
void errors_memory_begin(size_t fail_at);

/* True if the allocation that was to fail took place. */
bool errors_memory_end(void);

/* Rabred's allocations since errors_memory_begin. */
size_t errors_memory_allocations(void);

/* How many of rabred's allocations have not been freed. */
size_t errors_memory_live(void);

/* The bytes of these. */
size_t errors_memory_held(void);

/* Whether it is in one of these. */
bool errors_memory_owns(const void *memory);

#endif

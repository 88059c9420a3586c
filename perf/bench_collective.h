/*
 * The collectives under test: what each is called, how it is called, and where its result lies. A non-blocking form is waited for at once;
 * a composed one does what another one does, by two calls. A further one is one more line of the table and its call.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef BENCH_COLLECTIVE_H
#define BENCH_COLLECTIVE_H

#include <stdbool.h>
#include <stddef.h>

#include <mpi.h>

/* The arguments of one call. */
struct bench_call {
    const void *input;
    void *output;
    size_t elements;   /* of the input vector of each rank */
    const int *counts; /* elements of each rank's part of a scattered result */
    MPI_Datatype type;
    MPI_Op op;
    MPI_Comm comm;
};

/* The part of the whole result that a rank gets. */
enum bench_share { BENCH_SHARE_ALL, BENCH_SHARE_ROOT, BENCH_SHARE_OWN };

struct bench_collective {
    const char *name;
    const char *group;    /* under which it can be asked for, too */
    const char *blocking; /* the name of its blocking form, or of its first part, under which rabred has its algorithms and counts */
    void (*call)(const struct bench_call *call);
    enum bench_share share;
    bool equal_parts; /* every rank's part must have the same length */
};

/* Ends with a line without a name. */
extern const struct bench_collective bench_collectives[];

enum { BENCH_ROOT = 0 };

#endif

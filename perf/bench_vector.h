/*
 * The buffers of one rank, what stands in them before a call and what must stand there after it.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef BENCH_VECTOR_H
#define BENCH_VECTOR_H

#include <stdbool.h>
#include <stddef.h>

#include "bench_collective.h"
#include "bench_operator.h"

struct bench_vector {
    int rank;
    int size;
    bool rotated;      /* each call has other memory, which was written as many calls before as the last cache holds */
    const struct bench_operation *operation;
    const struct bench_collective *collective;
    size_t elements;   /* of the input vector of each rank */
    size_t slots;      /* buffers in turn; 1 unless rotated */
    size_t slot_bytes; /* from one to the next */
    size_t filled;     /* the inputs of all calls before this one are written */
    size_t pool_bytes; /* of inputs, and of outputs */
    char *inputs;
    char *outputs;
    char *own;         /* this rank's period of inputs */
    char *expected;    /* the period of results */
    int *counts;       /* elements of each rank's part of a scattered result */
};

/* Allocates for vectors up to this many bytes of any operator. Ends the program if there is no memory. */
void bench_vector_open(struct bench_vector *vector, MPI_Comm comm, size_t largest_bytes, bool rotated);
void bench_vector_close(struct bench_vector *vector);

/* To be called before bench_vector_shape; works out the results. */
void bench_vector_operation(struct bench_vector *vector, const struct bench_operation *operation);

/* Sets the length: bytes rounded down to elements, at least one, and up to what the collective can share out. */
void bench_vector_shape(struct bench_vector *vector, const struct bench_collective *collective, size_t bytes);

/* Writes inputs up to that of this call, or beyond. Calls have different numbers in them, so a stale result is a wrong one. */
void bench_vector_prepare(struct bench_vector *vector, size_t call);

void bench_vector_call(const struct bench_vector *vector, size_t call, MPI_Op op, MPI_Comm comm);

/* Number of wrong elements in this rank's result of this call. */
size_t bench_vector_errors(const struct bench_vector *vector, size_t call);

#endif

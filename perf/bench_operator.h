/*
 * The operators under test, with their types, inputs and exact results. Every order of evaluation that MPI allows
 * gives the same result, to the bit.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef BENCH_OPERATOR_H
#define BENCH_OPERATOR_H

#include <stdbool.h>
#include <stddef.h>

#include <mpi.h>

#include "bench_library.h"

/* Inputs repeat after this many elements. A prime, so that a block in the wrong place does not look right. */
enum { BENCH_PERIOD = 1021 };

struct bench_operator {
    const char *name;
    size_t element_bytes;       /* from one element to the next */
    size_t significant_bytes;   /* that hold data; the rest is padding */
    bool commutative;
    void (*value)(int rank, unsigned index, void *element); /* what rank contributes at index 0 to BENCH_PERIOD - 1 */
    MPI_User_function *combine;                             /* right = left op right */
    MPI_Datatype (*type)(void);
    MPI_Op (*predefined)(void);                             /* NULL: MPI calls combine */
};

/* Ends with a line without a name. */
extern const struct bench_operator bench_operators[];

/* An operator that is ready for use. */
struct bench_operation {
    const struct bench_operator *operator;
    MPI_Datatype type;
    MPI_Op op;
    MPI_Op observed; /* the same result, and shows who calls it; see bench_operation_observe */
};

void bench_operation_open(struct bench_operation *operation, const struct bench_operator *operator);
void bench_operation_close(struct bench_operation *operation);

/* From here on a call with operation->observed writes to *server who serves it, if this rank reduces anything. */
void bench_operation_observe(const struct bench_operation *operation, struct bench_server *server);

#endif

/*
 * What predefined.c and numbers.c share.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef TEST_MPI_GENERATED_PREDEFINED_H
#define TEST_MPI_GENERATED_PREDEFINED_H

#include "generated.h"

/* The groups of MPI 4.1, 6.9.2, the pairs of 6.9.4. */
enum group { C_INTEGER = 1, FORTRAN_INTEGER = 2, FLOATING_POINT = 4, LOGICAL = 8, COMPLEX = 16, BYTES = 32,
             MULTI_LANGUAGE = 64, C_PAIR = 128, FORTRAN_PAIR = 256 };

enum form { SIGNED, UNSIGNED, FLOATING, TRUTH };

/* A predefined type. */
struct element {
    const char *name;
    MPI_Datatype type;
    enum group group;
    enum form form;                       /* of its number, or of the first of two */
};

struct predefined {
    const char *name;
    MPI_Op op;
    unsigned groups;
    long double (*draw)(enum form form, uint64_t random);        /* a number that makes a good operand */
    bool rounds;                          /* floating-point results depend on the bracketing */
};

#endif

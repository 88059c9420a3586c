/*
 * One of the reductions of test/mpi/stress.c: what it is, its values, and whether its result is right.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef TEST_MPI_STRESS_H
#define TEST_MPI_STRESS_H

#include "way.h"

#include <stdbool.h>
#include <stdint.h>

enum { COMMUNICATORS = 4, MOST = 2500, RANKS = 64 };

/* A function x -> a x + b; composition does not commute. */
typedef struct {
    uint32_t a, b;
} affine_t;

/* A reduction under way, or a message around the ring of all ranks. */
struct slot {
    bool used, message, active;
    enum way way;
    struct reduction call;                 /* op: MPI_OP_NULL stands for composition */
    int size, rank, counts[RANKS];         /* of its communicator */
    uint32_t key;                          /* what the values depend on; another one each run */
    affine_t in[MOST], out[MOST];
    int from, to;                          /* the message */
};

/* A random number less than `end`. */
uint32_t draw(uint64_t *state, uint32_t end);

/* A user's function. */
void compose_all(void *left, void *right, int *elements, MPI_Datatype *type);

/* Any blocking or non-blocking reduction on one of the communicators; the same on all its ranks. */
void draw_call(struct slot *slot, uint64_t *common, const MPI_Comm *comms);

/* Sets the input and forgets the result. */
void fill(struct slot *slot);

/* Aborts where the result is wrong. */
void check(const struct slot *slot);

void fail(const char *what, const struct slot *slot, int element);

#endif

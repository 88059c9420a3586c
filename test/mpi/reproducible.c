/*
 * The bits of every result in reproducible mode: all four collectives on float and double, SUM, PROD and an operator of which the user
 * says that it commutes, and which shows the sides of its operands, of numbers of wildly different magnitudes; all roots; in place and not; on communicators whose ranks are the processes in order,
 * reversed, odd before even and at random. Prints
 *
 *     elements N, of which M have other bits than those of the canonical tree
 *
 * Usage: reproducible COUNT ...
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ORDERS = 4 };   /* of ranks */

typedef struct {
    MPI_Comm comm;
    int rank, processes;
    MPI_Datatype type;
    size_t size;                     /* bytes of an element */
    MPI_Op op;
    char *in, *out, *right;          /* `right`: by the canonical tree */
    int count;                       /* elements */
} case_t;

static long long elements, other;
static MPI_Op sided;

static double take_half(double left, double right)
{
    return left - right / 2;
}

static void take_halves(void *in, void *inout, int *count, MPI_Datatype *type)
{
    for (int i = 0; i < *count; i++) {
        if (MPI_FLOAT == *type) {
            ((float *) inout)[i] = (float) take_half(((float *) in)[i], ((float *) inout)[i]);
        } else {
            ((double *) inout)[i] = take_half(((double *) in)[i], ((double *) inout)[i]);
        }
    }
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 31) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    return x ^ x >> 32;
}

/* Element i of a rank: both signs; magnitudes of sums 2^-25 to 2^25, those of products so that none overflows. */
static double operand(const case_t *c, int rank, int i)
{
    uint64_t random = mix((uint64_t) i * 64 + (uint64_t) rank + 1);
    double digits = 1 + (double) (random >> 12) / (double) (UINT64_C(1) << 52);
    int exponent = (int) (random % 51) - 25;

    digits = random & 1024 ? digits : -digits;
    return ldexp(digits, MPI_PROD == c->op ? exponent / 10 : exponent);
}

static void set(const case_t *c, char *memory, int i, double value)
{
    if (MPI_FLOAT == c->type) {
        ((float *) memory)[i] = (float) value;
    } else {
        ((double *) memory)[i] = value;
    }
}

/* Node of T(p) over ranks first .. end-1, every step rounded to the type. */
static double tree(const case_t *c, int first, int end, int i)
{
    int half = 1;

    if (1 == end - first) {
        double own = operand(c, first, i);
        return MPI_FLOAT == c->type ? (float) own : own;
    }
    while (2 * half < end - first) {
        half *= 2;
    }
    double left = tree(c, first, first + half, i), right = tree(c, first + half, end, i);
    double both = MPI_SUM == c->op ? left + right : MPI_PROD == c->op ? left * right : take_half(left, right);
    return MPI_FLOAT == c->type ? (float) both : both;
}

static void compare(const case_t *c, const char *result, int first, int count)
{
    elements += count;
    for (int i = 0; i < count; i++) {
        other += 0 != memcmp(result + (size_t) i * c->size, c->right + (size_t) (first + i) * c->size, c->size);
    }
}

static void *start(const case_t *c, int in_place)
{
    memcpy(c->out, c->in, (size_t) c->count * c->size);
    return in_place ? MPI_IN_PLACE : c->in;
}

static void try_scatters(const case_t *c, int in_place)
{
    int *counts = malloc((size_t) c->processes * sizeof(*counts)), first = 0, part = c->count / c->processes;

    for (int rank = 0, left = c->count; rank < c->processes; rank++) {   /* uneven: 0, the others thrice a share, the rest */
        int share = rank % 3 * part;
        counts[rank] = rank + 1 == c->processes || share > left ? left : share;
        left -= counts[rank];
        first += rank < c->rank ? counts[rank] : 0;
    }
    MPI_Reduce_scatter(start(c, in_place), c->out, counts, c->type, c->op, c->comm);
    compare(c, c->out, first, counts[c->rank]);
    MPI_Reduce_scatter_block(start(c, in_place), c->out, part, c->type, c->op, c->comm);
    compare(c, c->out, part * c->rank, part);
    free(counts);
}

static void try_all(const case_t *c)
{
    for (int in_place = 0; in_place < 2; in_place++) {
        MPI_Allreduce(start(c, in_place), c->out, c->count, c->type, c->op, c->comm);
        compare(c, c->out, 0, c->count);
        for (int root = 0; root < c->processes; root++) {
            void *in = start(c, in_place && c->rank == root);
            MPI_Reduce(in, c->out, c->count, c->type, c->op, root, c->comm);
            compare(c, c->out, 0, c->rank == root ? c->count : 0);
        }
        try_scatters(c, in_place);
    }
}

static void try_count(case_t c, int count)
{
    const MPI_Op ops[] = {MPI_SUM, MPI_PROD, sided};
    const MPI_Datatype types[] = {MPI_FLOAT, MPI_DOUBLE};

    c.count = count;
    c.in = malloc((size_t) count * sizeof(double));
    c.out = malloc((size_t) count * sizeof(double));
    c.right = malloc((size_t) count * sizeof(double));
    for (int kind = 0; kind < 6; kind++) {
        c.op = ops[kind / 2];
        c.type = types[kind % 2];
        c.size = MPI_FLOAT == c.type ? sizeof(float) : sizeof(double);
        for (int i = 0; i < count; i++) {
            set(&c, c.in, i, operand(&c, c.rank, i));
            set(&c, c.right, i, tree(&c, 0, c.processes, i));
        }
        try_all(&c);
    }
    free(c.in);
    free(c.out);
    free(c.right);
}

/* Where a process stands in an order of ranks. */
static int key(int order, int rank, int processes)
{
    const int keys[ORDERS] = {rank, processes - rank, rank % 2 * processes + rank, (int) (mix((uint64_t) rank + 99) % 1000)};

    return keys[order];
}

int main(int argc, char **argv)
{
    case_t c = {.comm = MPI_COMM_NULL};
    int world;
    long long own[2], all[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm_size(MPI_COMM_WORLD, &c.processes);
    MPI_Op_create(take_halves, 1, &sided);
    for (int order = 0; order < ORDERS; order++) {
        MPI_Comm_split(MPI_COMM_WORLD, 0, key(order, world, c.processes), &c.comm);
        MPI_Comm_rank(c.comm, &c.rank);
        for (int i = 1; i < argc; i++) {
            try_count(c, atoi(argv[i]));
        }
        MPI_Comm_free(&c.comm);
    }
    own[0] = elements;
    own[1] = other;
    MPI_Allreduce(own, all, 2, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (0 == world) {
        printf("elements %lld, of which %lld have other bits than those of the canonical tree\n", all[0], all[1]);
    }
    MPI_Op_free(&sided);
    MPI_Finalize();
    return 0;
}

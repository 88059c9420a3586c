/*
 * calls COLLECTIVE BYTES CALLS: some calls of a collective, then CALLS, then twice as many, from a function named
 * counted_call; callgrind writes profiles 1, 2 and 3 of them. BYTES is the whole input vector of one rank, rounded up to a
 * multiple of ranks elements for the reduce-scatters; MPI_DOUBLE, MPI_SUM, root 0. Checks the result of the last call.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "turns.h"

enum { CALLS_BEFORE = 50 };   /* until schedules, connections and memory are as they stay */

struct vectors {
    double *in, *out;
    size_t elements;
    int *counts;        /* elements of each rank's part */
    int rank, ranks;
};

static void allreduce(const struct vectors *v)
{
    MPI_Allreduce(v->in, v->out, (int) v->elements, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void reduce(const struct vectors *v)
{
    MPI_Reduce(v->in, v->out, (int) v->elements, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
}

static void reduce_scatter(const struct vectors *v)
{
    MPI_Reduce_scatter(v->in, v->out, v->counts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void reduce_scatter_block(const struct vectors *v)
{
    MPI_Reduce_scatter_block(v->in, v->out, v->counts[0], MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static const struct collective {
    const char *name;
    void (*call)(const struct vectors *v);
    bool scatters;
} collectives[] = {
    {"allreduce", allreduce, false},
    {"reduce", reduce, false},
    {"reduce_scatter", reduce_scatter, true},
    {"reduce_scatter_block", reduce_scatter_block, true}
};

static const struct collective *collective_of(const char *name)
{
    for (size_t i = 0; i < sizeof(collectives) / sizeof(*collectives); i++) {
        if (0 == strcmp(collectives[i].name, name)) {
            return &collectives[i];
        }
    }
    return NULL;
}

/* Element i of rank r's vector is r + i, so that of the sum is known. */
static bool make(struct vectors *v, const struct collective *collective, size_t bytes)
{
    size_t ranks = (size_t) v->ranks;

    v->elements = (bytes + sizeof(double) - 1) / sizeof(double);
    if (collective->scatters) {
        v->elements = (v->elements + ranks - 1) / ranks * ranks;
    }
    v->in = malloc(v->elements * sizeof(double));
    v->out = calloc(v->elements, sizeof(double));
    v->counts = malloc(ranks * sizeof(int));
    if (NULL == v->in || NULL == v->out || NULL == v->counts) {
        return false;
    }
    for (size_t i = 0; i < v->elements; i++) {
        v->in[i] = (double) v->rank + (double) i;
    }
    for (size_t i = 0; i < ranks; i++) {
        v->counts[i] = (int) (v->elements / ranks);
    }
    return true;
}

static bool is_right(const struct vectors *v, const struct collective *collective)
{
    size_t part = collective->scatters ? (size_t) v->counts[0] : v->elements;
    size_t first = collective->scatters ? (size_t) v->rank * part : 0;

    if (reduce == collective->call && 0 != v->rank) {
        return true;
    }
    for (size_t i = 0; i < part; i++) {
        if (v->out[i] != v->ranks * ((v->ranks - 1) / 2.0 + (double) (first + i))) {
            return false;
        }
    }
    return true;
}

/* What is counted begins and ends here. */
__attribute__((noinline)) static void counted_call(const struct collective *collective, const struct vectors *v)
{
    collective->call(v);
}

static void profile_calls(const struct collective *collective, const struct vectors *v, size_t calls)
{
    for (; calls > 0; calls--) {
        turns_meet();
        counted_call(collective, v);
    }
    CALLGRIND_DUMP_STATS;
}

int main(int arguments, char **argument)
{
    const struct collective *collective = 4 == arguments ? collective_of(argument[1]) : NULL;
    size_t calls = 4 == arguments ? strtoul(argument[3], NULL, 10) : 0;
    struct vectors v = {0};

    if (NULL == collective || 0 == calls) {
        fprintf(stderr, "usage: calls allreduce|reduce|reduce_scatter|reduce_scatter_block BYTES CALLS\n");
        return 2;
    }
    MPI_Init(&arguments, &argument);
    MPI_Comm_rank(MPI_COMM_WORLD, &v.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &v.ranks);
    if (!make(&v, collective, strtoul(argument[2], NULL, 10))) {
        fprintf(stderr, "calls: no memory for %s bytes\n", argument[2]);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    turns_begin();
    profile_calls(collective, &v, CALLS_BEFORE);
    profile_calls(collective, &v, calls);
    profile_calls(collective, &v, 2 * calls);
    turns_end();
    bool right = is_right(&v, collective);
    if (!right) {
        fprintf(stderr, "calls: %s: wrong result on rank %d\n", collective->name, v.rank);
    }
    MPI_Finalize();
    free(v.in);
    free(v.out);
    free(v.counts);
    return right ? 0 : 1;
}

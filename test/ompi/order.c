/*
 * Reductions with an operator that does not commute, over several lengths and all roots, on 2 processes up to all. Whatever algorithm
 * Open MPI's parameters ask for, operands must be taken in the order of ranks. Prints, from rank 0,
 *
 *     COLLECTIVE: N results, M wrong
 *
 * and ends with status 1 if any is wrong. Usage: order COLLECTIVE
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The map x -> factor * x + term, modulo 2^32. Maps are composed in order: (f op g)(x) = g(f(x)). */
typedef struct {
    uint32_t factor, term;
} map_t;

enum { MOST = 3000 };   /* elements of a vector */

static MPI_Datatype type;
static MPI_Op op;
static map_t in[MOST], out[MOST];
static long results, wrong;

static map_t compose(map_t f, map_t g)
{
    return (map_t) {f.factor * g.factor, f.term * g.factor + g.term};
}

static void operate(void *left, void *right, int *count, MPI_Datatype *unused)
{
    const map_t *f = left;
    map_t *g = right;

    (void) unused;
    for (int i = 0; i < *count; i++) {
        g[i] = compose(f[i], g[i]);
    }
}

static map_t operand(int rank, int i)
{
    return (map_t) {2 * (uint32_t) (rank + i) + 3, (uint32_t) (5 * rank + 7 * i) + 1};
}

/* The first `count` elements of out are those of the result from `first` on. */
static void check(int processes, int first, int count)
{
    for (int i = 0; i < count; i++) {
        map_t right = operand(0, first + i);
        for (int rank = 1; rank < processes; rank++) {
            right = compose(right, operand(rank, first + i));
        }
        results++;
        wrong += 0 != memcmp(&right, &out[i], sizeof(right));
    }
}

static void call(const char *collective, int count, int root, MPI_Comm comm)
{
    int rank, p, counts[64];
    MPI_Request request;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &p);
    memset(out, 0, sizeof(out));
    for (int i = 0; i < count; i++) {
        in[i] = operand(rank, i);
    }
    for (int i = 0; i < p; i++) {
        counts[i] = count / p;
    }
    if (0 == strcmp(collective, "allreduce")) {
        MPI_Allreduce(in, out, count, type, op, comm);
    } else if (0 == strcmp(collective, "iallreduce")) {
        MPI_Iallreduce(in, out, count, type, op, comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (0 == strcmp(collective, "reduce")) {
        MPI_Reduce(in, out, count, type, op, root, comm);
    } else if (0 == strcmp(collective, "ireduce")) {
        MPI_Ireduce(in, out, count, type, op, root, comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (0 == strcmp(collective, "reduce_scatter")) {
        MPI_Reduce_scatter(in, out, counts, type, op, comm);
    } else if (0 == strcmp(collective, "reduce_scatter_block")) {
        MPI_Reduce_scatter_block(in, out, counts[0], type, op, comm);
    } else {
        fprintf(stderr, "order: no collective %s\n", collective);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    if (NULL != strstr(collective, "scatter")) {
        check(p, rank * counts[0], counts[0]);
    } else if (NULL != strstr(collective, "allreduce") || rank == root) {
        check(p, 0, count);
    }
}

int main(int argc, char **argv)
{
    const int counts[] = {1, 3, 40, MOST};
    int rank, p;
    long sums[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    MPI_Type_contiguous(2, MPI_UINT32_T, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(operate, 0, &op);
    for (int size = 2; size <= p; size++) {
        MPI_Comm comm;
        MPI_Comm_split(MPI_COMM_WORLD, rank < size ? 0 : MPI_UNDEFINED, rank, &comm);
        for (int i = 0; MPI_COMM_NULL != comm && i < 4; i++) {
            for (int root = 0; root < size; root++) {
                call(argc > 1 ? argv[1] : "", counts[i], root, comm);
            }
        }
        if (MPI_COMM_NULL != comm) {
            MPI_Comm_free(&comm);
        }
    }
    MPI_Reduce((long[]) {results, wrong}, sums, 2, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Bcast(sums, 2, MPI_LONG, 0, MPI_COMM_WORLD);
    if (0 == rank) {
        printf("%s: %ld results, %ld wrong\n", argv[1], sums[0], sums[1]);
    }
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    MPI_Finalize();
    return sums[1] > 0;
}

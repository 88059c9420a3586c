/*
 * Threads that reduce at the same time, each on communicators of its own, some of which it makes and frees
 * meanwhile; by blocking and non-blocking calls and persistent requests in turn: prints "all right" from rank 0, "no threads" where MPI does not allow it, or aborts.
 *
 *     threads [ROUNDS]      20 unless told
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "way.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 3, LONG = 3000 };

static int rank, processes, rounds = 20;

static void fail(const char *what)
{
    fprintf(stderr, "rank %d: %s\n", rank, what);
    fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* And forgets the result, so that the next call has to write it. */
static void check(const char *what, long *result, long expected)
{
    if (*result != expected) {
        fail(what);
    }
    *result = -1;
}

/* MPI_User_function: the right operand, which makes the order of the ranks visible. */
static void right_operand(void *left, void *right, int *elements, MPI_Datatype *type)
{
    (void) left;
    (void) right;
    (void) elements;
    (void) type;
}

/* In one of the three ways. */
static void reduce(long round, const struct reduction *call)
{
    if (MPI_SUCCESS != way_call((enum way) (round % WAYS), call)) {
        fail("an error");
    }
}

/* What every thread adds differs, so that nothing of another's can pass for it. */
static void call_all(MPI_Comm comm, long thread, long round, MPI_Op op)
{
    long in[LONG], out[LONG], unit = 1000 * round + thread + 1, sum = unit * processes * (processes + 1) / 2;
    int counts[processes], root = (int) (round + thread) % processes;

    for (int i = 0; i < processes; i++) {
        counts[i] = 1 + i;
    }
    for (int i = 0; i < LONG; i++) {
        in[i] = unit * (rank + 1);
    }
    struct reduction call = {ALLREDUCE, in, out, 1, counts, MPI_LONG, MPI_SUM, root, comm};
    reduce(round, &call);
    check("short allreduce", &out[0], sum);
    call.count = LONG;
    reduce(round, &call);
    check("long allreduce", &out[LONG - 1], sum);
    call.count = 7;
    call.op = op;
    reduce(round, &call);
    check("ordered allreduce", &out[6], unit * processes);
    long elsewhere = out[LONG / 2];
    call = (struct reduction) {REDUCE, in, out, LONG, counts, MPI_LONG, MPI_SUM, root, comm};
    reduce(round, &call);
    check("reduce", &out[LONG / 2], rank == root ? sum : elsewhere);
    call.collective = REDUCE_SCATTER;
    reduce(round, &call);
    check("reduce_scatter", &out[rank], sum);
    counts[0] = 5;
    call.collective = REDUCE_SCATTER_BLOCK;
    reduce(round, &call);
    check("reduce_scatter_block", &out[4], sum);
}

typedef struct {
    long number;
    MPI_Comm comm;
    MPI_Op op;
    pthread_t thread;
} worker_t;

static void *work(void *argument)
{
    const worker_t *worker = argument;

    for (long round = 0; round < rounds; round++) {
        call_all(worker->comm, worker->number, round, worker->op);
        if (0 == round % 10) {
            MPI_Comm fresh;
            MPI_Comm_dup(worker->comm, &fresh);
            call_all(fresh, worker->number, round, worker->op);
            MPI_Comm_free(&fresh);
        }
    }
    return NULL;
}

int main(int argc, char **argv)
{
    worker_t workers[THREADS];
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    rounds = argc > 1 ? atoi(argv[1]) : rounds;
    for (long i = 0; i < THREADS && MPI_THREAD_MULTIPLE == provided; i++) {
        workers[i].number = i;
        MPI_Comm_dup(MPI_COMM_WORLD, &workers[i].comm);
        MPI_Op_create(right_operand, 0, &workers[i].op);
    }
    for (int i = 0; i < THREADS && MPI_THREAD_MULTIPLE == provided; i++) {
        if (0 != pthread_create(&workers[i].thread, NULL, work, &workers[i])) {
            fail("pthread_create");
        }
    }
    for (int i = 0; i < THREADS && MPI_THREAD_MULTIPLE == provided; i++) {
        pthread_join(workers[i].thread, NULL);
        MPI_Comm_free(&workers[i].comm);
        MPI_Op_free(&workers[i].op);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (0 == rank) {
        puts(MPI_THREAD_MULTIPLE == provided ? "all right" : "no threads");
    }
    MPI_Finalize();
    return 0;
}

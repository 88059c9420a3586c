/*
 * Communicators that reduce while MPI_Comm_idup duplicates them, for which Open MPI reduces on them, too, on whichever thread makes
 * progress: here mostly on one that does nothing else. Prints "all right" from rank 0, "no threads" where MPI does not allow it.
 *
 *     duplicates [ROUNDS]      20 unless told
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { CALLS = 12, LONGEST = 400 };

static atomic_int over;
static int rank, processes;

/* Of a communicator where nothing arrives. */
static void *make_progress(void *comm)
{
    int arrived;

    while (!atomic_load(&over)) {
        MPI_Iprobe(MPI_ANY_SOURCE, 0, *(MPI_Comm *) comm, &arrived, MPI_STATUS_IGNORE);
    }
    return NULL;
}

/* Of other lengths and roots each time; how many results are wrong. */
static int reduce(MPI_Comm comm, int number)
{
    const int elements = 1 + number * 37 % LONGEST, root = number % processes;
    double in[LONGEST], out[LONGEST];
    const double expected = processes * (processes - 1) / 2. + processes * (elements - 1.);
    int wrong = 0;

    for (int i = 0; i < elements; i++) {
        in[i] = rank + i;
    }
    MPI_Allreduce(in, out, elements, MPI_DOUBLE, MPI_SUM, comm);
    wrong += expected != out[elements - 1];
    MPI_Reduce(in, out, elements, MPI_DOUBLE, MPI_SUM, root, comm);
    return wrong + (rank == root && expected != out[elements - 1]);
}

int main(int argc, char **argv)
{
    const int rounds = argc > 1 ? atoi(argv[1]) : 20;
    int provided, wrong = 0;
    pthread_t thread;
    MPI_Comm quiet;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    if (provided < MPI_THREAD_MULTIPLE) {
        puts("no threads");
        MPI_Finalize();
        return 0;
    }
    MPI_Comm_dup(MPI_COMM_WORLD, &quiet);
    pthread_create(&thread, NULL, make_progress, &quiet);
    for (int round = 0; round < rounds; round++) {
        MPI_Comm comm, duplicate;
        MPI_Request request;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        MPI_Comm_idup(comm, &duplicate, &request);
        for (int i = 0; i < CALLS; i++) {
            wrong += reduce(comm, round + i);
        }
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Comm_free(&duplicate);
        MPI_Comm_free(&comm);
    }
    atomic_store(&over, 1);
    pthread_join(thread, NULL);
    MPI_Comm_free(&quiet);
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (0 == rank && 0 == wrong) {
        puts("all right");
    }
    MPI_Finalize();
    return 0;
}

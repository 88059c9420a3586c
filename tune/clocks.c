/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "clocks.h"

#include <time.h>

enum { TRIPS = 6, TAG = 1, SELDOM = 10 };   /* a part of the time so small goes into comparing */

/* By how many seconds the first rank's clock is ahead. */
static double ask_first(MPI_Comm group, double *shortest)
{
    double ahead = 0;

    for (int trip = 0; trip < TRIPS; trip++) {
        double there;
        const double start = MPI_Wtime();
        MPI_Sendrecv(NULL, 0, MPI_DOUBLE, 0, TAG, &there, 1, MPI_DOUBLE, 0, TAG, group, MPI_STATUS_IGNORE);
        const double seconds = MPI_Wtime() - start;
        if (0 == trip || seconds < *shortest) {
            *shortest = seconds;
            ahead = there - (start + seconds / 2);
        }
    }
    return ahead;
}

static void answer(MPI_Comm group, int rank)
{
    for (int trip = 0; trip < TRIPS; trip++) {
        MPI_Recv(NULL, 0, MPI_DOUBLE, rank, TAG, group, MPI_STATUS_IGNORE);
        const double now = MPI_Wtime();
        MPI_Send(&now, 1, MPI_DOUBLE, rank, TAG, group);
    }
}

clocks_t clocks_compare(MPI_Comm group)
{
    clocks_t clocks = {.group = group};
    const double start = MPI_Wtime();
    double trip = 0;
    int own, ranks, rounds = 1;

    MPI_Comm_rank(group, &own);
    MPI_Comm_size(group, &ranks);
    for (int rank = 1; rank < ranks; rank++) {   /* one after the other, so that nobody's messages wait for another's */
        MPI_Barrier(group);
        if (0 == own) {
            answer(group, rank);
        } else if (rank == own) {
            clocks.ahead = ask_first(group, &trip);
        }
    }
    MPI_Allreduce(MPI_IN_PLACE, &trip, 1, MPI_DOUBLE, MPI_MAX, group);
    for (int reached = 1; reached < ranks; reached *= 2) {
        rounds++;
    }
    clocks.notice = rounds * trip;   /* twice what a tree of messages takes */
    clocks.due = MPI_Wtime() + SELDOM * (MPI_Wtime() - start);
    return clocks;
}

double clocks_meet(clocks_t *clocks)
{
    double moment, left;

    MPI_Barrier(clocks->group);   /* nobody still waits for messages that would be in the way */
    moment = MPI_Wtime() + clocks->notice;
    MPI_Bcast(&moment, 1, MPI_DOUBLE, 0, clocks->group);
    moment -= clocks->ahead;
    left = moment - MPI_Wtime();
    clocks->late = left < 0 ? -left : 0;
    for (; left > 0; left = moment - MPI_Wtime()) {
        if (left > 1e-3) {   /* long enough to sleep, for the sake of those that share a processor */
            nanosleep(&(struct timespec) {(time_t) left, (long) (1e9 * (left - (double) (time_t) left))}, NULL);
        }
    }
    return moment;
}

double clocks_last(clocks_t *clocks, double moment)
{
    const double now = MPI_Wtime();
    double last[] = {now - moment, clocks->late, now > clocks->due};

    MPI_Allreduce(MPI_IN_PLACE, last, 3, MPI_DOUBLE, MPI_MAX, clocks->group);
    clocks->notice += 2 * last[1];
    if (last[2] > 0) {
        *clocks = clocks_compare(clocks->group);
    }
    return last[0];
}

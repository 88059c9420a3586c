/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "gaps.h"

#include "fit.h"
#include "places.h"

enum { BURST = 16, BYTES = 8, TAG = 1, ROUNDS = 4 };

typedef char buffer_t[BURST][BYTES];

/* Seconds in which so many messages go out at once. */
typedef double burst_t(MPI_Comm group, int rank, int ranks, int count);

/* The other to whom, or from whom, a message of a burst goes. */
static int other(int rank, int ranks, int message, bool out)
{
    const int distance = 1 + message % (ranks - 1);

    return (rank + (out ? distance : ranks - distance)) % ranks;
}

/* From the first to the others, of whom each answers when it has all of its own: a way, there and back, and what further ones take. */
static double to_others(MPI_Comm group, int rank, int ranks, int count)
{
    MPI_Request request[2 * BURST];
    buffer_t in, out = {{0}};
    int requests = 0;
    const double start = MPI_Wtime();

    for (int i = 0; i < count; i++) {
        const int to = other(0, ranks, i, true);
        if (0 == rank) {
            MPI_Isend(out[i], BYTES, MPI_BYTE, to, TAG, group, &request[requests++]);
        }
        if (to == rank || (0 == rank && i < ranks - 1)) {
            MPI_Irecv(in[i], BYTES, MPI_BYTE, 0 == rank ? to : 0, TAG, group, &request[requests++]);
        }
    }
    MPI_Waitall(requests, request, MPI_STATUSES_IGNORE);
    if (0 != rank && requests > 0) {
        MPI_Send(out, BYTES, MPI_BYTE, 0, TAG, group);
    }
    return MPI_Wtime() - start;
}

/* From all to others, and again, so that they keep step. */
static double to_and_fro(MPI_Comm group, int rank, int ranks, int count)
{
    MPI_Request request[2 * BURST];
    buffer_t in, out = {{0}};
    double start = 0;

    for (int round = -1; round < ROUNDS; round++) {
        start = 0 == round ? MPI_Wtime() : start;
        for (int i = 0; i < count; i++) {
            MPI_Irecv(in[i], BYTES, MPI_BYTE, other(rank, ranks, i, false), TAG, group, &request[i]);
        }
        for (int i = 0; i < count; i++) {
            MPI_Isend(out[i], BYTES, MPI_BYTE, other(rank, ranks, i, true), TAG, group, &request[count + i]);
        }
        MPI_Waitall(2 * count, request, MPI_STATUSES_IGNORE);
    }
    return (MPI_Wtime() - start) / ROUNDS;
}

/* Of a burst of one message to each other, BURST at most; where there is one other, all of it goes there. */
static double time_further(MPI_Comm group, burst_t *burst)
{
    int rank, ranks;

    MPI_Comm_rank(group, &rank);
    MPI_Comm_size(group, &ranks);
    const int count = ranks - 1 < BURST && ranks > 2 ? ranks - 1 : BURST;
    const double one = burst(group, rank, ranks, 1), many = burst(group, rank, ranks, count);
    return (many - one) / (count - 1);
}

/* How many samples there is time for; the first of the group decides. */
static int samples_for(MPI_Comm group, burst_t *burst, double seconds)
{
    const double start = MPI_Wtime();

    for (int trial = 0; trial < FIT_TRIALS; trial++) {
        (void) time_further(group, burst);
    }
    int samples = fit_samples(seconds, MPI_Wtime() - start);
    MPI_Bcast(&samples, 1, MPI_INT, 0, group);
    return samples;
}

/* The first's median, or that of all, on all ranks. */
static double measure(MPI_Comm group, burst_t *burst, bool all, double seconds)
{
    double sample[FIT_MOST_SAMPLES], own = -1;

    if (MPI_COMM_NULL != group) {
        const int samples = samples_for(group, burst, seconds);
        int rank;
        for (int i = 0; i < samples; i++) {
            sample[i] = time_further(group, burst);
        }
        MPI_Comm_rank(group, &rank);
        const double median = fit_median(sample, (size_t) samples);
        own = !all && 0 != rank ? -1 : median > 0 ? median : 0;
    }
    return places_median(own);
}

void gaps_measure(MPI_Comm group, double seconds, double *gap, double *exchange_gap)
{
    *gap = measure(group, to_others, false, seconds);
    const double crossing = measure(group, to_and_fro, true, seconds);
    *exchange_gap = crossing > *gap ? crossing - *gap : 0;
}

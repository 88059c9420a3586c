/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "gaps.h"

#include "clocks.h"
#include "fit.h"
#include "places.h"

enum { BURST = 16, BYTES = 8, TAG = 2, ROUNDS = 2 };

typedef char buffer_t[BURST][BYTES];

/* Who sends how many messages at once, and what the model takes for the first of them. */
typedef struct {
    clocks_t clocks;
    int rank, ranks, count;
    double latency;
} burst_t;

/* One sample: seconds for each message of a burst but the first. */
typedef double sample_t(burst_t *burst);

/* The other to whom, or from whom, a message of a burst goes. */
static int other(int rank, int ranks, int message, bool out)
{
    const int distance = 1 + message % (ranks - 1);

    return (rank + (out ? distance : ranks - distance)) % ranks;
}

/* From the first to the others, of whom each answers when it has all of its own. */
static double time_answers(const burst_t *burst, int count)
{
    const MPI_Comm group = burst->clocks.group;
    MPI_Request request[2 * BURST];
    buffer_t in, out = {{0}};
    int requests = 0;
    const double start = MPI_Wtime();

    for (int i = 0; i < count; i++) {
        const int to = other(0, burst->ranks, i, true);
        if (0 == burst->rank) {
            MPI_Isend(out[i], BYTES, MPI_BYTE, to, TAG, group, &request[requests++]);
        }
        if (to == burst->rank || (0 == burst->rank && i < burst->ranks - 1)) {
            MPI_Irecv(in[i], BYTES, MPI_BYTE, 0 == burst->rank ? to : 0, TAG, group, &request[requests++]);
        }
    }
    MPI_Waitall(requests, request, MPI_STATUSES_IGNORE);
    if (0 != burst->rank && requests > 0) {
        MPI_Send(out, BYTES, MPI_BYTE, 0, TAG, group);
    }
    return MPI_Wtime() - start;
}

/* By one process, there and back: beyond what one message takes so. */
static double out_and_back(burst_t *burst)
{
    const double one = time_answers(burst, 1);

    return (time_answers(burst, burst->count) - one) / (burst->count - 1);
}

/* By all to others, until the last has all of its own: beyond the latency, which is what the model counts for the first. And again, as
   algorithms do that scatter and gather; processes that waited for a moment may be slower to begin than such as are at it. */
static double all_at_once(burst_t *burst)
{
    const MPI_Comm group = burst->clocks.group;
    const int count = burst->count;
    MPI_Request request[2 * BURST];
    buffer_t in, out = {{0}};
    const double moment = clocks_meet(&burst->clocks);

    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < count; i++) {
            MPI_Irecv(in[i], BYTES, MPI_BYTE, other(burst->rank, burst->ranks, i, false), TAG, group, &request[i]);
        }
        for (int i = 0; i < count; i++) {
            MPI_Isend(out[i], BYTES, MPI_BYTE, other(burst->rank, burst->ranks, i, true), TAG, group, &request[count + i]);
        }
        MPI_Waitall(2 * count, request, MPI_STATUSES_IGNORE);
    }
    return (clocks_last(&burst->clocks, moment) / ROUNDS - burst->latency) / (count - 1);
}

/* The first's median of as many samples as there is time for; less than 0 on others. */
static double measure(burst_t *burst, sample_t *sample, double seconds)
{
    double second[FIT_MOST_SAMPLES];
    const double start = MPI_Wtime();

    for (int trial = 0; trial < FIT_TRIALS; trial++) {
        (void) sample(burst);
    }
    int samples = fit_samples(seconds, MPI_Wtime() - start);
    MPI_Bcast(&samples, 1, MPI_INT, 0, burst->clocks.group);
    for (int i = 0; i < samples; i++) {
        second[i] = sample(burst);
    }
    const double median = fit_median(second, (size_t) samples);
    return 0 != burst->rank ? -1 : median > 0 ? median : 0;
}

/* Of one message to each other, BURST at most; where there is one other, all of it goes there. */
static burst_t burst_of(MPI_Comm group, double latency)
{
    burst_t burst = {.clocks = clocks_compare(group), .latency = latency};

    MPI_Comm_rank(group, &burst.rank);
    MPI_Comm_size(group, &burst.ranks);
    burst.count = burst.ranks - 1 < BURST && burst.ranks > 2 ? burst.ranks - 1 : BURST;
    return burst;
}

void gaps_measure(MPI_Comm group, double latency, double seconds, double *gap, double *exchange_gap)
{
    double alone = -1, crossing = -1;

    if (MPI_COMM_NULL != group) {
        burst_t burst = burst_of(group, latency);
        alone = measure(&burst, out_and_back, seconds);
        crossing = measure(&burst, all_at_once, seconds);
    }
    *gap = places_median(alone);
    crossing = places_median(crossing);
    *exchange_gap = crossing > *gap ? crossing - *gap : 0;
}

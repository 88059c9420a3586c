/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "gaps.h"

#include "clocks.h"
#include "fit.h"
#include "places.h"

enum { BURST = 16, BYTES = 8, TAG = 2, ROUNDS = 2 };

typedef char buffer_t[BURST][BYTES];

/* Where a burst is timed, and what the model takes for the first message of one. */
typedef struct {
    clocks_t clocks;
    int rank, ranks;
    double latency;
} place_t;

/* One sample: seconds for each message of a burst of so many but the first. */
typedef double sample_t(const place_t *place, int count);

/* The other to whom, or from whom, a message of a burst goes. */
static int other(int rank, int ranks, int message, bool out)
{
    const int distance = 1 + message % (ranks - 1);

    return (rank + (out ? distance : ranks - distance)) % ranks;
}

/* From the first to the others, of whom each answers when it has all of its own. */
static double time_answers(const place_t *place, int count)
{
    const MPI_Comm group = place->clocks.group;
    MPI_Request request[2 * BURST];
    buffer_t in, out = {{0}};
    int requests = 0;
    const double start = MPI_Wtime();

    for (int i = 0; i < count; i++) {
        const int to = other(0, place->ranks, i, true);
        if (0 == place->rank) {
            MPI_Isend(out[i], BYTES, MPI_BYTE, to, TAG, group, &request[requests++]);
        }
        if (to == place->rank || (0 == place->rank && i < place->ranks - 1)) {
            MPI_Irecv(in[i], BYTES, MPI_BYTE, 0 == place->rank ? to : 0, TAG, group, &request[requests++]);
        }
    }
    MPI_Waitall(requests, request, MPI_STATUSES_IGNORE);
    if (0 != place->rank && requests > 0) {
        MPI_Send(out, BYTES, MPI_BYTE, 0, TAG, group);
    }
    return MPI_Wtime() - start;
}

/* By one process, there and back: beyond what one message takes so. */
static double out_and_back(const place_t *place, int count)
{
    const double one = time_answers(place, 1);

    return (time_answers(place, count) - one) / (count - 1);
}

/* By all to others, until the last has all of its own: beyond the latency, which is what the model counts for the first. And again, as
   algorithms do that scatter and gather; processes that waited for a moment may be slower to begin than such as are at it. */
static double all_at_once(const place_t *place, int count)
{
    const MPI_Comm group = place->clocks.group;
    MPI_Request request[2 * BURST];
    buffer_t in, out = {{0}};
    const double moment = clocks_meet(&place->clocks);

    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < count; i++) {
            MPI_Irecv(in[i], BYTES, MPI_BYTE, other(place->rank, place->ranks, i, false), TAG, group, &request[i]);
        }
        for (int i = 0; i < count; i++) {
            MPI_Isend(out[i], BYTES, MPI_BYTE, other(place->rank, place->ranks, i, true), TAG, group, &request[count + i]);
        }
        MPI_Waitall(2 * count, request, MPI_STATUSES_IGNORE);
    }
    return (clocks_last(&place->clocks, moment) / ROUNDS - place->latency) / (count - 1);
}

/* The first's median of as many samples as there is time for, on all ranks. Of a burst of one message to each other, BURST at most; where
   there is one other, all of it goes there. */
static double measure(const place_t *place, sample_t *sample, double seconds)
{
    const int count = place->ranks - 1 < BURST && place->ranks > 2 ? place->ranks - 1 : BURST;
    double second[FIT_MOST_SAMPLES], median;
    const double start = MPI_Wtime();

    for (int trial = 0; trial < FIT_TRIALS; trial++) {
        (void) sample(place, count);
    }
    int samples = fit_samples(seconds, MPI_Wtime() - start);
    MPI_Bcast(&samples, 1, MPI_INT, 0, place->clocks.group);
    for (int i = 0; i < samples; i++) {
        second[i] = sample(place, count);
    }
    median = fit_median(second, (size_t) samples);
    MPI_Bcast(&median, 1, MPI_DOUBLE, 0, place->clocks.group);
    return median > 0 ? median : 0;
}

void gaps_measure(MPI_Comm group, double latency, double seconds, double *gap, double *exchange_gap)
{
    double alone = -1, crossing = -1;

    if (MPI_COMM_NULL != group) {
        place_t place = {.clocks = clocks_compare(group), .latency = latency};
        MPI_Comm_rank(group, &place.rank);
        MPI_Comm_size(group, &place.ranks);
        alone = measure(&place, out_and_back, seconds);
        crossing = measure(&place, all_at_once, seconds);
    }
    *gap = places_median(alone);
    crossing = places_median(crossing);
    *exchange_gap = crossing > *gap ? crossing - *gap : 0;
}

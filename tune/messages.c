/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "messages.h"

#include "places.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_COUNT = 1, TAG_READY, TAG_DATA, TAG_MEDIAN };
enum { MOST_SAMPLES = 1000, LEAST_SAMPLES = 5, TRIALS = 3 };
enum { SHORT = 1024, REPEATED = 16 };   /* messages so short are timed so many at a time */
enum { BURST = 16, BURST_BYTES = 8 };

/* One sample of a pattern: seconds for one message, on this rank. */
typedef double sample_t(const messages_t *messages, size_t bytes);

bool messages_open(messages_t *messages, int rank, int partner, size_t most, double seconds)
{
    *messages = (messages_t) {.rank = rank, .partner = partner, .most = most, .seconds = seconds,
                              .out = malloc(most), .in = malloc(most)};
    int right = NULL != messages->out && NULL != messages->in, all;
    MPI_Allreduce(&right, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (right) {
        memset(messages->in, 0, most);
    }
    return all;
}

void messages_close(messages_t *messages)
{
    free(messages->out);
    free(messages->in);
}

/* As a program does that computes what it sends; what never changes stays in caches that messages do not find it in. */
static void write_anew(const messages_t *messages, size_t bytes)
{
    static unsigned char value;

    memset(messages->out, ++value, bytes);
}

/* A message out, one in, or both, in packets. */
static void travel(const messages_t *messages, size_t out, size_t in)
{
    MPI_Request request[2 * (messages->cut / messages->packet + 1)];
    int requests = 0;

    for (size_t first = 0; first < in; first += messages->packet) {
        size_t bytes = in - first < messages->packet ? in - first : messages->packet;
        MPI_Irecv(messages->in + first, (int) bytes, MPI_BYTE, messages->partner, TAG_DATA, MPI_COMM_WORLD, &request[requests++]);
    }
    for (size_t first = 0; first < out; first += messages->packet) {
        size_t bytes = out - first < messages->packet ? out - first : messages->packet;
        MPI_Isend(messages->out + first, (int) bytes, MPI_BYTE, messages->partner, TAG_DATA, MPI_COMM_WORLD, &request[requests++]);
    }
    MPI_Waitall(requests, request, MPI_STATUSES_IGNORE);
}

static bool is_cut(const messages_t *messages, size_t bytes)
{
    return bytes > messages->packet && bytes <= messages->cut;
}

static void send(const messages_t *messages, size_t bytes)
{
    if (is_cut(messages, bytes)) {
        travel(messages, bytes, 0);
    } else {
        MPI_Send(messages->out, (int) bytes, MPI_BYTE, messages->partner, TAG_DATA, MPI_COMM_WORLD);
    }
}

static void receive(const messages_t *messages, size_t bytes)
{
    if (is_cut(messages, bytes)) {
        travel(messages, 0, bytes);
    } else {
        MPI_Recv(messages->in, (int) bytes, MPI_BYTE, messages->partner, TAG_DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void exchange(const messages_t *messages, size_t bytes)
{
    if (is_cut(messages, bytes)) {
        travel(messages, bytes, bytes);
    } else {
        MPI_Sendrecv(messages->out, (int) bytes, MPI_BYTE, messages->partner, TAG_DATA, messages->in, (int) bytes, MPI_BYTE,
                     messages->partner, TAG_DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static bool is_first(const messages_t *messages)
{
    return messages->rank < messages->partner;
}

static int repetitions(size_t bytes)
{
    return bytes <= SHORT ? REPEATED : 1;
}

static double sample_one_way(const messages_t *messages, size_t bytes)
{
    const int count = repetitions(bytes);

    write_anew(messages, bytes);
    double start = MPI_Wtime();
    for (int i = 0; i < count; i++) {
        if (is_first(messages)) {
            send(messages, bytes);
            receive(messages, bytes);
        } else {
            receive(messages, bytes);
            send(messages, bytes);
        }
    }
    return (MPI_Wtime() - start) / (2 * count);
}

static void meet(const messages_t *messages)
{
    MPI_Sendrecv(NULL, 0, MPI_BYTE, messages->partner, TAG_READY, NULL, 0, MPI_BYTE, messages->partner, TAG_READY,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static double sample_exchange(const messages_t *messages, size_t bytes)
{
    const int count = repetitions(bytes);

    write_anew(messages, bytes);
    meet(messages);
    double start = MPI_Wtime();
    for (int i = 0; i < count; i++) {
        exchange(messages, bytes);
    }
    return (MPI_Wtime() - start) / count;
}

/* `count` short messages one way at once, or each way, and one back. */
static double burst(const messages_t *messages, int count, bool each_way)
{
    MPI_Request request[2 * BURST];
    int requests = 0;

    meet(messages);
    double start = MPI_Wtime();
    for (int i = 0; i < count && (each_way || !is_first(messages)); i++) {
        MPI_Irecv(messages->in + BURST_BYTES * i, BURST_BYTES, MPI_BYTE, messages->partner, TAG_DATA, MPI_COMM_WORLD, &request[requests++]);
    }
    for (int i = 0; i < count && (each_way || is_first(messages)); i++) {
        MPI_Isend(messages->out, BURST_BYTES, MPI_BYTE, messages->partner, TAG_DATA, MPI_COMM_WORLD, &request[requests++]);
    }
    MPI_Waitall(requests, request, MPI_STATUSES_IGNORE);
    if (is_first(messages)) {
        receive(messages, 1);
    } else {
        send(messages, 1);
    }
    return MPI_Wtime() - start;
}

static double time_further(const messages_t *messages, bool each_way)
{
    double one = burst(messages, 1, each_way), many = burst(messages, BURST, each_way);

    return (many - one) / (BURST - 1);
}

static double sample_gap(const messages_t *messages, size_t bytes)
{
    (void) bytes;
    return time_further(messages, false);
}

static double sample_crossing_gap(const messages_t *messages, size_t bytes)
{
    (void) bytes;
    return time_further(messages, true);
}

/* How many samples there is time for; the first of the two decides. */
static int samples_for(const messages_t *messages, sample_t *sample, size_t bytes)
{
    int samples;
    double start = MPI_Wtime();

    for (int trial = 0; trial < TRIALS; trial++) {
        sample(messages, bytes);
    }
    double possible = messages->seconds / ((MPI_Wtime() - start) / TRIALS + 1e-9);
    samples = possible > MOST_SAMPLES ? MOST_SAMPLES : possible < LEAST_SAMPLES ? LEAST_SAMPLES : (int) possible;
    if (is_first(messages)) {
        MPI_Send(&samples, 1, MPI_INT, messages->partner, TAG_COUNT, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&samples, 1, MPI_INT, messages->partner, TAG_COUNT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return samples;
}

/* The mean of the medians of the two: one of them may leave each meeting a little before the other. */
static double time_pair(const messages_t *messages, sample_t *sample, size_t bytes)
{
    double second[MOST_SAMPLES], other;
    const int samples = samples_for(messages, sample, bytes);

    for (int i = 0; i < samples; i++) {
        second[i] = sample(messages, bytes);
    }
    double own = fit_median(second, (size_t) samples);
    MPI_Sendrecv(&own, 1, MPI_DOUBLE, messages->partner, TAG_MEDIAN, &other, 1, MPI_DOUBLE, messages->partner, TAG_MEDIAN,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return (own + other) / 2;
}

/* The median of all pairs, on all ranks. */
static double time_all(const messages_t *messages, sample_t *sample, size_t bytes)
{
    bool takes_part = MPI_PROC_NULL != messages->partner;
    double own = takes_part ? time_pair(messages, sample, bytes) : -1, median = 0, *all = NULL;
    int ranks;

    places_wait();
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (0 == messages->rank && NULL == (all = calloc((size_t) ranks, sizeof(*all)))) {
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Gather(&own, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (NULL != all) {
        size_t pairs = 0;
        for (int rank = 0; rank < ranks; rank++) {
            if (all[rank] >= 0) {
                all[pairs++] = all[rank];
            }
        }
        median = fit_median(all, pairs);
        free(all);
    }
    MPI_Bcast(&median, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    return median;
}

fit_point_t messages_time(const messages_t *messages, size_t bytes)
{
    fit_point_t point = {.bytes = bytes};

    point.one_way = time_all(messages, sample_one_way, bytes);
    point.exchange = time_all(messages, sample_exchange, bytes);
    return point;
}

void messages_gaps(const messages_t *messages, double *gap, double *exchange_gap)
{
    double one_way = time_all(messages, sample_gap, BURST_BYTES), crossing = time_all(messages, sample_crossing_gap, BURST_BYTES);

    *gap = one_way > 0 ? one_way : 0;
    *exchange_gap = crossing > *gap ? crossing - *gap : 0;
}

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "messages.h"

#include "places.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_COUNT = 1, TAG_READY, TAG_DATA, TAG_MEDIAN };
enum { SHORT = 1024, REPEATED = 16 };   /* messages so short are timed so many at a time */

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

/* How many samples there is time for; the first of the two decides. */
static int samples_for(const messages_t *messages, sample_t *sample, size_t bytes)
{
    int samples;
    double start = MPI_Wtime();

    for (int trial = 0; trial < FIT_TRIALS; trial++) {
        sample(messages, bytes);
    }
    samples = fit_samples(messages->seconds, MPI_Wtime() - start);
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
    double second[FIT_MOST_SAMPLES], other;
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
    return places_median(MPI_PROC_NULL != messages->partner ? time_pair(messages, sample, bytes) : -1);
}

fit_point_t messages_time(const messages_t *messages, size_t bytes)
{
    fit_point_t point = {.bytes = bytes};

    point.one_way = time_all(messages, sample_one_way, bytes);
    point.exchange = time_all(messages, sample_exchange, bytes);
    return point;
}

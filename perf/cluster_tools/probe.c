/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 *
 * Times one pattern on a network whose hosts share a clock:
 *
 *     probe exchange BYTES CALLS     rank 0 sends to rank 1, which answers; the time of one way
 *     probe shift BYTES CALLS        every rank sends to the next and receives from the last, all at once
 *     probe allreduce BYTES CALLS    MPI_Allreduce, one byte an element
 *     probe hosts 0 0                prints each rank's host
 *
 * Prints the minimum, the median and the 95th percentile in microseconds. All ranks sleep until a common instant before
 * each call; a sample is the time from then until the last of them is done.
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MARGIN_NANOSECONDS = 5000000, ROUND_TRIPS = 5 };

typedef struct {
    int rank, ranks;
    size_t bytes;
    unsigned char *in, *out;
} probe_t;

typedef void pattern_t(const probe_t *);

static int64_t clock_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t) now.tv_sec * 1000000000 + now.tv_nsec;
}

static void sleep_until(int64_t instant)
{
    struct timespec until = {instant / 1000000000, instant % 1000000000};

    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) != 0) {
    }
}

static void exchange(const probe_t *probe)
{
    for (int trip = 0; trip < ROUND_TRIPS && probe->rank < 2; trip++) {
        if (0 == probe->rank) {
            MPI_Send(probe->in, (int) probe->bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        }
        MPI_Recv(probe->out, (int) probe->bytes, MPI_BYTE, 1 - probe->rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (1 == probe->rank) {
            MPI_Send(probe->in, (int) probe->bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
        }
    }
}

static void shift(const probe_t *probe)
{
    int next = (probe->rank + 1) % probe->ranks, last = (probe->rank + probe->ranks - 1) % probe->ranks;

    MPI_Sendrecv(probe->in, (int) probe->bytes, MPI_BYTE, next, 0, probe->out, (int) probe->bytes, MPI_BYTE, last, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void allreduce(const probe_t *probe)
{
    MPI_Allreduce(probe->in, probe->out, (int) probe->bytes, MPI_UINT8_T, MPI_SUM, MPI_COMM_WORLD);
}

static void hosts(const probe_t *probe)
{
    char name[MPI_MAX_PROCESSOR_NAME];
    int length;

    MPI_Get_processor_name(name, &length);
    printf("rank %d of %d on %s\n", probe->rank, probe->ranks, name);
}

static const struct {
    const char *name;
    pattern_t *run;
    double messages;    /* that follow one another: a sample is divided by them */
} patterns[] = {
    {"exchange", exchange, 2 * ROUND_TRIPS}, {"shift", shift, 1}, {"allreduce", allreduce, 1}, {"hosts", hosts, 1},
};

/* One call from a common start. Seconds until the last rank was done, the same everywhere; less than 0 if some rank
 * came late to the start. */
static double sample(const probe_t *probe, pattern_t *run, int64_t margin)
{
    int64_t start = clock_now() + margin;
    double times[2];    /* used; missed at the start */

    MPI_Allreduce(MPI_IN_PLACE, &start, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
    times[1] = 1e-9 * (double) (clock_now() - start);
    sleep_until(start);
    run(probe);
    times[0] = 1e-9 * (double) (clock_now() - start);
    MPI_Allreduce(MPI_IN_PLACE, times, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return times[1] < 0 ? times[0] : -1;
}

static int compare(const void *left, const void *right)
{
    double a = *(const double *) left, b = *(const double *) right;

    return (a > b) - (a < b);
}

/* The first call makes connections and is not counted. A late start is repeated with more time to get ready. */
static void measure(const probe_t *probe, pattern_t *run, double messages, size_t calls, double *seconds)
{
    int64_t margin = MARGIN_NANOSECONDS;

    sample(probe, run, margin);
    for (size_t call = 0; call < calls;) {
        seconds[call] = sample(probe, run, margin);
        if (seconds[call] < 0) {
            margin *= 2;
        } else {
            call++;
        }
    }
    if (0 == probe->rank && calls > 0) {
        double unit = 1e6 / messages;
        qsort(seconds, calls, sizeof(*seconds), compare);
        printf("%.1f %.1f %.1f\n", unit * seconds[0], unit * seconds[calls / 2], unit * seconds[(calls - 1) * 95 / 100]);
    }
}

int main(int arguments, char **argument)
{
    size_t bytes, calls, which = 0, patterns_end = sizeof(patterns) / sizeof(*patterns);

    while (which < patterns_end && (arguments != 4 || 0 != strcmp(argument[1], patterns[which].name))) {
        which++;
    }
    if (which == patterns_end) {
        fprintf(stderr, "usage: probe exchange|shift|allreduce|hosts BYTES CALLS\n");
        return 2;
    }
    bytes = (size_t) atoll(argument[2]);
    calls = (size_t) atoll(argument[3]);
    probe_t probe = {.bytes = bytes, .in = calloc(bytes + 1, 1), .out = calloc(bytes + 1, 1)};
    double *seconds = calloc(calls + 1, sizeof(*seconds));
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &probe.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &probe.ranks);
    measure(&probe, patterns[which].run, patterns[which].messages, calls, seconds);
    MPI_Finalize();
    free(probe.in);
    free(probe.out);
    free(seconds);
    return 0;
}

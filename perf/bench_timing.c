/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#define _GNU_SOURCE
#include "bench_timing.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TAG_READY = 1, TAG_START, TAG_ROUND_TRIP };
enum { ROUND_TRIPS = 31 };

int64_t bench_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Do all ranks together own fewer processors than there are ranks? */
static bool is_oversubscribed(MPI_Comm comm, int size)
{
    cpu_set_t mine, all;
    CPU_ZERO(&mine);
    sched_getaffinity(0, sizeof mine, &mine);
    MPI_Allreduce(&mine, &all, (int)sizeof mine, MPI_BYTE, MPI_BOR, comm);
    return CPU_COUNT(&all) < size;
}

/* Two kernels have two clocks; each has an identity of its own. */
static bool is_one_machine(MPI_Comm comm)
{
    char mine[64] = "", first[64];
    int same, all_same;
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r");
    if (file != NULL) {
        if (fgets(mine, sizeof mine, file) == NULL) {
            mine[0] = '\0';
        }
        fclose(file);
    }
    memcpy(first, mine, sizeof first);
    MPI_Bcast(first, (int)sizeof first, MPI_CHAR, 0, comm);
    same = strcmp(mine, first) == 0;
    MPI_Allreduce(&same, &all_same, 1, MPI_INT, MPI_MIN, comm);
    return all_same != 0;
}

static int64_t least_notice_ns(const struct bench_clock *clock)
{
    return 10000 + 2000 * (int64_t)clock->size;
}

bool bench_clock_open(struct bench_clock *clock, MPI_Comm comm)
{
    clock->comm = comm;
    MPI_Comm_rank(comm, &clock->rank);
    MPI_Comm_size(comm, &clock->size);
    clock->oversubscribed = is_oversubscribed(comm, clock->size);
    clock->notice_ns = least_notice_ns(clock);
    clock->spare_ns = 0;
    return is_one_machine(comm);
}

/* The notice that the slowest rank needs depends on the network: longer after a late start, shorter while half of it is unused. */
static void adapt_notice(struct bench_clock *clock, int64_t least_spare_ns)
{
    if (least_spare_ns < 0) {
        clock->notice_ns += 2 * -least_spare_ns;
    } else if (least_spare_ns > clock->notice_ns / 2 && clock->notice_ns > least_notice_ns(clock)) {
        clock->notice_ns -= least_spare_ns / 8;
    }
}

/* All ranks report to rank 0, which answers with an instant a little after the last answer should have arrived. */
static int64_t agree_on_start(struct bench_clock *clock)
{
    int64_t start = 0, spare_ns, least_spare_ns = clock->spare_ns;
    if (clock->rank != 0) {
        MPI_Send(&clock->spare_ns, 1, MPI_INT64_T, 0, TAG_READY, clock->comm);
        MPI_Recv(&start, 1, MPI_INT64_T, 0, TAG_START, clock->comm, MPI_STATUS_IGNORE);
        return start;
    }
    for (int rank = 1; rank < clock->size; rank++) {
        MPI_Recv(&spare_ns, 1, MPI_INT64_T, rank, TAG_READY, clock->comm, MPI_STATUS_IGNORE);
        least_spare_ns = spare_ns < least_spare_ns ? spare_ns : least_spare_ns;
    }
    adapt_notice(clock, least_spare_ns);
    start = bench_now() + clock->notice_ns;
    for (int rank = 1; rank < clock->size; rank++) {
        MPI_Send(&start, 1, MPI_INT64_T, rank, TAG_START, clock->comm);
    }
    return start;
}

bool bench_start_together(struct bench_clock *clock, int64_t *start)
{
    int64_t left_ns;
    *start = agree_on_start(clock);
    clock->spare_ns = *start - bench_now();
    while ((left_ns = *start - bench_now()) > 0) {
        if (clock->oversubscribed) {
            struct timespec left = { .tv_sec = left_ns / 1000000000, .tv_nsec = left_ns % 1000000000 };
            nanosleep(&left, NULL);
        }
    }
    return clock->spare_ns > 0;
}

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

double bench_median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_doubles);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

double bench_round_trip_us(const struct bench_clock *clock)
{
    double times[ROUND_TRIPS];
    double word = 0;
    int peer = 1 - clock->rank;
    if (clock->rank > 1 || clock->size < 2) {
        return 0;
    }
    for (int trip = 0; trip < ROUND_TRIPS; trip++) {
        int64_t start = bench_now();
        if (clock->rank == 0) {
            MPI_Send(&word, 1, MPI_DOUBLE, peer, TAG_ROUND_TRIP, clock->comm);
        }
        MPI_Recv(&word, 1, MPI_DOUBLE, peer, TAG_ROUND_TRIP, clock->comm, MPI_STATUS_IGNORE);
        if (clock->rank == 1) {
            MPI_Send(&word, 1, MPI_DOUBLE, peer, TAG_ROUND_TRIP, clock->comm);
        }
        times[trip] = (double)(bench_now() - start) * 1e-3;
    }
    return bench_median(times, ROUND_TRIPS);
}

void bench_slowest(const struct bench_clock *clock, double *samples_us, size_t count)
{
    void *input = clock->rank == 0 ? MPI_IN_PLACE : samples_us;
    MPI_Reduce(input, samples_us, (int)count, MPI_DOUBLE, MPI_MAX, 0, clock->comm);
}

struct bench_times bench_describe(double *samples_us, size_t count)
{
    struct bench_times times = { 0 };
    qsort(samples_us, count, sizeof *samples_us, compare_doubles);
    for (; count > 0 && isinf(samples_us[count - 1]); count--) {
        times.late++;
    }
    times.samples = count;
    if (count > 0) {
        times.minimum_us = samples_us[0];
        times.median_us = bench_median(samples_us, count);
        times.percentile95_us = samples_us[(count * 95 + 99) / 100 - 1];
    }
    return times;
}

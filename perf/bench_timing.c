#define _GNU_SOURCE
#include "bench_timing.h"

#include <math.h>
#include <sched.h>
#include <stdlib.h>
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

bool bench_clock_open(struct bench_clock *clock, MPI_Comm comm)
{
    MPI_Comm machine;
    int machine_size;
    clock->comm = comm;
    MPI_Comm_rank(comm, &clock->rank);
    MPI_Comm_size(comm, &clock->size);
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &machine_size);
    MPI_Comm_free(&machine);
    clock->oversubscribed = is_oversubscribed(comm, clock->size);
    return machine_size == clock->size;
}

/* All ranks report to rank 0, which answers with an instant a little after the last answer should have arrived. */
static int64_t agree_on_start(const struct bench_clock *clock)
{
    int64_t start = 0;
    if (clock->rank != 0) {
        MPI_Send(NULL, 0, MPI_BYTE, 0, TAG_READY, clock->comm);
        MPI_Recv(&start, 1, MPI_INT64_T, 0, TAG_START, clock->comm, MPI_STATUS_IGNORE);
        return start;
    }
    for (int rank = 1; rank < clock->size; rank++) {
        MPI_Recv(NULL, 0, MPI_BYTE, rank, TAG_READY, clock->comm, MPI_STATUS_IGNORE);
    }
    start = bench_now() + 10000 + 2000 * (int64_t)clock->size;
    for (int rank = 1; rank < clock->size; rank++) {
        MPI_Send(&start, 1, MPI_INT64_T, rank, TAG_START, clock->comm);
    }
    return start;
}

bool bench_start_together(const struct bench_clock *clock, int64_t *start)
{
    *start = agree_on_start(clock);
    bool in_time = bench_now() < *start;
    while (bench_now() < *start) {
        if (clock->oversubscribed) {
            sched_yield();
        }
    }
    return in_time;
}

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
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
    qsort(times, ROUND_TRIPS, sizeof *times, compare_doubles);
    return times[ROUND_TRIPS / 2];
}

struct bench_times bench_describe(const struct bench_clock *clock, double *samples_us, size_t count)
{
    struct bench_times times = { 0 };
    void *input = clock->rank == 0 ? MPI_IN_PLACE : samples_us;
    MPI_Reduce(input, samples_us, (int)count, MPI_DOUBLE, MPI_MAX, 0, clock->comm);
    if (clock->rank != 0) {
        return times;
    }
    qsort(samples_us, count, sizeof *samples_us, compare_doubles);
    while (count > 0 && isinf(samples_us[count - 1])) {
        count--;
    }
    times.samples = count;
    if (count > 0) {
        times.minimum_us = samples_us[0];
        times.median_us = (samples_us[(count - 1) / 2] + samples_us[count / 2]) / 2;
        times.percentile95_us = samples_us[(count * 95 + 99) / 100 - 1];
    }
    return times;
}

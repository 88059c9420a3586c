/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "rates.h"

#include "fit.h"
#include "places.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

/* Lengths between what a first and a last level of caches hold: what collectives reduce at a time. */
enum { LEAST = 16384, MOST = 1 << 20, LENGTHS = 4, SAMPLES = 200 };

typedef void work_t(double *into, double *from, size_t bytes);

static void copy(double *into, double *from, size_t bytes)
{
    memcpy(into, from, bytes);
}

static void reduce(double *into, double *from, size_t bytes)
{
    MPI_Reduce_local(from, into, (int) (bytes / sizeof(double)), MPI_DOUBLE, MPI_SUM);
}

/* The median over lengths of the median over samples. */
static double rate(work_t *work, double *into, double *from, double seconds)
{
    double per_byte[LENGTHS];
    size_t bytes = LEAST;

    for (size_t length = 0; length < LENGTHS; length++, bytes *= 4) {
        double sample[SAMPLES], end = MPI_Wtime() + seconds / LENGTHS;
        size_t samples = 0;
        while (samples < SAMPLES && (samples < 3 || MPI_Wtime() < end)) {
            from[samples % (bytes / sizeof(*from))] = (double) samples;
            double start = MPI_Wtime();
            work(into, from, bytes);
            sample[samples++] = (MPI_Wtime() - start) / (double) bytes;
        }
        per_byte[length] = fit_median(sample, samples);
    }
    return fit_median(per_byte, LENGTHS);
}

static double rate_of_all(work_t *work, bool takes_part, double seconds)
{
    double *into = calloc(MOST, 1), *from = calloc(MOST, 1);

    if (NULL == into || NULL == from) {
        MPI_Abort(MPI_COMM_WORLD, 1);
        abort();
    }
    const double median = places_median(takes_part ? rate(work, into, from, seconds) : -1);
    free(into);
    free(from);
    return median;
}

double rates_copy(bool takes_part, double seconds)
{
    return rate_of_all(copy, takes_part, seconds);
}

double rates_reduction(bool takes_part, double seconds)
{
    return rate_of_all(reduce, takes_part, seconds);
}

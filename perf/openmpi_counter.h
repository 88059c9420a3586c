/*
 * rabred's counters coll_rabred_<collective>_<algorithm>_calls of this process, which MPI_T shows as performance variables.
 * They are found by their names' beginning and end.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef OPENMPI_COUNTER_H
#define OPENMPI_COUNTER_H

#include <stddef.h>

#include <mpi.h>

struct openmpi_counter {
    const char *collective;
    char algorithm[64];
    MPI_T_pvar_handle handle;
    unsigned long long marked; /* the value at the mark */
};

struct openmpi_counters {
    MPI_T_pvar_session session;
    struct openmpi_counter *counters;
    size_t count; /* none if there is no rabred */
};

void openmpi_counters_open(struct openmpi_counters *counters);
void openmpi_counters_close(struct openmpi_counters *counters);

/* See bench_library_mark and bench_library_served. */
void openmpi_counters_mark(struct openmpi_counters *counters);
size_t openmpi_counters_since(const struct openmpi_counters *counters, const char *collective, char *algorithms, size_t algorithms_bytes);

#endif

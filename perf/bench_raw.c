/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "bench_raw.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench_text.h"

bool bench_raw_open(struct bench_raw *raw, const char *path, size_t entries, size_t samples, MPI_Comm comm, char reason[BENCH_REASON_BYTES])
{
    int rank, good = 1;
    MPI_Comm_rank(comm, &rank);
    if (!bench_pair_open(&raw->pair, comm)) {
        snprintf(reason, BENCH_REASON_BYTES, "--raw: needs two ranks that share memory: run it with mpirun -n 2");
        return false;
    }
    for (size_t entry = 0; entry < entries; entry++) {
        raw->trips[entry] = calloc(samples, sizeof **raw->trips);
        good = good && raw->trips[entry] != NULL;
    }
    raw->file = rank == 0 && good ? fopen(path, "w") : NULL;
    good = good && (rank != 0 || raw->file != NULL);
    snprintf(reason, BENCH_REASON_BYTES, "--raw: %s: %s", path, strerror(errno));
    MPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, comm);
    if (raw->file != NULL) {
        fputs("collective,operator,bytes,entry,us,before_ns,after_ns\n", raw->file);
    }
    return good != 0;
}

void bench_raw_close(struct bench_raw *raw)
{
    for (size_t entry = 0; entry < BENCH_MOST_ENTRIES; entry++) {
        free(raw->trips[entry]);
    }
    if (raw->file != NULL) {
        fclose(raw->file);
    }
    bench_pair_close(&raw->pair);
}

void bench_raw_samples(const struct bench_raw *raw, const struct bench_vector *vector, const char *entry, const double *samples_us,
                       const struct bench_trips *trips, size_t count)
{
    const struct bench_operator *operator = vector->operation->operator;
    char name[BENCH_NAME_BYTES];
    snprintf(name, sizeof name, "%s", entry);
    bench_clean_field(name);
    for (size_t i = 0; i < count; i++) {
        fprintf(raw->file, "%s,%s,%zu,%s,%.3f,%.1f,%.1f\n", vector->collective->name, operator->name,
                vector->elements * operator->element_bytes, name, samples_us[i], trips[i].before_ns, trips[i].after_ns);
    }
}

void bench_raw_local(const struct bench_raw *raw, const struct bench_vector *vector, struct bench_clock *clock)
{
    static const char *const names[] = { "memcpy", "reduce_local" };
    const struct bench_operation *operation = vector->operation;
    const struct bench_trips none = { 0 };
    for (size_t which = 0; which < 2; which++) {
        int64_t start;
        bool in_time = bench_start_together(clock, &start);
        if (which == 0) {
            memcpy(vector->outputs, vector->inputs, vector->elements * operation->operator->element_bytes);
        } else {
            MPI_Reduce_local(vector->inputs, vector->outputs, (int)vector->elements, operation->type, operation->op);
        }
        double sample_us = in_time ? (double)(bench_now() - start) * 1e-3 : HUGE_VAL;
        bench_slowest(clock, &sample_us, 1);
        if (clock->rank == 0) {
            bench_raw_samples(raw, vector, names[which], &sample_us, &none, 1);
        }
    }
}

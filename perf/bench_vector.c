/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#define _GNU_SOURCE
#include "bench_vector.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST_ELEMENT = 16, LINE_BYTES = 64, STEP = 17 };

static void *allocate(size_t bytes)
{
    const size_t page_bytes = 4096;
    void *memory = aligned_alloc(page_bytes, (bytes + page_bytes - 1) / page_bytes * page_bytes);
    if (memory == NULL) {
        fprintf(stderr, "bench: no memory for %zu bytes\n", bytes);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memset(memory, 0, bytes);
}

/* Of the largest cache, or what is larger than most where the system does not tell. */
static size_t cache_bytes(void)
{
    const size_t otherwise = (size_t)64 << 20;
    long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
    return bytes > 0 ? (size_t)bytes : otherwise;
}

void bench_vector_open(struct bench_vector *vector, MPI_Comm comm, size_t largest_bytes, bool rotated)
{
    MPI_Comm_rank(comm, &vector->rank);
    MPI_Comm_size(comm, &vector->size);
    vector->rotated = rotated;
    vector->pool_bytes = largest_bytes + ((size_t)vector->size + 1) * LARGEST_ELEMENT + LINE_BYTES;
    if (rotated) {
        vector->pool_bytes = 2 * vector->pool_bytes > cache_bytes() ? 2 * vector->pool_bytes : cache_bytes();
    }
    vector->inputs = allocate(vector->pool_bytes);
    vector->outputs = allocate(vector->pool_bytes);
    vector->own = allocate(BENCH_PERIOD * LARGEST_ELEMENT);
    vector->expected = allocate(BENCH_PERIOD * LARGEST_ELEMENT);
    vector->counts = allocate((size_t)vector->size * sizeof *vector->counts);
}

void bench_vector_close(struct bench_vector *vector)
{
    free(vector->inputs);
    free(vector->outputs);
    free(vector->own);
    free(vector->expected);
    free(vector->counts);
}

void bench_vector_operation(struct bench_vector *vector, const struct bench_operation *operation)
{
    const struct bench_operator *operator = operation->operator;
    MPI_Datatype type = operation->type;
    int one = 1;
    vector->operation = operation;
    for (unsigned index = 0; index < BENCH_PERIOD; index++) {
        char *expected = vector->expected + index * operator->element_bytes;
        double left[LARGEST_ELEMENT / sizeof(double)] = { 0 };
        operator->value(vector->rank, index, vector->own + index * operator->element_bytes);
        operator->value(vector->size - 1, index, expected);
        for (int rank = vector->size - 2; rank >= 0; rank--) {
            operator->value(rank, index, left);
            operator->combine(left, expected, &one, &type);
        }
    }
}

void bench_vector_shape(struct bench_vector *vector, const struct bench_collective *collective, size_t bytes)
{
    size_t size = (size_t)vector->size, element_bytes = vector->operation->operator->element_bytes;
    size_t elements = bytes < element_bytes ? 1 : bytes / element_bytes;
    if (collective->equal_parts) {
        elements = (elements + size - 1) / size * size;
    }
    for (size_t rank = 0; rank < size; rank++) {
        vector->counts[rank] = (int)(elements / size + (rank < elements % size));
    }
    vector->collective = collective;
    vector->elements = elements;
    vector->slot_bytes = (elements * element_bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
    vector->slots = vector->rotated ? vector->pool_bytes / vector->slot_bytes : 1;
    vector->filled = 0;
}

/* Where in the period the element with this index stands in this call, and how many follow it there. */
static size_t run_of(const struct bench_vector *vector, size_t call, size_t index, size_t end, size_t *offset)
{
    size_t place = (index + STEP * call) % BENCH_PERIOD;
    *offset = place * vector->operation->operator->element_bytes;
    return BENCH_PERIOD - place < end - index ? BENCH_PERIOD - place : end - index;
}

static void fill(struct bench_vector *vector, size_t call)
{
    size_t offset, run, element_bytes = vector->operation->operator->element_bytes;
    char *input = vector->inputs + call % vector->slots * vector->slot_bytes;
    for (size_t index = 0; index < vector->elements; index += run) {
        run = run_of(vector, call, index, vector->elements, &offset);
        memcpy(input + index * element_bytes, vector->own + offset, run * element_bytes);
    }
}

void bench_vector_prepare(struct bench_vector *vector, size_t call)
{
    if (vector->filled < call) {
        vector->filled = call;
    }
    for (; vector->filled < call + vector->slots; vector->filled++) {
        fill(vector, vector->filled);
    }
}

void bench_vector_call(const struct bench_vector *vector, size_t call, MPI_Op op, MPI_Comm comm)
{
    size_t offset = call % vector->slots * vector->slot_bytes;
    vector->collective->call(&(struct bench_call){
        .input = vector->inputs + offset,
        .output = vector->outputs + offset,
        .elements = vector->elements,
        .counts = vector->counts,
        .type = vector->operation->type,
        .op = op,
        .comm = comm,
    });
}

/* This rank's part of the result: from element *first on. */
static size_t share(const struct bench_vector *vector, size_t *first)
{
    *first = 0;
    if (vector->collective->share == BENCH_SHARE_OWN) {
        for (int rank = 0; rank < vector->rank; rank++) {
            *first += (size_t)vector->counts[rank];
        }
        return (size_t)vector->counts[vector->rank];
    }
    return vector->collective->share == BENCH_SHARE_ALL || vector->rank == BENCH_ROOT ? vector->elements : 0;
}

/* Padding may differ, so that elements of a run that differs are compared one by one. */
static size_t compare(const struct bench_operator *operator, const char *result, const char *expected, size_t count)
{
    size_t errors = 0;
    if (memcmp(result, expected, count * operator->element_bytes) == 0) {
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        size_t offset = i * operator->element_bytes;
        errors += memcmp(result + offset, expected + offset, operator->significant_bytes) != 0;
    }
    return errors;
}

size_t bench_vector_errors(const struct bench_vector *vector, size_t call)
{
    const struct bench_operator *operator = vector->operation->operator;
    const char *output = vector->outputs + call % vector->slots * vector->slot_bytes;
    size_t first, offset, run, errors = 0;
    size_t count = share(vector, &first);
    for (size_t index = first; index < first + count; index += run) {
        run = run_of(vector, call, index, first + count, &offset);
        errors += compare(operator, output + (index - first) * operator->element_bytes, vector->expected + offset, run);
    }
    return errors;
}

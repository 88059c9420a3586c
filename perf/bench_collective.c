#include "bench_collective.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOT = 0 };

static void call_allreduce(const struct bench_vector *vector, MPI_Comm comm)
{
    MPI_Allreduce(vector->input, vector->output, (int)vector->elements, MPI_DOUBLE, MPI_SUM, comm);
}

static void call_reduce(const struct bench_vector *vector, MPI_Comm comm)
{
    MPI_Reduce(vector->input, vector->output, (int)vector->elements, MPI_DOUBLE, MPI_SUM, ROOT, comm);
}

static void call_reduce_scatter(const struct bench_vector *vector, MPI_Comm comm)
{
    MPI_Reduce_scatter(vector->input, vector->output, vector->counts, MPI_DOUBLE, MPI_SUM, comm);
}

static void call_reduce_scatter_block(const struct bench_vector *vector, MPI_Comm comm)
{
    MPI_Reduce_scatter_block(vector->input, vector->output, vector->counts[0], MPI_DOUBLE, MPI_SUM, comm);
}

static size_t whole_vector(const struct bench_vector *vector, size_t *first)
{
    *first = 0;
    return vector->elements;
}

static size_t whole_vector_at_root(const struct bench_vector *vector, size_t *first)
{
    *first = 0;
    return vector->rank == ROOT ? vector->elements : 0;
}

static size_t own_part(const struct bench_vector *vector, size_t *first)
{
    *first = 0;
    for (int rank = 0; rank < vector->rank; rank++) {
        *first += (size_t)vector->counts[rank];
    }
    return (size_t)vector->counts[vector->rank];
}

const struct bench_collective bench_collectives[BENCH_COLLECTIVES] = {
    { "allreduce", call_allreduce, whole_vector, 0 },
    { "reduce", call_reduce, whole_vector_at_root, 0 },
    { "reduce_scatter", call_reduce_scatter, own_part, 0 },
    { "reduce_scatter_block", call_reduce_scatter_block, own_part, 1 },
};

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

void bench_vector_open(struct bench_vector *vector, MPI_Comm comm, size_t largest_bytes)
{
    MPI_Comm_rank(comm, &vector->rank);
    MPI_Comm_size(comm, &vector->size);
    size_t bytes = largest_bytes + (size_t)vector->size * sizeof(double);
    vector->elements = 0;
    vector->input = allocate(bytes);
    vector->output = allocate(bytes);
    vector->counts = allocate((size_t)vector->size * sizeof *vector->counts);
}

void bench_vector_close(struct bench_vector *vector)
{
    free(vector->input);
    free(vector->output);
    free(vector->counts);
}

void bench_vector_shape(struct bench_vector *vector, const struct bench_collective *collective, size_t bytes)
{
    size_t size = (size_t)vector->size;
    size_t elements = bytes / sizeof(double);
    if (collective->whole_blocks) {
        elements = (elements + size - 1) / size * size;
    }
    vector->elements = elements;
    for (size_t rank = 0; rank < size; rank++) {
        vector->counts[rank] = (int)(elements / size + (rank < elements % size));
    }
}

/* What all ranks have in common. The period is prime, so that a block in the wrong place does not look right. */
static double common_part(size_t index, unsigned call)
{
    const uint32_t period = 1021;
    return (double)(((uint32_t)index + 17 * call) % period);
}

/* What tells the ranks apart: 1024, 4096, 9216, ..., so that one rank counted twice does not stand in for another. */
static double rank_part(int rank)
{
    return 1024.0 * (rank + 1) * (rank + 1);
}

void bench_vector_fill(struct bench_vector *vector, unsigned call)
{
    for (size_t i = 0; i < vector->elements; i++) {
        vector->input[i] = rank_part(vector->rank) + common_part(i, call);
    }
}

size_t bench_vector_errors(const struct bench_vector *vector, const struct bench_collective *collective, unsigned call)
{
    size_t first, errors = 0;
    size_t count = collective->result(vector, &first);
    double rank_parts = 0;
    for (int rank = 0; rank < vector->size; rank++) {
        rank_parts += rank_part(rank);
    }
    for (size_t i = 0; i < count; i++) {
        errors += vector->output[i] != rank_parts + vector->size * common_part(first + i, call);
    }
    return errors;
}

/*
 * The four collectives under test: what each is called, how it is called, and what its exact result is.
 * Inputs are small integers held in doubles, so that every order of summation gives the same result, to the bit.
 */
#ifndef BENCH_COLLECTIVE_H
#define BENCH_COLLECTIVE_H

#include <stddef.h>

#include <mpi.h>

struct bench_vector {
    int rank;
    int size;
    size_t elements; /* of the input vector of each rank */
    double *input;
    double *output;
    int *counts;     /* elements of each rank's part of the result of MPI_Reduce_scatter */
};

struct bench_collective {
    const char *name;
    void (*call)(const struct bench_vector *vector, MPI_Comm comm);
    size_t (*result)(const struct bench_vector *vector, size_t *first); /* elements on this rank, from *first of the sum */
    int whole_blocks;                                                   /* every rank's part must have the same length */
};

enum { BENCH_COLLECTIVES = 4 };
extern const struct bench_collective bench_collectives[BENCH_COLLECTIVES];

/* Allocates for vectors up to this many bytes on each of size ranks. Ends the program if there is no memory. */
void bench_vector_open(struct bench_vector *vector, MPI_Comm comm, size_t largest_bytes);
void bench_vector_close(struct bench_vector *vector);

/* Sets the length, in bytes rounded up to what the collective can share out. */
void bench_vector_shape(struct bench_vector *vector, const struct bench_collective *collective, size_t bytes);

/* Writes the input of this call. Each call has different numbers, so a stale result is a wrong one. */
void bench_vector_fill(struct bench_vector *vector, unsigned call);

/* Number of wrong elements in this rank's result of this call. */
size_t bench_vector_errors(const struct bench_vector *vector, const struct bench_collective *collective, unsigned call);

#endif

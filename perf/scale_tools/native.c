/*
 * Times SimGrid's own collectives on its clock, with the algorithms that one of its selectors takes: native SELECTOR and
 * the command line of perf/scale simulate. The operator lets time pass instead of reducing.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "call.h"
#include "simulated.h"

#include <mpi.h>
#include <stdlib.h>

typedef struct {
    const options_t *options;
    int processes, elements;
    char *in, *out;
    int *elements_of;                    /* [processes]: of the results of reduce_scatter */
    MPI_Op operator;
} native_t;

static double reduce_time;               /* seconds a byte; the same for all */

static void reduce(void *in, void *out, int *elements, MPI_Datatype *type)
{
    (void) in, (void) out, (void) type;
    simulated_work((double) *elements * CALL_ELEMENT * reduce_time);
}

static void call(void *context)
{
    const native_t *n = context;

    switch (n->options->collective) {
    case COLL_RABRED_ALLREDUCE:
        MPI_Allreduce(n->in, n->out, n->elements, MPI_DOUBLE, n->operator, MPI_COMM_WORLD);
        break;
    case COLL_RABRED_REDUCE:
        MPI_Reduce(n->in, n->out, n->elements, MPI_DOUBLE, n->operator, 0, MPI_COMM_WORLD);
        break;
    case COLL_RABRED_REDUCE_SCATTER:
        MPI_Reduce_scatter(n->in, n->out, n->elements_of, MPI_DOUBLE, n->operator, MPI_COMM_WORLD);
        break;
    default:
        MPI_Reduce_scatter_block(n->in, n->out, n->elements_of[0], MPI_DOUBLE, n->operator, MPI_COMM_WORLD);
    }
}

static void measure(native_t *n, const char *name, size_t bytes)
{
    size_t elements = call_elements(n->options, n->processes, bytes);
    coll_rabred_layout_t layout = coll_rabred_layout_even(elements, (coll_rabred_blocks_t) n->processes);
    int rank;

    for (int i = 0; i < n->processes; i++) {
        n->elements_of[i] = (int) coll_rabred_layout_elements(&layout, (coll_rabred_range_t) {(coll_rabred_blocks_t) i, 1});
    }
    n->elements = (int) elements;
    n->in = SMPI_SHARED_MALLOC(elements * CALL_ELEMENT);
    n->out = SMPI_SHARED_MALLOC(elements * CALL_ELEMENT);
    double seconds = simulated_time(call, n);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (0 == rank) {
        call_print(n->options, n->options->platform, name, n->processes, bytes, seconds);
    }
    SMPI_SHARED_FREE(n->in);
    SMPI_SHARED_FREE(n->out);
}

int main(int argc, char **argv)
{
    const char *name = argv[1];
    const options_t options = options_read(argc - 1, argv + 1);
    native_t n = {.options = &options};

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &n.processes);
    MPI_Op_create(reduce, 1, &n.operator);
    reduce_time = options.model.reduce_time;
    n.elements_of = calloc((size_t) n.processes, sizeof(*n.elements_of));
    for (size_t i = 0; i < options.lengths; i++) {
        measure(&n, name, options.bytes[i]);
    }
    free(n.elements_of);
    MPI_Op_free(&n.operator);
    MPI_Finalize();
    return 0;
}

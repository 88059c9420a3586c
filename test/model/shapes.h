/*
 * What the model says of nodes of several processes.
 */
#ifndef RABRED_TEST_MODEL_SHAPES_H
#define RABRED_TEST_MODEL_SHAPES_H

#include "best.h"
#include "shape.h"

/* Of most processes. */
enum { SHAPES_MANY = 100 };

/* The choices, played, beside the best of all candidates, played, on nodes of many kinds, of 24 processes at most or, `many`, more; `bound` as in
   best_compare. */
best_t shapes_compare(const coll_rabred_machine_t *machine, bool many, double bound);

/* The formulas of algorithms that know the nodes, over what their schedules take, at least and at most: MPI_Allreduce of 64 KiB to
   64 MiB on nodes that are equal. */
void shapes_knowing(const coll_rabred_machine_t *machine, double *least, double *most);

/* False where a longer MPI_Allreduce takes less by a formula, or where the longest takes less than the most that 64 bits hold, by a
   network as slow as that; tells which. */
bool shapes_grow(char *error, size_t size);

#endif

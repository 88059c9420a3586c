/*
 * The times of the table's formulas beside those of the schedules played.
 */
#ifndef RABRED_TEST_MODEL_FORMULAS_H
#define RABRED_TEST_MODEL_FORMULAS_H

#include "../../coll_rabred/choose/machine.h"

/* One algorithm and collective. */
typedef struct {
    size_t cells, within;            /* in how many of them formula and play are within 5 % */
    double most, least;              /* formula over play */
    char at_most[128], at_least[128];
} formulas_t;

/* Adds the cells of one number of processes: all arguments of a few kinds, lengths from 8 bytes to 64 MiB that have as
   many elements as blocks, the default machines. */
void formulas_compare(formulas_t *result, int algorithm, coll_rabred_collective_t collective, int processes);

#endif

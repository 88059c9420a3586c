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

/* Whether so many processes are looked at: all to 24; beyond those at and next to powers of two and every 13th. */
bool formulas_sample(int p);

/* Adds the cells of these numbers of processes: all arguments of a few kinds, lengths from 8 bytes to 64 MiB that have as
   many elements as blocks, the default machines. */
void formulas_compare(formulas_t *result, int algorithm, coll_rabred_collective_t collective, int from, int to);

/* Whether a file has bounds of an algorithm and collective to so many processes: so many of 100 cells within 5 %, and all
   ratios between two. */
bool formulas_bounds(const char *file, const char *algorithm, const char *collective, int to, double bound[3]);

#endif

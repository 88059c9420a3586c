/*
 * The planner's choice, played, beside the fastest of all candidates, played.
 */
#ifndef RABRED_TEST_MODEL_BEST_H
#define RABRED_TEST_MODEL_BEST_H

#include "../../coll_rabred/choose/planner.h"

typedef struct {
    size_t cells, worse, noticed;    /* sizes, classes and operators; in which the choice takes more than the bound times the best; over 5 % more */
    size_t formulas, near;           /* compared with the play where no block is empty; which come within a quarter */
    double worst;                    /* the largest such ratio, and where */
    char where[512];
} best_t;

/* Whether lengths are compared from now on that lie between the others, too. */
void best_take_lengths(bool between);

/* At the model's number of processes, for both its machines; where it knows nodes, on these. */
best_t best_compare(const coll_rabred_model_t *model, coll_rabred_collective_t collective, double bound);

#endif

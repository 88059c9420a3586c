/*
 * Where the ranks are, and which two of them send each other messages.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef TUNE_PLACES_H
#define TUNE_PLACES_H

#include "../coll_rabred/choose/machine.h"

#include <mpi.h>
#include <stdbool.h>

typedef struct {
    int rank, ranks;
    int nodes;                    /* of all ranks */
    int node, place;              /* of this rank: nodes are numbered in the order of their lowest ranks; place on its node */
    int largest;                  /* ranks of the node that has most */
    bool crowded;                 /* some node has fewer processors than ranks */
} places_t;

/* Collective on MPI_COMM_WORLD. */
places_t places_find(void);

/* True if some two ranks are in the class. */
bool places_have(const places_t *places, coll_rabred_class_t class);

/*
 * The rank that this one is paired with, in the class: all ranks of a node by twos, or the first ones of two nodes, for the model itself
 * tells what the others of a node, which share its port, add. One pair only where `one`. MPI_PROC_NULL: none.
 */
int places_partner(const places_t *places, coll_rabred_class_t class, bool one);

/* Ranks to try collectives on: those of the first of the largest nodes; the first of each node. MPI_COMM_NULL on others. Collective. */
MPI_Comm places_group(const places_t *places, coll_rabred_class_t class);

/* Waits for all ranks without taking the processor from those that still work. */
void places_wait(void);

/* The median of what the ranks have found, but for those with less than 0, on all ranks; 0 of none. Collective; waits
   for them. */
double places_median(double own);

#endif

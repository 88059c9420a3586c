/*
 * Values in words, as the papers' figures have them: A-D_0-3 is blocks A to D, reduced over ranks 0 to
 * 3. Several sets of ranks stand beside each other where they are not reduced yet: A_0|1. Consecutive
 * blocks with the same sets make one label; labels are separated by spaces, A-B_0-1 C,E_0|2|4-5.
 * Of five and more equally long neighbouring sets only the first and last are told: 0|..|4.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_TOOLS_LABELS_H
#define RABRED_TOOLS_LABELS_H

#include "../coll_rabred/sched/schedule.h"
#include "rank_sets.h"

/* A value of one block. */
typedef struct {
    coll_rabred_blocks_t block;
    int lowest;                       /* rank in the set */
    rank_set_t set;
} labels_value_t;

/* A string to be freed; NULL when out of memory. Sorts the values, which may repeat. */
char *labels_write(const rank_sets_t *sets, labels_value_t *value, size_t values);

#endif

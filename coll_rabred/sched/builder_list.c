/*
 * The list of blocks that the next message or local step is about.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "builder.h"

#include <stdlib.h>
#include <string.h>

enum { FEW = 64 };   /* ranks: to sort them is quicker than to look at all */

/* Makes room for one more range in the list; false when out of memory, now or before. */
static bool grow_list(coll_rabred_builder_t *b)
{
    if (!b->failed && b->listed == b->list_capacity) {
        size_t capacity = 0 == b->list_capacity ? 8 : 2 * b->list_capacity;
        coll_rabred_range_t *grown = realloc(b->list, capacity * sizeof(*grown));
        if (NULL == grown) {
            b->failed = true;
        } else {
            b->list = grown;
            b->list_capacity = capacity;
        }
    }
    return !b->failed;
}

void coll_rabred_list_range(coll_rabred_builder_t *b, coll_rabred_range_t range)
{
    coll_rabred_range_t *last = 0 == b->listed ? NULL : &b->list[b->listed - 1];

    if (0 == range.count) {
        return;
    }
    if (NULL != last && last->first + last->count == range.first) {
        last->count += range.count;
    } else if (grow_list(b)) {
        b->list[b->listed++] = range;
    }
}

static int compare_ranks(const void *a, const void *b)
{
    return *(const int *) a - *(const int *) b;
}

/* Lists the blocks of few ranks, which are in any order. */
static void list_ranks(coll_rabred_builder_t *b, const int *rank, int ranks)
{
    int sorted[FEW];

    memcpy(sorted, rank, (size_t) ranks * sizeof(*sorted));
    qsort(sorted, (size_t) ranks, sizeof(*sorted), compare_ranks);
    for (int i = 0; i < ranks; i++) {
        coll_rabred_list_range(b, coll_rabred_owned(b->problem, sorted[i]));
    }
}

void coll_rabred_list_blocks(coll_rabred_builder_t *b, coll_rabred_range_t range)
{
    if (NULL == b->place) {
        coll_rabred_list_range(b, range);
        return;
    }
    int first = b->from[range.first], ranks = b->from[range.first + range.count] - first;
    if (ranks <= FEW) {
        list_ranks(b, b->by_place + first, ranks);
        return;
    }
    for (int rank = 0; rank < b->problem->processes; rank++) {
        if (b->place[rank] - range.first < range.count) {
            coll_rabred_list_range(b, coll_rabred_owned(b->problem, rank));
        }
    }
}

/*
 * Sets of ranks, each stored once and known by a number: which processes' contributions a value holds.
 * Running out of memory is sticky and asked for once, at the end.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_TOOLS_RANK_SETS_H
#define RABRED_TOOLS_RANK_SETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t rank_set_t;
enum { NO_RANKS };                    /* the empty set; set rank + 1 has one member */

typedef struct {
    int ranks;                        /* sets are of 0 .. ranks-1 */
    size_t words;                     /* of one set */
    size_t count, capacity;           /* sets; the bits of set number `count` are room to work in */
    uint64_t *bits;
    size_t slots;                     /* a power of two, more than twice the count */
    rank_set_t *slot;                 /* hash table; NO_RANKS: free */
    bool failed;                      /* out of memory; all further results are NO_RANKS */
} rank_sets_t;

void rank_sets_open(rank_sets_t *sets, int ranks);
void rank_sets_close(rank_sets_t *sets);

rank_set_t rank_sets_union(rank_sets_t *sets, rank_set_t a, rank_set_t b);

/* The first maximal run of consecutive members from rank `from` on; false if there is none. */
bool rank_sets_run(const rank_sets_t *sets, rank_set_t set, int from, int *first, int *last);

/* True if the set is first .. last, without gaps. */
bool rank_sets_interval(const rank_sets_t *sets, rank_set_t set, int *first, int *last);

/* True if every rank is in the set. */
bool rank_sets_whole(const rank_sets_t *sets, rank_set_t set);

#endif

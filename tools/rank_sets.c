/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "rank_sets.h"

#include <stdlib.h>
#include <string.h>

static uint64_t *bits_of(const rank_sets_t *sets, size_t set)
{
    return &sets->bits[set * sets->words];
}

static bool has(const rank_sets_t *sets, rank_set_t set, int rank)
{
    return bits_of(sets, set)[(size_t) rank / 64] >> (size_t) rank % 64 & 1;
}

/* The slot of the set that is stored as number `set`, or the free one where it belongs. */
static rank_set_t *find(const rank_sets_t *sets, size_t set)
{
    const uint64_t *bits = bits_of(sets, set);
    uint64_t hash = 0;
    size_t i;

    for (size_t word = 0; word < sets->words; word++) {
        hash = (hash ^ bits[word]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    for (i = (size_t) hash & (sets->slots - 1); NO_RANKS != sets->slot[i]; i = (i + 1) & (sets->slots - 1)) {
        if (0 == memcmp(bits, bits_of(sets, sets->slot[i]), sets->words * sizeof(*bits))) {
            break;
        }
    }
    return &sets->slot[i];
}

/* Makes room for one more set than there are, and for one to work in; the first time for no ranks. */
static void grow(rank_sets_t *sets)
{
    size_t capacity = 2 * sets->capacity, slots = 4 * capacity;
    uint64_t *bits = realloc(sets->bits, capacity * sets->words * sizeof(*bits));
    rank_set_t *slot = calloc(slots, sizeof(*slot));

    sets->bits = NULL != bits ? bits : sets->bits;
    if (NULL == bits || NULL == slot) {
        free(slot);
        sets->failed = true;
        return;
    }
    free(sets->slot);
    sets->slot = slot;
    sets->slots = slots;
    sets->capacity = capacity;
    for (size_t set = 1; set < sets->count; set++) {
        *find(sets, set) = (rank_set_t) set;
    }
}

/* Number of the set whose bits stand in the room to work in. */
static rank_set_t keep(rank_sets_t *sets)
{
    rank_set_t *slot = find(sets, sets->count);

    if (NO_RANKS != *slot) {
        return *slot;
    }
    *slot = (rank_set_t) sets->count++;
    rank_set_t set = *slot;
    if (sets->count == sets->capacity) {
        grow(sets);
    }
    return sets->failed ? NO_RANKS : set;
}

void rank_sets_open(rank_sets_t *sets, int ranks)
{
    *sets = (rank_sets_t) {.ranks = ranks, .words = (size_t) ranks / 64 + 1, .count = 1, .capacity = 64};
    grow(sets);
    if (!sets->failed) {
        memset(sets->bits, 0, sets->words * sizeof(*sets->bits));
    }
    for (int rank = 0; rank < ranks && !sets->failed; rank++) {
        memset(bits_of(sets, sets->count), 0, sets->words * sizeof(*sets->bits));
        bits_of(sets, sets->count)[(size_t) rank / 64] |= UINT64_C(1) << (size_t) rank % 64;
        keep(sets);
    }
}

void rank_sets_close(rank_sets_t *sets)
{
    free(sets->bits);
    free(sets->slot);
}

rank_set_t rank_sets_union(rank_sets_t *sets, rank_set_t a, rank_set_t b)
{
    if (sets->failed) {
        return NO_RANKS;
    }
    for (size_t word = 0; word < sets->words; word++) {
        bits_of(sets, sets->count)[word] = bits_of(sets, a)[word] | bits_of(sets, b)[word];
    }
    return NO_RANKS == a ? b : NO_RANKS == b ? a : keep(sets);
}

/* The first rank from `rank` on that is a member, or is none. */
static int find_rank(const rank_sets_t *sets, rank_set_t set, int rank, bool member)
{
    while (rank < sets->ranks && has(sets, set, rank) != member) {
        bool whole_word = 0 == rank % 64 && bits_of(sets, set)[(size_t) rank / 64] == (member ? 0 : UINT64_MAX);
        rank += whole_word ? 64 : 1;
    }
    return rank < sets->ranks ? rank : sets->ranks;
}

bool rank_sets_run(const rank_sets_t *sets, rank_set_t set, int from, int *first, int *last)
{
    *first = find_rank(sets, set, from, true);
    *last = find_rank(sets, set, *first, false) - 1;
    return *first <= *last;
}

bool rank_sets_interval(const rank_sets_t *sets, rank_set_t set, int *first, int *last)
{
    int more, end;

    return rank_sets_run(sets, set, 0, first, last) && !rank_sets_run(sets, set, *last + 1, &more, &end);
}

bool rank_sets_whole(const rank_sets_t *sets, rank_set_t set)
{
    int first, last;

    return rank_sets_run(sets, set, 0, &first, &last) && 0 == first && sets->ranks - 1 == last;
}

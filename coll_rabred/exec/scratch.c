/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "scratch.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static void hold(coll_rabred_scratch_use_t *use, size_t bytes)
{
    if (NULL == use) {
        return;
    }
    size_t held = __atomic_add_fetch(&use->held, bytes, __ATOMIC_RELAXED);
    size_t peak = __atomic_load_n(&use->peak, __ATOMIC_RELAXED);
    while (held > peak && !__atomic_compare_exchange_n(&use->peak, &peak, held, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

static void drop(coll_rabred_scratch_t *scratch, coll_rabred_chunk_t *chunk)
{
    if (NULL != chunk && NULL != scratch->use) {
        (void) __atomic_sub_fetch(&scratch->use->held, chunk->bytes, __ATOMIC_RELAXED);
    }
    free(chunk);
}

char *coll_rabred_scratch_grow(coll_rabred_scratch_t *scratch, size_t bytes)
{
    if (bytes > SIZE_MAX - 2 * COLL_RABRED_ALIGNMENT) {
        return NULL;
    }
    size_t rounded = coll_rabred_align(bytes);
    drop(scratch, scratch->current);
    scratch->current = aligned_alloc(COLL_RABRED_ALIGNMENT, COLL_RABRED_ALIGNMENT + rounded);
    if (NULL == scratch->current) {
        return NULL;
    }
    *scratch->current = (coll_rabred_chunk_t) {NULL, rounded};
    hold(scratch->use, rounded);
    return (char *) scratch->current + COLL_RABRED_ALIGNMENT;
}

void coll_rabred_scratch_shrink(coll_rabred_scratch_t *scratch)
{
    drop(scratch, scratch->current);
    scratch->current = NULL;
}

void coll_rabred_scratch_retain(coll_rabred_scratch_t *scratch)
{
    scratch->current->next = scratch->retained;
    scratch->retained = scratch->current;
    scratch->current = NULL;
}

void coll_rabred_scratch_hand_over(coll_rabred_scratch_t *scratch, coll_rabred_scratch_t *other)
{
    while (NULL != scratch->retained) {
        coll_rabred_chunk_t *chunk = scratch->retained;
        scratch->retained = chunk->next;
        chunk->next = other->retained;
        other->retained = chunk;
    }
}

void coll_rabred_scratch_free(coll_rabred_scratch_t *scratch)
{
    while (NULL != scratch->retained) {
        coll_rabred_chunk_t *next = scratch->retained->next;
        drop(scratch, scratch->retained);
        scratch->retained = next;
    }
    coll_rabred_scratch_shrink(scratch);
}

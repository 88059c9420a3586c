/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "scratch.h"

#include <stdint.h>
#include <stdlib.h>

char *coll_rabred_scratch_grow(coll_rabred_scratch_t *scratch, size_t bytes)
{
    if (bytes > SIZE_MAX - 2 * COLL_RABRED_ALIGNMENT) {
        return NULL;
    }
    size_t rounded = coll_rabred_align(bytes);
    free(scratch->current);
    scratch->current = aligned_alloc(COLL_RABRED_ALIGNMENT, COLL_RABRED_ALIGNMENT + rounded);
    if (NULL == scratch->current) {
        return NULL;
    }
    *scratch->current = (coll_rabred_chunk_t) {NULL, rounded};
    return (char *) scratch->current + COLL_RABRED_ALIGNMENT;
}

void coll_rabred_scratch_shrink(coll_rabred_scratch_t *scratch)
{
    free(scratch->current);
    scratch->current = NULL;
}

void coll_rabred_scratch_retain(coll_rabred_scratch_t *scratch)
{
    scratch->current->next = scratch->retained;
    scratch->retained = scratch->current;
    scratch->current = NULL;
}

void coll_rabred_scratch_free(coll_rabred_scratch_t *scratch)
{
    while (NULL != scratch->retained) {
        coll_rabred_chunk_t *next = scratch->retained->next;
        free(scratch->retained);
        scratch->retained = next;
    }
    free(scratch->current);
    scratch->current = NULL;
}

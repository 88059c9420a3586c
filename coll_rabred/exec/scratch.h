/*
 * Memory that a communicator keeps for the temporaries of its calls, one call at a time.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_EXEC_SCRATCH_H
#define COLL_RABRED_EXEC_SCRATCH_H

#include <stddef.h>

enum { COLL_RABRED_ALIGNMENT = 64 };   /* bytes: of the memory, and of what is laid out in it */

static inline size_t coll_rabred_align(size_t bytes)
{
    return (bytes + COLL_RABRED_ALIGNMENT - 1) / COLL_RABRED_ALIGNMENT * COLL_RABRED_ALIGNMENT;
}

/* Memory follows, aligned. */
typedef struct coll_rabred_chunk {
    struct coll_rabred_chunk *next;
    size_t bytes;
} coll_rabred_chunk_t;

/* Bytes that several scratches hold together, and held at most; threads may share it. */
typedef struct {
    size_t held, peak;
} coll_rabred_scratch_use_t;

/* Starts as all zeros but for the limit and the use. */
typedef struct {
    size_t limit;                  /* bytes that may stay between calls */
    coll_rabred_scratch_use_t *use;   /* NULL: nobody wants to know */
    coll_rabred_chunk_t *current;
    coll_rabred_chunk_t *retained; /* unfinished sends of failed calls read from these */
} coll_rabred_scratch_t;

/* Part of the next two: when there is not enough, or too much to stay. */
char *coll_rabred_scratch_grow(coll_rabred_scratch_t *scratch, size_t bytes);
void coll_rabred_scratch_shrink(coll_rabred_scratch_t *scratch);

/* At least `bytes` bytes, until put or retain; NULL when out of memory. */
static inline char *coll_rabred_scratch_get(coll_rabred_scratch_t *scratch, size_t bytes)
{
    coll_rabred_chunk_t *current = scratch->current;

    return NULL != current && current->bytes >= bytes ? (char *) current + COLL_RABRED_ALIGNMENT
                                                      : coll_rabred_scratch_grow(scratch, bytes);
}

/* Bytes that it keeps now. */
static inline size_t coll_rabred_scratch_held(const coll_rabred_scratch_t *scratch)
{
    return NULL == scratch->current ? 0 : scratch->current->bytes;
}

/* The call is over. */
static inline void coll_rabred_scratch_put(coll_rabred_scratch_t *scratch)
{
    if (coll_rabred_scratch_held(scratch) > scratch->limit) {
        coll_rabred_scratch_shrink(scratch);
    }
}

/* The call is over, but its memory must stay until free. */
void coll_rabred_scratch_retain(coll_rabred_scratch_t *scratch);

/* Moves what is retained to another scratch of the same use. */
void coll_rabred_scratch_hand_over(coll_rabred_scratch_t *scratch, coll_rabred_scratch_t *other);

void coll_rabred_scratch_free(coll_rabred_scratch_t *scratch);

#endif

/*
 * Memory between pages that nobody may touch.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef TEST_MPI_GENERATED_REGION_H
#define TEST_MPI_GENERATED_REGION_H

#include "generated.h"

/* Memory for the elements of a message, flush with a page that may not be touched. */
struct region {
    const struct layout *layout;
    unsigned char *pages, *base;          /* base: as MPI means it */
    size_t bytes;                         /* between the two guarding pages */
    unsigned char paint;                  /* what is in every byte that holds no value */
};
void *region_create(struct region *region, const struct layout *layout, size_t elements, unsigned char paint, bool low);
void region_put(struct region *region, const unsigned char *values, size_t elements);
void region_seal(struct region *region);                         /* read only from now on */
/* Takes values (NULL: does not want them) of elements from `first` on, leaving paint. */
void region_take(struct region *region, size_t first, unsigned char *values, size_t elements);
bool region_is_painted(const struct region *region, ptrdiff_t *byte);
void region_free(struct region *region);

#endif

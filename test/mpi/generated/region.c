/* Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause */
#define _DEFAULT_SOURCE                   /* MAP_ANONYMOUS */
#include "region.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void must(bool right, const char *what)
{
    if (!right) {
        perror(what);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
}

static size_t page_bytes(void)
{
    return (size_t) sysconf(_SC_PAGESIZE);
}

/* First and behind the last byte of so many elements, from the address of the first. */
static void span(const struct layout *l, size_t elements, ptrdiff_t *begin, ptrdiff_t *end)
{
    *begin = *end = 0;
    for (size_t byte = 0; elements > 0 && byte < l->value_bytes; byte++) {
        const ptrdiff_t last = (ptrdiff_t) (elements - 1) * l->extent, low = l->offset[byte] + (last < 0 ? last : 0),
                        high = l->offset[byte] + 1 + (last > 0 ? last : 0);
        *begin = byte == 0 || low < *begin ? low : *begin;
        *end = byte == 0 || high > *end ? high : *end;
    }
}

void *region_create(struct region *region, const struct layout *layout, size_t elements, unsigned char paint, bool low)
{
    const size_t page = page_bytes();
    const ptrdiff_t alignment = (ptrdiff_t) layout->alignment;
    ptrdiff_t begin, end;
    span(layout, elements, &begin, &end);
    const size_t bytes = begin == end ? 0 : ((size_t) (end - begin + alignment) + page - 1) / page * page;
    unsigned char *pages = mmap(NULL, bytes + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(pages != MAP_FAILED, "mmap");
    must(bytes == 0 || mprotect(pages + page, bytes, PROT_READ | PROT_WRITE) == 0, "mprotect");
    memset(pages + page, paint, bytes);
    /* As near to the guarding page as the alignment of elements allows. */
    unsigned char *base = low ? pages + page - begin + (begin % alignment + alignment) % alignment
                              : pages + page + bytes - end - (alignment - end % alignment) % alignment;
    *region = (struct region) { .layout = layout, .pages = pages, .base = base, .bytes = bytes, .paint = paint };
    return base;
}

void region_put(struct region *region, const unsigned char *values, size_t elements)
{
    const struct layout *l = region->layout;
    for (size_t i = 0; i < elements; i++)
        for (size_t byte = 0; byte < l->value_bytes; byte++, values++)
            if (!l->between[byte])
                region->base[(ptrdiff_t) i * l->extent + l->offset[byte]] = *values;
}

void region_seal(struct region *region)
{
    must(region->bytes == 0 || mprotect(region->pages + page_bytes(), region->bytes, PROT_READ) == 0, "mprotect");
}

void region_take(struct region *region, size_t first, unsigned char *values, size_t elements)
{
    const struct layout *l = region->layout;
    for (size_t i = first; i < first + elements; i++)
        for (size_t byte = 0; byte < l->value_bytes; byte++) {
            unsigned char *here = region->base + (ptrdiff_t) i * l->extent + l->offset[byte];
            if (values != NULL)
                *values++ = *here;
            if (!l->between[byte])
                *here = region->paint;
        }
}

bool region_is_painted(const struct region *region, ptrdiff_t *byte)
{
    const unsigned char *begin = region->pages + page_bytes(), *end = begin + region->bytes, *here = begin;
    while (here < end && *here == region->paint)
        here++;
    *byte = here - region->base;
    return here == end;
}

void region_free(struct region *region)
{
    munmap(region->pages, region->bytes + 2 * page_bytes());
}

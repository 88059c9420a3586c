/*
 * The C library's allocator, but for one allocation by rabred's code, which fails; and a table of what that code
 * has allocated and nobody has freed. A call comes from rabred if it returns to where its component is loaded.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#define _GNU_SOURCE
#include "errors.h"

#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LIVE = 4096 };

extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t elements, size_t bytes);
extern void *__libc_realloc(void *memory, size_t bytes);
extern void *__libc_memalign(size_t alignment, size_t bytes);
extern void __libc_free(void *memory);

static uintptr_t component_first, component_last;
static atomic_size_t number, fail_at;
static atomic_flag busy = ATOMIC_FLAG_INIT;
static atomic_size_t live;
static void *table[LIVE];

static int find_component(struct dl_phdr_info *object, size_t size, void *context)
{
    (void) size;
    (void) context;
    if (NULL == strstr(object->dlpi_name, "mca_coll_rabred.so")) {
        return 0;
    }
    component_first = object->dlpi_addr;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        if (PT_LOAD == object->dlpi_phdr[i].p_type) {
            component_last = object->dlpi_addr + object->dlpi_phdr[i].p_vaddr + object->dlpi_phdr[i].p_memsz;
        }
    }
    return 1;
}

static bool is_rabred(const void *caller)
{
    return (uintptr_t) caller >= component_first && (uintptr_t) caller < component_last;
}

/* Puts `next` where `previous` stands in the table; NULL is a free place. */
static void replace(const void *previous, void *next)
{
    while (atomic_flag_test_and_set(&busy)) {
    }
    for (size_t i = 0; i < LIVE; i++) {
        if (previous == table[i]) {
            table[i] = next;
            live += (NULL != next) - (size_t) (NULL != previous);
            break;
        }
    }
    atomic_flag_clear(&busy);
}

/* True if the allocation shall fail. */
static bool fails(const void *caller)
{
    if (!is_rabred(caller) || ++number != fail_at) {
        return false;
    }
    errno = ENOMEM;
    return true;
}

static void *track(void *memory, const void *caller)
{
    if (NULL != memory && is_rabred(caller)) {
        replace(NULL, memory);
    }
    return memory;
}

void *malloc(size_t bytes)
{
    const void *caller = __builtin_return_address(0);

    return fails(caller) ? NULL : track(__libc_malloc(bytes), caller);
}

void *calloc(size_t elements, size_t bytes)
{
    const void *caller = __builtin_return_address(0);

    return fails(caller) ? NULL : track(__libc_calloc(elements, bytes), caller);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    const void *caller = __builtin_return_address(0);

    return fails(caller) ? NULL : track(__libc_memalign(alignment, bytes), caller);
}

void *realloc(void *memory, size_t bytes)
{
    const void *caller = __builtin_return_address(0);

    if (fails(caller)) {
        return NULL;
    }
    if (NULL != memory && live > 0) {
        replace(memory, NULL);
    }
    return track(__libc_realloc(memory, bytes), caller);
}

void free(void *memory)
{
    if (NULL != memory && live > 0) {
        replace(memory, NULL);
    }
    __libc_free(memory);
}

void errors_memory_begin(size_t at)
{
    if (0 == component_last) {
        (void) dl_iterate_phdr(find_component, NULL);
    }
    number = 0;
    fail_at = at;
}

bool errors_memory_end(void)
{
    bool reached = fail_at > 0 && number >= fail_at;

    fail_at = 0;
    return reached;
}

size_t errors_memory_allocations(void)
{
    return number;
}

size_t errors_memory_live(void)
{
    return live;
}

size_t errors_memory_held(void)
{
    size_t bytes = 0;

    while (atomic_flag_test_and_set(&busy)) {
    }
    for (size_t i = 0; i < LIVE; i++) {
        bytes += NULL == table[i] ? 0 : malloc_usable_size(table[i]);
    }
    atomic_flag_clear(&busy);
    return bytes;
}

bool errors_memory_owns(const void *memory)
{
    bool owns = false;

    while (atomic_flag_test_and_set(&busy)) {
    }
    for (size_t i = 0; i < LIVE && !owns; i++) {
        const char *first = table[i];
        owns = NULL != first && (const char *) memory >= first && (const char *) memory < first + malloc_usable_size(table[i]);
    }
    atomic_flag_clear(&busy);
    return owns;
}

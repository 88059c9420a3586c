/*
 * Counts the bytes of memory that a program holds, linked with --wrap=calloc,--wrap=realloc,--wrap=free.
 */
#ifndef TEST_GROWTH_MEMORY_H
#define TEST_GROWTH_MEMORY_H

#include <stddef.h>

size_t memory_held(void);   /* bytes, now */
size_t memory_most(void);   /* bytes, at most since the last call */

#endif

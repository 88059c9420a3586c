#include "memory.h"

#include <stdint.h>
#include <stdlib.h>

enum { HEAD = 16 };   /* bytes in front of each piece of memory, which hold its length */

static size_t held, most;

void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t bytes);
void __real_free(void *memory);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t bytes);
void __wrap_free(void *memory);

static void *note(char *memory, size_t bytes)
{
    if (NULL == memory) {
        return NULL;
    }
    *(size_t *) memory = bytes;
    held += bytes;
    most = held > most ? held : most;
    return memory + HEAD;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return note(__real_calloc(1, count * size + HEAD), count * size);
}

void __wrap_free(void *memory)
{
    if (NULL != memory) {
        held -= *(size_t *) ((char *) memory - HEAD);
        __real_free((char *) memory - HEAD);
    }
}

/* Old and new stand beside each other, as they may have to. */
void *__wrap_realloc(void *memory, size_t bytes)
{
    char *old = NULL == memory ? NULL : (char *) memory - HEAD;
    size_t before = NULL == old ? 0 : *(size_t *) old;
    void *grown = note(__real_realloc(old, bytes + HEAD), bytes);

    held -= NULL == grown ? 0 : before;
    return grown;
}

size_t memory_held(void)
{
    return held;
}

size_t memory_most(void)
{
    size_t all = most;

    most = held;
    return all;
}

/* Guarded buffers. A whole buffer is compared with its image, built anew the way the buffer should look. */
#include "sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = 256 };                     /* bytes */

static size_t used_bytes(const struct buffer *buffer)
{
    return GUARD + buffer->room * (size_t) buffer->operator->extent + GUARD;
}

/* Where an element is, as MPI means it, in a buffer's memory or image. */
static void *address(unsigned char *memory, const struct operator *o, size_t element)
{
    return memory + GUARD + (ptrdiff_t) element * o->extent - o->lower_bound;
}

/* Copies values without touching holes. */
static void copy(const void *from, MPI_Datatype from_type, void *to, MPI_Datatype to_type, size_t elements)
{
    MPI_Sendrecv(from, (int) elements, from_type, 0, 0, to, (int) elements, to_type, 0, 0, MPI_COMM_SELF,
                 MPI_STATUS_IGNORE);
}

void buffer_create(struct buffer *buffer, unsigned char paint)
{
    size_t bytes = 0;
    for (const struct operator *o = operators; o < operators + OPERATORS; o++)
        if (bytes < operator_elements(o) * (size_t) o->extent)
            bytes = operator_elements(o) * (size_t) o->extent;
    bytes += 2 * GUARD;
    *buffer = (struct buffer) { .paint = paint, .memory = malloc(bytes), .image = malloc(bytes) };
}

void buffer_free(struct buffer *buffer)
{
    free(buffer->memory);
    free(buffer->image);
}

void *buffer_reset(struct buffer *buffer, const struct operator *operator, size_t room)
{
    buffer->operator = operator;
    buffer->room = room;
    memset(buffer->memory, buffer->paint, used_bytes(buffer));
    return address(buffer->memory, operator, 0);
}

void buffer_put(struct buffer *buffer, const unsigned char *values, size_t elements)
{
    const struct operator *o = buffer->operator;
    copy(values, o->packed, address(buffer->memory, o, 0), o->type, elements);
}

bool buffer_holds(struct buffer *buffer, const unsigned char *values, size_t elements, size_t loose,
                  char *where, size_t where_bytes)
{
    const struct operator *o = buffer->operator;
    memset(buffer->image, buffer->paint, used_bytes(buffer));
    copy(values, o->packed, address(buffer->image, o, 0), o->type, elements);
    copy(address(buffer->memory, o, elements), o->type, address(buffer->image, o, elements), o->type, loose);
    for (size_t i = 0; o->data_bytes > 0 && i < elements; i++)
        memcpy((char *) address(buffer->image, o, i) + o->data_bytes,
               (char *) address(buffer->memory, o, i) + o->data_bytes, (size_t) o->extent - o->data_bytes);
    if (memcmp(buffer->image, buffer->memory, used_bytes(buffer)) == 0)
        return true;
    ptrdiff_t byte = 0;
    while (buffer->image[byte] == buffer->memory[byte])
        byte++;
    byte -= GUARD;
    if (byte < 0 || byte >= (ptrdiff_t) elements * o->extent)
        snprintf(where, where_bytes, "byte %td written, beside the result of %zu elements", byte, elements);
    else
        snprintf(where, where_bytes, "element %td wrong at byte %td", byte / o->extent, byte % o->extent);
    return false;
}

#include "fake_wire.h"

#include <stdlib.h>
#include <string.h>

void coll_rabred_data_init(coll_rabred_data_t *data, struct ompi_datatype_t *type, struct ompi_op_t *op)
{
    *data = (coll_rabred_data_t) {.type = type, .op = op, .packed = sizeof(value_t),
                                  .start = type->offset, .length = sizeof(value_t),
                                  .extent = type->extent,
                                  .plain = 0 == type->offset && (ptrdiff_t) sizeof(value_t) == type->extent, .gaps = type->gaps,
                                  .three_buffer = op->three_buffer, .changes_sides = op->changes_sides};
}

size_t fake_data_size(const struct ompi_datatype_t *type)
{
    return type->byte ? 1 : sizeof(value_t);
}

char *fake_data_at(const char *memory, const struct ompi_datatype_t *type, size_t element)
{
    return (char *) memory + (ptrdiff_t) element * type->extent + type->offset;
}

void fake_data_move(char *into, const struct ompi_datatype_t *into_type, const char *from, const struct ompi_datatype_t *from_type, size_t elements)
{
    for (size_t i = 0; i < elements; i++) {
        memcpy(fake_data_at(into, into_type, i), fake_data_at(from, from_type, i), fake_data_size(into_type));
    }
}

static value_t *value_at(const coll_rabred_data_t *data, const char *memory, size_t element)
{
    return (value_t *) fake_data_at(memory, data->type, element);
}

void coll_rabred_data_copy(const coll_rabred_data_t *data, size_t elements, char *into, const char *from)
{
    data->type->moved->copied += elements;
    fake_data_move(into, data->type, from, data->type, elements);
}

void coll_rabred_data_pack(const coll_rabred_data_t *data, size_t elements, char *packed, const char *from)
{
    data->type->moved->packed += elements;
    for (size_t i = 0; i < elements; i++) {
        memcpy(packed + i * sizeof(value_t), value_at(data, from, i), sizeof(value_t));
    }
}

void coll_rabred_data_unpack(const coll_rabred_data_t *data, size_t elements, char *into, const char *packed)
{
    data->type->moved->packed += elements;
    for (size_t i = 0; i < elements; i++) {
        memcpy(value_at(data, into, i), packed + i * sizeof(value_t), sizeof(value_t));
    }
}

struct ompi_datatype_t *coll_rabred_data_bytes(void)
{
    static struct ompi_datatype_t bytes = {.extent = 1, .byte = true};

    return &bytes;
}

/* True if the vectors share memory, and are not the same one. */
static bool overlap(const coll_rabred_data_t *data, size_t elements, const char *a, const char *b)
{
    ptrdiff_t bytes = (ptrdiff_t) elements * data->extent;

    return a < b + bytes && b < a + bytes;
}

void coll_rabred_data_reduce(const coll_rabred_data_t *data, size_t elements, char *into, const char *left, char *right)
{
    if (overlap(data, elements, into, left) || (into != right && overlap(data, elements, into, right))) {
        abort();
    }
    data->type->moved->three_address += into != right ? elements : 0;
    for (size_t i = 0; i < elements; i++) {
        value_t a = *value_at(data, left, i), b = *value_at(data, right, i);
        bool sound = a.index == b.index && 0 != a.end && 0 != b.end;
        if (data->op->unordered) {
            *value_at(data, into, i) = (value_t) {a.index, 0, sound && 0 == (a.end & b.end) ? a.end | b.end : 0};
        } else {
            *value_at(data, into, i) = (value_t) {a.index, a.first, sound && a.end == b.first ? b.end : 0};
        }
    }
}

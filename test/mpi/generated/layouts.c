/*
 * Datatypes. The alike ones are of 8 words of 4 bytes, of which this file says where they stand.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "generated.h"

#include <string.h>

enum { WORDS = 8, WORD = 4 };             /* WORD: bytes */

/* The next bytes of the value stand together at `place`. */
static void piece(struct layout *l, ptrdiff_t place, size_t bytes)
{
    while (bytes-- > 0)
        l->offset[l->value_bytes++] = place++;
}

/* Words one after the other, `stride` bytes apart. */
static void words(struct layout *l, ptrdiff_t place, ptrdiff_t stride, int number)
{
    for (int i = 0; i < number; i++)
        piece(l, place + i * stride, WORD);
}

/* Gives the type, which is replaced, other bounds. */
static void resize(struct layout *l, MPI_Aint lower_bound, MPI_Aint extent)
{
    MPI_Datatype former = l->type;
    MPI_Type_create_resized(former, lower_bound, extent, &l->type);
    MPI_Type_free(&former);
}

static void predefined(struct layout *l, size_t elements)
{
    (void) elements;
    l->type = MPI_UINT64_T;
    l->alignment = sizeof(uint64_t);
    piece(l, 0, sizeof(uint64_t));
}

static void contiguous(struct layout *l, size_t elements)
{
    (void) elements;
    words(l, 0, WORD, WORDS);
    MPI_Type_contiguous(WORDS, MPI_UINT32_T, &l->type);
}

static void vector(struct layout *l, size_t elements)
{
    (void) elements;
    words(l, 0, 2 * WORD, WORDS);
    MPI_Type_vector(WORDS, 1, 2, MPI_UINT32_T, &l->type);
}

static void backwards(struct layout *l, size_t elements)
{
    (void) elements;
    words(l, 0, -3 * WORD, WORDS);
    MPI_Type_vector(WORDS, 1, -3, MPI_UINT32_T, &l->type);
}

static void indexed(struct layout *l, size_t elements)
{
    (void) elements;
    words(l, 6 * WORD, WORD, 3);
    words(l, 0, WORD, 5);
    MPI_Type_indexed(2, (int[]) { 3, 5 }, (int[]) { 6, 0 }, MPI_UINT32_T, &l->type);
}

static void duplicated(struct layout *l, size_t elements)
{
    MPI_Datatype original;
    indexed(l, elements);
    original = l->type;
    MPI_Type_dup(original, &l->type);
    MPI_Type_free(&original);
}

static void subarray(struct layout *l, size_t elements)
{
    (void) elements;
    for (int row = 0; row < 4; row++)
        words(l, (5 * row + 2) * WORD, WORD, 2);
    MPI_Type_create_subarray(2, (int[]) { 5, 5 }, (int[]) { 4, 2 }, (int[]) { 0, 2 }, MPI_ORDER_C, MPI_UINT32_T, &l->type);
}

static void nested(struct layout *l, size_t elements)
{
    (void) elements;
    MPI_Type_vector(WORDS / 2, 1, 2, MPI_UINT32_T, &l->type);
    resize(l, -2 * WORD, 11 * WORD);
    MPI_Datatype half = l->type;
    for (int i = 0; i < 2; i++)
        words(l, i * 11 * WORD, 2 * WORD, WORDS / 2);
    MPI_Type_contiguous(2, half, &l->type);
    MPI_Type_free(&half);
}

/* Words of one element stand between those of the others. */
static void interleaved(struct layout *l, size_t elements)
{
    const int stride = (int) elements + 1;
    words(l, 0, stride * WORD, WORDS);
    MPI_Type_vector(WORDS, 1, stride, MPI_UINT32_T, &l->type);
    resize(l, 0, WORD);
}

static void wide(struct layout *l, size_t elements)
{
    contiguous(l, elements);
    resize(l, 0, 14 * WORD);
}

static void below(struct layout *l, size_t elements)
{
    (void) elements;
    words(l, -5 * WORD, WORD, 5);
    words(l, 2 * WORD, WORD, 3);
    MPI_Type_create_hindexed(2, (int[]) { 5, 3 }, (MPI_Aint[]) { -5 * WORD, 2 * WORD }, MPI_UINT32_T, &l->type);
    resize(l, -7 * WORD, 14 * WORD);
}

static void above(struct layout *l, size_t elements)
{
    (void) elements;
    words(l, 5 * WORD, WORD, WORDS);
    MPI_Type_create_hindexed_block(1, WORDS, (MPI_Aint[]) { 5 * WORD }, MPI_UINT32_T, &l->type);
}

static void downwards(struct layout *l, size_t elements)
{
    vector(l, elements);
    resize(l, 0, -17 * WORD);
}

/* Its first byte is less aligned than the element. */
static void structure(struct layout *l, size_t elements)
{
    (void) elements;
    l->alignment = sizeof(uint64_t);
    words(l, WORD, WORD, 1);
    piece(l, 16, sizeof(uint64_t));
    piece(l, 27, 20);
    MPI_Type_create_struct(3, (int[]) { 1, 1, 20 }, (MPI_Aint[]) { WORD, 16, 27 },
                           (MPI_Datatype[]) { MPI_UINT32_T, MPI_UINT64_T, MPI_BYTE }, &l->type);
}

static void odd_bytes(struct layout *l, size_t elements)
{
    (void) elements;
    l->alignment = 1;
    piece(l, 1, 31);
    piece(l, 34, 1);
    MPI_Type_create_hindexed(2, (int[]) { 31, 1 }, (MPI_Aint[]) { 1, 34 }, MPI_BYTE, &l->type);
    resize(l, 1, 37);
}

static void nothing(struct layout *l, size_t elements)
{
    (void) elements;
    MPI_Type_contiguous(0, MPI_UINT32_T, &l->type);
    l->value_bytes = 0;
}

const struct datatype datatypes[] = {
    { .name = "contiguous", .value_bytes = VALUE_BYTES, .create = contiguous, .alike = true },
    { .name = "vector", .value_bytes = VALUE_BYTES, .create = vector, .alike = true },
    { .name = "backward vector", .value_bytes = VALUE_BYTES, .create = backwards, .alike = true },
    { .name = "indexed", .value_bytes = VALUE_BYTES, .create = indexed, .alike = true },
    { .name = "duplicate", .value_bytes = VALUE_BYTES, .create = duplicated, .alike = true },
    { .name = "subarray", .value_bytes = VALUE_BYTES, .create = subarray, .alike = true },
    { .name = "nested", .value_bytes = VALUE_BYTES, .create = nested, .alike = true },
    { .name = "interleaved", .value_bytes = VALUE_BYTES, .create = interleaved, .alike = true },
    { .name = "wide", .value_bytes = VALUE_BYTES, .create = wide, .alike = true },
    { .name = "lower bound below 0", .value_bytes = VALUE_BYTES, .create = below, .alike = true },
    { .name = "lower bound above 0", .value_bytes = VALUE_BYTES, .create = above, .alike = true },
    { .name = "downwards", .value_bytes = VALUE_BYTES, .create = downwards, .alike = true },
    { .name = "different layouts", .value_bytes = VALUE_BYTES, .by_rank = true },
    { .name = "struct", .value_bytes = VALUE_BYTES, .create = structure },
    { .name = "odd bytes", .value_bytes = VALUE_BYTES, .create = odd_bytes },
    { .name = "no bytes", .create = nothing },
    { .name = "MPI_UINT64_T", .value_bytes = sizeof(uint64_t), .create = predefined },
    { .name = NULL }
};

/* One of the datatypes that may meet. */
static const struct datatype *any_alike(uint64_t rank)
{
    size_t alike = 0;
    while (datatypes[alike].alike)
        alike++;
    return &datatypes[rank % alike];
}

static int layout_key = MPI_KEYVAL_INVALID;

void layout_create(struct layout *l, const struct datatype *datatype, size_t elements, uint64_t rank)
{
    MPI_Aint lower_bound;
    *l = (struct layout) { .alignment = WORD };
    (datatype->by_rank ? any_alike(rank) : datatype)->create(l, elements);
    MPI_Type_get_envelope(l->type, &(int) { 0 }, &(int) { 0 }, &(int) { 0 }, &l->combiner);
    MPI_Type_get_extent(l->type, &lower_bound, &l->extent);
    if (l->combiner == MPI_COMBINER_NAMED)
        return;
    if (layout_key == MPI_KEYVAL_INVALID)
        MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &layout_key, NULL);
    MPI_Type_set_attr(l->type, layout_key, l);
    MPI_Type_commit(&l->type);
}

void layout_free(struct layout *l)
{
    if (l->combiner != MPI_COMBINER_NAMED)
        MPI_Type_free(&l->type);
}

bool layout_is_of(const struct layout *l, MPI_Datatype type)
{
    struct layout *attached;
    MPI_Aint lower_bound, extent;
    int found, combiner, bytes;
    MPI_Type_size(type, &bytes);
    MPI_Type_get_extent(type, &lower_bound, &extent);
    MPI_Type_get_envelope(type, &(int) { 0 }, &(int) { 0 }, &(int) { 0 }, &combiner);
    if ((size_t) bytes != l->value_bytes || extent != l->extent || combiner != l->combiner)
        return false;
    if (combiner == MPI_COMBINER_NAMED)
        return type == l->type;
    MPI_Type_get_attr(type, layout_key, &attached, &found);
    return found && attached == l;
}

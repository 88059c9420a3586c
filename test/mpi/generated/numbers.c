/*
 * The numbers in values of predefined types: one, or two of complex types and of pairs. Where they stand and how wide
 * they are follows from the size of the type.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "predefined.h"

#include <float.h>
#include <math.h>
#include <string.h>

struct number {
    enum form form;
    size_t place, bytes;
};

static int numbers_of(const struct element *e, struct number number[2])
{
    int size;
    MPI_Type_size(e->type, &size);
    const size_t all = (size_t) size, half = all / 2, but_index = all - sizeof(int);
    switch (e->group) {
    case COMPLEX: case FORTRAN_PAIR:
        number[0] = (struct number) { e->form, 0, half };
        number[1] = (struct number) { e->form, half, half };
        return 2;
    case C_PAIR:
        number[0] = (struct number) { e->form, 0, but_index };
        number[1] = (struct number) { SIGNED, but_index < sizeof(int) ? sizeof(int) : but_index, sizeof(int) };
        return 2;
    default:
        number[0] = (struct number) { e->form, 0, all };
        return 1;
    }
}

/* The bytes that mean something; they come first. */
static size_t meaning_bytes(const struct number *n)
{
    return n->form == FLOATING && n->bytes == sizeof(long double) && LDBL_MANT_DIG == 64 ? 10 : n->bytes;
}

void predefined_layout(const struct operand *o, struct layout *l)
{
    struct number number[2];
    MPI_Aint lower_bound;
    *l = (struct layout) { .type = o->element->type, .combiner = MPI_COMBINER_NAMED, .alignment = 1 };
    MPI_Type_get_extent(l->type, &lower_bound, &l->extent);
    l->value_bytes = (size_t) l->extent;
    while (l->alignment < sizeof(long double) && l->value_bytes % (2 * l->alignment) == 0)
        l->alignment *= 2;
    memset(l->padding, true, sizeof l->padding);
    memset(l->between, true, sizeof l->between);
    for (int i = numbers_of(o->element, number) - 1; i >= 0; i--) {
        memset(l->padding + number[i].place, false, meaning_bytes(&number[i]));
        memset(l->between + number[i].place, false, number[i].bytes);
    }
    for (size_t byte = 0; byte < l->value_bytes; byte++)
        l->offset[byte] = (ptrdiff_t) byte;
}

static void put(const struct number *n, long double x, unsigned char *value)
{
    const int64_t whole = n->form == FLOATING ? 0 : (int64_t) x;
    const size_t bytes = meaning_bytes(n);
    value += n->place;
    if (n->form == FLOATING)
        memcpy(value, bytes == sizeof(float) ? (void *) &(float) { (float) x }
                      : bytes == sizeof(double) ? (void *) &(double) { (double) x } : (void *) &x, bytes);
    else
        memcpy(value, bytes == 1 ? (void *) &(int8_t) { (int8_t) whole }
                      : bytes == 2 ? (void *) &(int16_t) { (int16_t) whole }
                      : bytes == 4 ? (void *) &(int32_t) { (int32_t) whole } : (void *) &whole, bytes);
}

static long double get(const struct number *n, const unsigned char *value)
{
    float narrow;
    double medium;
    long double wide = 0;
    memcpy(&narrow, value + n->place, n->bytes < sizeof narrow ? n->bytes : sizeof narrow);
    memcpy(&medium, value + n->place, n->bytes < sizeof medium ? n->bytes : sizeof medium);
    memcpy(&wide, value + n->place, meaning_bytes(n));
    return n->bytes == sizeof narrow ? (long double) narrow : n->bytes == sizeof medium ? (long double) medium : wide;
}

void predefined_draw(const struct operand *o, unsigned char *value, uint64_t random)
{
    struct number number[2];
    const int numbers = numbers_of(o->element, number);
    for (int i = 0; i < numbers; i++)
        put(&number[i], o->op->draw(number[i].form, scramble(random, (uint64_t) i)), value);
}

enum answer predefined_is_exact(const struct operand *o)
{
    if (o->element->group == C_PAIR || o->element->group == FORTRAN_PAIR)
        return EITHER;
    return o->element->form != FLOATING ? YES : o->op->rounds ? NO : EITHER;
}

enum answer predefined_is_always_exact(const struct operand *o)
{
    struct number number[2];
    numbers_of(o->element, number);
    return predefined_op(o) == MPI_SUM && number[0].bytes < sizeof(int32_t) ? NO : predefined_is_exact(o);
}

/* Whether what makes the difference may be rounding. */
static bool near(const struct operand *o, const unsigned char *value, const unsigned char *other, int size)
{
    struct number number[2];
    long double apart = 0, magnitude = 0;
    const int numbers = numbers_of(o->element, number);
    for (int i = 0; i < numbers; i++) {
        long double a = get(&number[i], value), b = get(&number[i], other);
        apart = fmaxl(apart, fabsl(a - b));
        magnitude = fmaxl(magnitude, fabsl(b));
    }
    const long double unit = number[0].bytes == sizeof(float) ? FLT_EPSILON
                             : number[0].bytes == sizeof(double) ? DBL_EPSILON : LDBL_EPSILON;
    return apart <= 8 * (long double) size * unit * magnitude;
}

bool predefined_agree(const struct operand *o, const unsigned char *value, const unsigned char *other, int size)
{
    struct number number[2];
    bool same = true;
    for (int i = numbers_of(o->element, number) - 1; i >= 0; i--)
        same = same && memcmp(value + number[i].place, other + number[i].place, meaning_bytes(&number[i])) == 0;
    return same || (predefined_is_exact(o) == NO && near(o, value, other, size));
}

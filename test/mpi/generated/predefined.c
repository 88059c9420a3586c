/*
 * Predefined operators, each with the types that MPI defines it for.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "predefined.h"

#include <stdio.h>

#define ELEMENT(type, group, form) { #type, type, group, form }

static const struct element elements[] = {
    ELEMENT(MPI_INT, C_INTEGER, SIGNED), ELEMENT(MPI_LONG, C_INTEGER, SIGNED), ELEMENT(MPI_SHORT, C_INTEGER, SIGNED),
    ELEMENT(MPI_UNSIGNED_SHORT, C_INTEGER, UNSIGNED), ELEMENT(MPI_UNSIGNED, C_INTEGER, UNSIGNED),
    ELEMENT(MPI_UNSIGNED_LONG, C_INTEGER, UNSIGNED), ELEMENT(MPI_LONG_LONG_INT, C_INTEGER, SIGNED),
    ELEMENT(MPI_UNSIGNED_LONG_LONG, C_INTEGER, UNSIGNED), ELEMENT(MPI_SIGNED_CHAR, C_INTEGER, SIGNED),
    ELEMENT(MPI_UNSIGNED_CHAR, C_INTEGER, UNSIGNED), ELEMENT(MPI_INT8_T, C_INTEGER, SIGNED),
    ELEMENT(MPI_INT16_T, C_INTEGER, SIGNED), ELEMENT(MPI_INT32_T, C_INTEGER, SIGNED),
    ELEMENT(MPI_INT64_T, C_INTEGER, SIGNED), ELEMENT(MPI_UINT8_T, C_INTEGER, UNSIGNED),
    ELEMENT(MPI_UINT16_T, C_INTEGER, UNSIGNED), ELEMENT(MPI_UINT32_T, C_INTEGER, UNSIGNED),
    ELEMENT(MPI_UINT64_T, C_INTEGER, UNSIGNED),
    ELEMENT(MPI_INTEGER, FORTRAN_INTEGER, SIGNED),
    ELEMENT(MPI_FLOAT, FLOATING_POINT, FLOATING), ELEMENT(MPI_DOUBLE, FLOATING_POINT, FLOATING),
    ELEMENT(MPI_LONG_DOUBLE, FLOATING_POINT, FLOATING), ELEMENT(MPI_REAL, FLOATING_POINT, FLOATING),
    ELEMENT(MPI_DOUBLE_PRECISION, FLOATING_POINT, FLOATING),
    ELEMENT(MPI_LOGICAL, LOGICAL, TRUTH), ELEMENT(MPI_C_BOOL, LOGICAL, TRUTH), ELEMENT(MPI_CXX_BOOL, LOGICAL, TRUTH),
    ELEMENT(MPI_COMPLEX, COMPLEX, FLOATING), ELEMENT(MPI_DOUBLE_COMPLEX, COMPLEX, FLOATING),
    ELEMENT(MPI_C_FLOAT_COMPLEX, COMPLEX, FLOATING), ELEMENT(MPI_C_DOUBLE_COMPLEX, COMPLEX, FLOATING),
    ELEMENT(MPI_C_LONG_DOUBLE_COMPLEX, COMPLEX, FLOATING), ELEMENT(MPI_CXX_FLOAT_COMPLEX, COMPLEX, FLOATING),
    ELEMENT(MPI_CXX_DOUBLE_COMPLEX, COMPLEX, FLOATING), ELEMENT(MPI_CXX_LONG_DOUBLE_COMPLEX, COMPLEX, FLOATING),
    ELEMENT(MPI_BYTE, BYTES, UNSIGNED),
    ELEMENT(MPI_AINT, MULTI_LANGUAGE, SIGNED), ELEMENT(MPI_OFFSET, MULTI_LANGUAGE, SIGNED),
    ELEMENT(MPI_COUNT, MULTI_LANGUAGE, SIGNED),
    ELEMENT(MPI_FLOAT_INT, C_PAIR, FLOATING), ELEMENT(MPI_DOUBLE_INT, C_PAIR, FLOATING),
    ELEMENT(MPI_LONG_DOUBLE_INT, C_PAIR, FLOATING), ELEMENT(MPI_SHORT_INT, C_PAIR, SIGNED),
    ELEMENT(MPI_LONG_INT, C_PAIR, SIGNED), ELEMENT(MPI_2INT, C_PAIR, SIGNED),
    ELEMENT(MPI_2REAL, FORTRAN_PAIR, FLOATING), ELEMENT(MPI_2DOUBLE_PRECISION, FORTRAN_PAIR, FLOATING),
    ELEMENT(MPI_2INTEGER, FORTRAN_PAIR, SIGNED),
    /* Optional in MPI. */
#ifdef MPI_INTEGER1
    ELEMENT(MPI_INTEGER1, FORTRAN_INTEGER, SIGNED),
#endif
#ifdef MPI_INTEGER2
    ELEMENT(MPI_INTEGER2, FORTRAN_INTEGER, SIGNED),
#endif
#ifdef MPI_INTEGER4
    ELEMENT(MPI_INTEGER4, FORTRAN_INTEGER, SIGNED),
#endif
#ifdef MPI_INTEGER8
    ELEMENT(MPI_INTEGER8, FORTRAN_INTEGER, SIGNED),
#endif
#ifdef MPI_REAL2
    ELEMENT(MPI_REAL2, FLOATING_POINT, FLOATING),
#endif
#ifdef MPI_REAL4
    ELEMENT(MPI_REAL4, FLOATING_POINT, FLOATING), ELEMENT(MPI_COMPLEX8, COMPLEX, FLOATING),
#endif
#ifdef MPI_REAL8
    ELEMENT(MPI_REAL8, FLOATING_POINT, FLOATING), ELEMENT(MPI_COMPLEX16, COMPLEX, FLOATING),
#endif
#ifdef MPI_REAL16
    ELEMENT(MPI_REAL16, FLOATING_POINT, FLOATING), ELEMENT(MPI_COMPLEX32, COMPLEX, FLOATING),
#endif
};

/* What makes a good operand of random bits; whole numbers for all forms but FLOATING. */
static long double any(enum form form, uint64_t random)
{
    return form == FLOATING ? (long double) (int64_t) random / (1 << 30) : (long double) (int64_t) random;
}

static long double any_bit_pattern(enum form form, uint64_t random)
{
    (void) form;
    return (long double) (int64_t) random;
}

static long double mostly_ones(enum form form, uint64_t random)
{
    return any_bit_pattern(form, random | random << 21 | random >> 43 | random << 13);
}

static long double mostly_zeros(enum form form, uint64_t random)
{
    return any_bit_pattern(form, random & random << 21 & random << 13);
}

static long double fraction(uint64_t random)
{
    return 0.5L + (long double) (random & 0xffffff) / 0x1000000;
}

/* Sums of 16 fit into a byte. */
static long double term(enum form form, uint64_t random)
{
    return form == FLOATING ? fraction(random) : (long double) (int) (random % 8) - (form == SIGNED ? 4 : 0);
}

static long double factor(enum form form, uint64_t random)
{
    return form == FLOATING ? fraction(random) : random % 8 == 0 ? 3 : form == SIGNED && random % 8 < 4 ? -1 : 1;
}

static long double truth(enum form form, uint64_t random, bool value)
{
    return !value ? 0 : form == TRUTH ? 1 : (long double) (1 + random / 8 % 100);
}

static long double mostly_true(enum form form, uint64_t random)
{
    return truth(form, random, random % 8 != 0);
}

static long double mostly_false(enum form form, uint64_t random)
{
    return truth(form, random, random % 8 == 0);
}

static long double true_or_false(enum form form, uint64_t random)
{
    return truth(form, random, random % 2 == 0);
}

/* With ties. */
static long double few(enum form form, uint64_t random)
{
    (void) form;
    return (long double) (random % 5);
}

enum {
    INTEGERS = C_INTEGER | FORTRAN_INTEGER | MULTI_LANGUAGE,
    PAIRS = C_PAIR | FORTRAN_PAIR
};

static const struct predefined operators_of_mpi[] = {
    { "MPI_MAX", MPI_MAX, INTEGERS | FLOATING_POINT, any, false },
    { "MPI_MIN", MPI_MIN, INTEGERS | FLOATING_POINT, any, false },
    { "MPI_SUM", MPI_SUM, INTEGERS | FLOATING_POINT | COMPLEX, term, true },
    { "MPI_PROD", MPI_PROD, INTEGERS | FLOATING_POINT | COMPLEX, factor, true },
    { "MPI_LAND", MPI_LAND, C_INTEGER | LOGICAL, mostly_true, false },
    { "MPI_LOR", MPI_LOR, C_INTEGER | LOGICAL, mostly_false, false },
    { "MPI_LXOR", MPI_LXOR, C_INTEGER | LOGICAL, true_or_false, false },
    { "MPI_BAND", MPI_BAND, INTEGERS | BYTES, mostly_ones, false },
    { "MPI_BOR", MPI_BOR, INTEGERS | BYTES, mostly_zeros, false },
    { "MPI_BXOR", MPI_BXOR, INTEGERS | BYTES, any_bit_pattern, false },
    { "MPI_MAXLOC", MPI_MAXLOC, PAIRS, few, false },
    { "MPI_MINLOC", MPI_MINLOC, PAIRS, few, false },
};

static bool is_here(const struct predefined *op, const struct element *element)
{
    unsigned char left[VALUE_BYTES] = { 0 }, right[VALUE_BYTES] = { 0 };
    int bytes;
    if (element->type == MPI_DATATYPE_NULL)
        return false;
    MPI_Type_size(element->type, &bytes);
    return bytes > 0 && MPI_Reduce_local(left, right, 1, element->type, op->op) == MPI_SUCCESS;
}

size_t predefined_operands(struct operand *operand, size_t *missing)
{
    size_t number = 0;
    MPI_Errhandler former;
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &former);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (size_t o = 0; o < sizeof operators_of_mpi / sizeof *operators_of_mpi; o++)
        for (size_t e = 0; e < sizeof elements / sizeof *elements; e++)
            if ((operators_of_mpi[o].groups & elements[e].group) == 0)
                continue;
            else if (is_here(&operators_of_mpi[o], &elements[e]))
                operand[number++] = (struct operand) { .op = &operators_of_mpi[o], .element = &elements[e] };
            else
                ++*missing;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, former);
    return number;
}

void predefined_name(const struct operand *o, char *name, size_t name_bytes)
{
    snprintf(name, name_bytes, "%s on %s", o->op->name, o->element->name);
}

MPI_Op predefined_op(const struct operand *o)
{
    return o->op->op;
}

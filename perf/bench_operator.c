/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "bench_operator.h"

#include <stdint.h>

/* What tells the ranks apart: squares, so that one rank counted twice does not stand in for another. */
static int square(int rank)
{
    return (rank + 1) * (rank + 1);
}

/* Small integers held in doubles. */
static void sum_double_value(int rank, unsigned index, void *element)
{
    *(double *)element = 1024.0 * square(rank) + index;
}

static void sum_double(void *left, void *right, int *count, MPI_Datatype *type)
{
    const double *from = left;
    double *into = right;
    (void)type;
    for (int i = 0; i < *count; i++) {
        into[i] += from[i];
    }
}

static MPI_Datatype double_type(void)
{
    return MPI_DOUBLE;
}

static void sum_int_value(int rank, unsigned index, void *element)
{
    *(int *)element = square(rank) + (int)index;
}

static void sum_int(void *left, void *right, int *count, MPI_Datatype *type)
{
    const int *from = left;
    int *into = right;
    (void)type;
    for (int i = 0; i < *count; i++) {
        into[i] += from[i];
    }
}

static MPI_Datatype int_type(void)
{
    return MPI_INT;
}

static MPI_Op sum(void)
{
    return MPI_SUM;
}

/* Integers modulo 2^32, for which the product is exact. */
struct matrix {
    uint32_t a, b, c, d; /* | a b |  */
};                       /* | c d |  */

/* Of determinant 1, so that no product of many degenerates. */
static void matrix_value(int rank, unsigned index, void *element)
{
    uint32_t x = 2 * index + 1, y = 3 * (uint32_t)rank + index + 1;
    *(struct matrix *)element = (struct matrix){ 1, x, y, x * y + 1 };
}

static void matrix_product(void *left, void *right, int *count, MPI_Datatype *type)
{
    const struct matrix *from = left;
    struct matrix *into = right;
    (void)type;
    for (int i = 0; i < *count; i++) {
        struct matrix l = from[i], r = into[i];
        into[i] = (struct matrix){ l.a * r.a + l.b * r.c, l.a * r.b + l.b * r.d, l.c * r.a + l.d * r.c, l.c * r.b + l.d * r.d };
    }
}

static MPI_Datatype matrix_type(void)
{
    MPI_Datatype type;
    MPI_Type_contiguous(4, MPI_UINT32_T, &type);
    MPI_Type_commit(&type);
    return type;
}

struct located {
    double value;
    int place;
};

/* The greatest value is not always the same rank's, and often that of several. */
static void maxloc_value(int rank, unsigned index, void *element)
{
    struct located *located = element;
    located->value = 16.0 * index + (index + 5 * (unsigned)rank) % 11;
    located->place = rank;
}

/* Leaves the padding alone: Open MPI's scratch buffers end with the last element's data, not with its padding. */
static void maxloc(void *left, void *right, int *count, MPI_Datatype *type)
{
    const struct located *from = left;
    struct located *into = right;
    (void)type;
    for (int i = 0; i < *count; i++) {
        if (from[i].value > into[i].value || (from[i].value == into[i].value && from[i].place < into[i].place)) {
            into[i].value = from[i].value;
            into[i].place = from[i].place;
        }
    }
}

static MPI_Datatype double_int_type(void)
{
    return MPI_DOUBLE_INT;
}

static MPI_Op maxloc_op(void)
{
    return MPI_MAXLOC;
}

const struct bench_operator bench_operators[] = {
    { "sum_double", sizeof(double), sizeof(double), true, sum_double_value, sum_double, double_type, sum },
    { "sum_int", sizeof(int), sizeof(int), true, sum_int_value, sum_int, int_type, sum },
    { "matrix2x2", sizeof(struct matrix), sizeof(struct matrix), false, matrix_value, matrix_product, matrix_type, NULL },
    { "maxloc_double_int", sizeof(struct located), sizeof(double) + sizeof(int), true, maxloc_value, maxloc, double_int_type, maxloc_op },
    { .name = NULL },
};

/* MPI gives an operator's function no argument of ours. */
static MPI_User_function *observed_combine;
static struct bench_server *observer;

static void observe(void *left, void *right, int *count, MPI_Datatype *type)
{
    if (observer != NULL) {
        bench_library_look(observer);
        observer = NULL;
    }
    observed_combine(left, right, count, type);
}

void bench_operation_observe(const struct bench_operation *operation, struct bench_server *server)
{
    observed_combine = operation->operator->combine;
    observer = server;
}

void bench_operation_open(struct bench_operation *operation, const struct bench_operator *operator)
{
    operation->operator = operator;
    operation->type = operator->type();
    if (operator->predefined != NULL) {
        operation->op = operator->predefined();
    } else {
        MPI_Op_create(operator->combine, operator->commutative, &operation->op);
    }
    MPI_Op_create(observe, operator->commutative, &operation->observed);
}

void bench_operation_close(struct bench_operation *operation)
{
    MPI_Op_free(&operation->observed);
    if (operation->operator->predefined == NULL) {
        MPI_Op_free(&operation->op);
        MPI_Type_free(&operation->type);
    }
}

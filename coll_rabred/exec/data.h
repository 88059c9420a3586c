/*
 * Elements in memory: how far apart, how to copy and how to reduce them. Operators report no errors
 * (MPI 4.1, 6.9), so these do not either.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_EXEC_DATA_H
#define COLL_RABRED_EXEC_DATA_H

#include <stdbool.h>
#include <stddef.h>

struct ompi_datatype_t;
struct ompi_op_t;

typedef struct {
    struct ompi_datatype_t *type;
    struct ompi_op_t *op;
    ptrdiff_t start, length;       /* bytes: where in an element its first byte that travels stands; from that to the last one, inclusive */
    ptrdiff_t extent;              /* bytes from one element to the next */
    size_t packed;                 /* bytes of an element in a packed message; equal on all processes, unlike the extent */
    int function;                  /* which of the operator's functions takes the type; -1: that is found at each reduction */
    bool plain;                    /* elements are their bytes, and stand one behind the other from their address on */
    bool gaps;                     /* elements are their bytes, with gaps between them, as pairs are. Equal on all processes: of predefined operators only,
                                      whose types are; to others a predefined type and one made like it are the same */
    bool three_buffer;             /* the operator has a form that writes to neither operand */
    bool changes_sides;            /* left op right is right op left, to the bit (but for which of two NaNs it is) */
} coll_rabred_data_t;

void coll_rabred_data_init(coll_rabred_data_t *data, struct ompi_datatype_t *type, struct ompi_op_t *op);

/* True if any order and bracketing of operands gives the same bits. */
bool coll_rabred_data_is_exact(const struct ompi_datatype_t *type, const struct ompi_op_t *op);

/* Bytes that `elements` elements take; the first byte lies `gap` bytes behind their address. */
static inline size_t coll_rabred_data_span(const coll_rabred_data_t *data, size_t elements, ptrdiff_t *gap)
{
    ptrdiff_t others = 0 == elements ? 0 : data->extent * (ptrdiff_t) (elements - 1);   /* upwards, or downwards */

    *gap = data->start + (others < 0 ? others : 0);
    return 0 == elements ? 0 : (size_t) (data->length + (others < 0 ? -others : others));
}

/* The two do not overlap, or are the same. */
void coll_rabred_data_copy(const coll_rabred_data_t *data, size_t elements, char *into, const char *from);

/* Copies elements to a packed message, which is nothing but their bytes, or from there. */
void coll_rabred_data_pack(const coll_rabred_data_t *data, size_t elements, char *packed, const char *from);
void coll_rabred_data_unpack(const coll_rabred_data_t *data, size_t elements, char *into, const char *packed);

/* What packed messages travel as. */
struct ompi_datatype_t *coll_rabred_data_bytes(void);

/* into = left op right; `into` may be `right`, and overlaps no other operand. */
void coll_rabred_data_reduce(const coll_rabred_data_t *data, size_t elements, char *into, const char *left, char *right);

#endif

/*
 * data.h over Open MPI's datatype engine and operator framework.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "ompi_config.h"

#include "../coll_rabred_compat.h"
#include "data.h"

#include "mpi.h"
#include "ompi/datatype/ompi_datatype.h"
#include "ompi/op/op.h"
#include "opal/datatype/opal_convertor.h"

#include <string.h>

/* The largest number of elements that one call of an operator's function takes. */
enum { PIECE = 1 << 30 };

/* The bit of a predefined operator. */
static int kind_of(const struct ompi_op_t *op)
{
    return ompi_op_is_intrinsic((struct ompi_op_t *) op) ? 1 << op->o_f_to_c_index : 0;
}

bool coll_rabred_data_is_exact(const struct ompi_datatype_t *type, const struct ompi_op_t *op)
{
    enum {
        OF_BITS = 1 << OMPI_OP_BASE_FORTRAN_LAND | 1 << OMPI_OP_BASE_FORTRAN_BAND | 1 << OMPI_OP_BASE_FORTRAN_LOR
                  | 1 << OMPI_OP_BASE_FORTRAN_BOR | 1 << OMPI_OP_BASE_FORTRAN_LXOR | 1 << OMPI_OP_BASE_FORTRAN_BXOR,
        OF_NUMBERS = 1 << OMPI_OP_BASE_FORTRAN_SUM | 1 << OMPI_OP_BASE_FORTRAN_PROD | 1 << OMPI_OP_BASE_FORTRAN_MIN
                     | 1 << OMPI_OP_BASE_FORTRAN_MAX
    };
    bool integer = OMPI_DATATYPE_FLAG_DATA_INT == (type->super.flags & OMPI_DATATYPE_FLAG_DATA_TYPE);

    if (MPI_SUM == op && type->super.size < sizeof(int32_t)) {
        return false;   /* op/avx saturates sums of 8 and 16 bits, and only where they fill its registers (Open MPI issue 8045) */
    }
    return kind_of(op) & OF_BITS || (kind_of(op) & OF_NUMBERS && integer);
}

void coll_rabred_data_init(coll_rabred_data_t *data, struct ompi_datatype_t *type, struct ompi_op_t *op)
{
    ptrdiff_t lower_bound;

    data->type = type;
    data->op = op;
    (void) ompi_datatype_get_extent(type, &lower_bound, &data->extent);
    (void) ompi_datatype_get_true_extent(type, &data->start, &data->length);
    (void) ompi_datatype_type_size(type, &data->packed);
    data->three_buffer = ompi_op_is_intrinsic(op);
    data->function = data->three_buffer && ompi_datatype_is_predefined(type) ? ompi_op_ddt_map[type->id] : -1;
    /* Not MIN and MAX of zeros, whose sign may tell, nor PROD of complex numbers, which may be rounded once less on one side; nor
       what users say to commute. */
    data->changes_sides = MPI_SUM == op || coll_rabred_data_is_exact(type, op);
    data->plain = 0 == data->start && opal_datatype_is_contiguous_memory_layout(&type->super, 2);
    data->gaps = data->function >= 0 && !data->plain && 0 == data->start && (size_t) data->length == data->packed;
}

/* Runs of so many bytes, which stand so far apart. How many bytes is best known when this is compiled: it spares a call for each run. */
static inline __attribute__((always_inline)) void copy_runs(size_t runs, size_t bytes, char *into, ptrdiff_t into_stride, const char *from,
                                                           ptrdiff_t from_stride)
{
    for (; runs > 0; runs--, into += into_stride, from += from_stride) {
        memcpy(into, from, bytes);
    }
}

/* Open MPI's engine, which knows types with gaps of any kind, takes longer (perf/results/2026-11-29-packed-pairs). */
static void skip_gaps(const coll_rabred_data_t *data, size_t elements, char *into, ptrdiff_t into_stride, const char *from, ptrdiff_t from_stride)
{
    enum { DOUBLE_INT = sizeof(double) + sizeof(int), LONG_DOUBLE_INT = sizeof(long double) + sizeof(int) };

    if (DOUBLE_INT == data->packed) {
        copy_runs(elements, DOUBLE_INT, into, into_stride, from, from_stride);
    } else if (LONG_DOUBLE_INT == data->packed) {
        copy_runs(elements, LONG_DOUBLE_INT, into, into_stride, from, from_stride);
    } else {
        copy_runs(elements, data->packed, into, into_stride, from, from_stride);
    }
}

void coll_rabred_data_copy(const coll_rabred_data_t *data, size_t elements, char *into, const char *from)
{
    if (into == from) {
        return;
    }
    if (data->plain) {
        memcpy(into, from, elements * data->packed);
    } else if (data->gaps) {
        skip_gaps(data, elements, into, data->extent, from, data->extent);
    } else {
        (void) ompi_datatype_copy_content_same_ddt(data->type, elements, into, (char *) from);
    }
}

/* By Open MPI's engine; apart from what is short. */
static __attribute__((noinline)) void pack_by_engine(const coll_rabred_data_t *data, size_t elements, char *packed, const char *from)
{
    size_t bytes = elements * data->packed;
    struct iovec whole = {packed, bytes};
    uint32_t parts = 1;
    opal_convertor_t convertor;

    OBJ_CONSTRUCT(&convertor, opal_convertor_t);
    opal_convertor_copy_and_prepare_for_send(ompi_mpi_local_convertor, &data->type->super, elements, from, 0, &convertor);
    (void) opal_convertor_pack(&convertor, &whole, &parts, &bytes);
    OBJ_DESTRUCT(&convertor);
}

static __attribute__((noinline)) void unpack_by_engine(const coll_rabred_data_t *data, size_t elements, char *into, const char *packed)
{
    size_t bytes = elements * data->packed;
    struct iovec whole = {(char *) packed, bytes};
    uint32_t parts = 1;
    opal_convertor_t convertor;

    OBJ_CONSTRUCT(&convertor, opal_convertor_t);
    opal_convertor_copy_and_prepare_for_recv(ompi_mpi_local_convertor, &data->type->super, elements, into, 0, &convertor);
    (void) opal_convertor_unpack(&convertor, &whole, &parts, &bytes);
    OBJ_DESTRUCT(&convertor);
}

void coll_rabred_data_pack(const coll_rabred_data_t *data, size_t elements, char *packed, const char *from)
{
    if (data->plain) {
        memcpy(packed, from, elements * data->packed);
    } else if (data->gaps) {
        skip_gaps(data, elements, packed, (ptrdiff_t) data->packed, from, data->extent);
    } else {
        pack_by_engine(data, elements, packed, from);
    }
}

void coll_rabred_data_unpack(const coll_rabred_data_t *data, size_t elements, char *into, const char *packed)
{
    if (data->plain) {
        memcpy(into, packed, elements * data->packed);
    } else if (data->gaps) {
        skip_gaps(data, elements, into, data->extent, packed, (ptrdiff_t) data->packed);
    } else {
        unpack_by_engine(data, elements, into, packed);
    }
}

struct ompi_datatype_t *coll_rabred_data_bytes(void)
{
    return MPI_BYTE;
}

/* By the three-buffer form, which takes no more elements at once than its count holds. */
static void reduce_pieces(const coll_rabred_data_t *data, size_t elements, char *into, const char *left, char *right)
{
    while (elements > 0) {
        size_t n = elements < PIECE ? elements : PIECE;
        ompi_3buff_op_reduce(data->op, (char *) left, right, into, (coll_rabred_piece_t) n, data->type);
        into += (ptrdiff_t) n * data->extent;
        left += (ptrdiff_t) n * data->extent;
        right += (ptrdiff_t) n * data->extent;
        elements -= n;
    }
}

/* Where an operator's function is to be found out; apart from what is short. */
static __attribute__((noinline)) void reduce_by_operator(const coll_rabred_data_t *data, size_t elements, char *into,
                                                         const char *left, char *right)
{
    if (into != right && !data->three_buffer) {
        coll_rabred_data_copy(data, elements, into, right);
        right = into;
    }
    if (into == right) {
        ompi_op_reduce(data->op, (char *) left, into, elements, data->type);
    } else {
        reduce_pieces(data, elements, into, left, right);
    }
}

/* What Open MPI's calls do, but for what these find out each time. */
void coll_rabred_data_reduce(const coll_rabred_data_t *data, size_t elements, char *into, const char *left, char *right)
{
    struct ompi_op_t *op = data->op;
    struct ompi_datatype_t *type = data->type;
    const int function = data->function;
    coll_rabred_piece_t count = (coll_rabred_piece_t) elements;

    if (function < 0 || elements > PIECE) {
        reduce_by_operator(data, elements, into, left, right);
    } else if (into == right) {
        op->o_func.intrinsic.fns[function](left, into, &count, &type, op->o_func.intrinsic.modules[function]);
    } else {
        op->o_3buff_intrinsic.fns[function](left, right, into, &count, &type, op->o_3buff_intrinsic.modules[function]);
    }
}

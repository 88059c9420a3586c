/* Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause */
#include "stress.h"

#include <stdio.h>

uint32_t draw(uint64_t *state, uint32_t end)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t) (*state >> 33) % end;
}

void fail(const char *what, const struct slot *slot, int element)
{
    fprintf(stderr, "%s: %s, rank %d, collective %d, count %d, element %d, key %u\n", what, way_names[slot->way],
            slot->rank, (int) slot->call.collective, slot->call.count, element, slot->key);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static affine_t value(uint32_t key, int from, int element)
{
    uint32_t z = key * 2654435761u + (uint32_t) from * 40503u + (uint32_t) element * 2246822519u;
    return (affine_t) { z | 1, z >> 7 };
}

static affine_t compose(affine_t left, affine_t right)
{
    return (affine_t) { left.a * right.a, left.a * right.b + left.b };
}

void compose_all(void *left, void *right, int *elements, MPI_Datatype *type)
{
    (void) type;
    for (int i = 0; i < *elements; i++)
        ((affine_t *) right)[i] = compose(((affine_t *) left)[i], ((affine_t *) right)[i]);
}

/* The element of the result; predefined operators are bitwise, on both halves. */
static affine_t expected(const struct slot *slot, int element)
{
    affine_t result = value(slot->key, 0, element);
    for (int from = 1; from < slot->size; from++) {
        affine_t next = value(slot->key, from, element);
        if (slot->call.op == MPI_OP_NULL)
            result = compose(result, next);
        else
            result = (affine_t) { result.a ^ next.a, result.b ^ next.b };
    }
    return result;
}

/* What this rank gets; its place in the vector. */
static int own_part(const struct slot *slot, int *first)
{
    *first = 0;
    if (slot->call.collective == ALLREDUCE)
        return slot->call.count;
    if (slot->call.collective == REDUCE)
        return slot->rank == slot->call.root ? slot->call.count : 0;
    for (int i = 0; i < slot->rank; i++)
        *first += slot->counts[i];
    return slot->counts[slot->rank];
}

void check(const struct slot *slot)
{
    int first, elements = own_part(slot, &first);
    for (int i = 0; i < elements; i++) {
        affine_t right = expected(slot, first + i);
        if (slot->out[i].a != right.a || slot->out[i].b != right.b)
            fail("a wrong result", slot, i);
    }
    if (slot->out[elements].a != 77 || slot->out[elements].b != 77)
        fail("written behind the result", slot, elements);
}

void fill(struct slot *slot)
{
    bool in_place = slot->call.from == MPI_IN_PLACE;
    int first, elements = own_part(slot, &first);
    affine_t *in = in_place ? slot->out : slot->in;
    for (int i = 0; i < slot->call.count; i++)
        in[i] = value(slot->key, slot->rank, i);
    slot->out[elements] = (affine_t) { 77, 77 };
}

void draw_call(struct slot *slot, uint64_t *common, const MPI_Comm *comms)
{
    static const int ends[] = { 4, 40, 400, MOST };
    slot->call.collective = draw(common, COLLECTIVES);
    slot->way = draw(common, 8) == 0 ? BLOCKING : NONBLOCKING;
    slot->call.op = draw(common, 2) ? MPI_BXOR : MPI_OP_NULL;
    slot->key = draw(common, 1u << 30);
    uint32_t root = draw(common, 1u << 20), end = draw(common, 4), count = draw(common, 1u << 20);
    bool in_place = draw(common, 4) == 0;
    slot->call.comm = comms[draw(common, COMMUNICATORS)];
    MPI_Comm_size(slot->call.comm, &slot->size);
    MPI_Comm_rank(slot->call.comm, &slot->rank);
    slot->call.root = (int) root % slot->size;
    slot->call.count = (int) count % ends[end];
    bool scatters = slot->call.collective >= REDUCE_SCATTER;
    for (int i = 0, left = slot->call.count; scatters && i < slot->size; i++) {
        slot->counts[i] = slot->call.collective == REDUCE_SCATTER_BLOCK || i == slot->size - 1 ? left : left / 2;
        if (slot->call.collective == REDUCE_SCATTER_BLOCK)
            slot->counts[i] = slot->call.count / slot->size;
        left -= slot->counts[i];
    }
    if (slot->call.collective == REDUCE_SCATTER_BLOCK)
        slot->call.count = slot->counts[0] * slot->size;
    in_place = in_place && !scatters && (slot->call.collective == ALLREDUCE || slot->rank == slot->call.root);
    slot->call.from = in_place ? MPI_IN_PLACE : slot->in;
    slot->call.to = slot->out;
    slot->call.counts = slot->counts;
}

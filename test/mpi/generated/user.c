/*
 * User-defined operators. All look at the datatype they are given, at how many elements there are and where.
 *
 * The free operator knows no law but that its operands are neighbours: a value tells which ranks it holds and how
 * they were bracketed.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "generated.h"

#include <string.h>

uint64_t scramble(uint64_t a, uint64_t b)
{
    uint64_t z = a * UINT64_C(0xd1342543de82ef95) + b + UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static void draw_bits(unsigned char *value, size_t bytes, uint64_t random, int rank, size_t element)
{
    random = scramble(scramble(random, (uint64_t) rank), element);
    for (size_t i = 0; i < bytes; i += sizeof random, random = scramble(random, i))
        memcpy(value + i, &random, sizeof random);
}

static void sum(const unsigned char *left, unsigned char *right, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += sizeof(uint64_t)) {
        uint64_t a, b;
        memcpy(&a, left + i, sizeof a);
        memcpy(&b, right + i, sizeof b);
        b += a;
        memcpy(right + i, &b, sizeof b);
    }
}

/* Maps x -> factor x + term, modulo 2^32, which are invertible. */
struct map {
    uint32_t factor, term;
};

static void draw_maps(unsigned char *value, size_t bytes, uint64_t random, int rank, size_t element)
{
    draw_bits(value, bytes, random, rank, element);
    for (size_t i = 0; i < bytes; i += sizeof(struct map)) {
        uint32_t factor;
        memcpy(&factor, value + i, sizeof factor);
        factor |= 1;
        memcpy(value + i, &factor, sizeof factor);
    }
}

static void compose(const unsigned char *left, unsigned char *right, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += sizeof(struct map)) {
        struct map a, b;
        memcpy(&a, left + i, sizeof a);
        memcpy(&b, right + i, sizeof b);
        b = (struct map) { .factor = a.factor * b.factor, .term = a.factor * b.term + a.term };
        memcpy(right + i, &b, sizeof b);
    }
}

static uint64_t leaf(int rank)
{
    return scramble((uint64_t) rank + 1, 0);
}

uint64_t history_canonical(int first, int end)
{
    int half = 1;
    if (end - first == 1)
        return leaf(first);
    while (2 * half < end - first)
        half *= 2;
    return scramble(history_canonical(first, first + half), history_canonical(first + half, end));
}

static void draw_history(unsigned char *value, size_t bytes, uint64_t random, int rank, size_t element)
{
    (void) random;
    const struct history history = { .ranks = UINT64_C(1) << rank, .tree = leaf(rank), .mirrored = leaf(rank),
                                     .element = (uint32_t) element };
    memset(value, 0, bytes);
    memcpy(value, &history, sizeof history);
}

/* Whether the highest rank on the left is just below the lowest on the right. */
static bool adjacent(uint64_t left, uint64_t right)
{
    return (right & -right) != 1 && left >> (__builtin_ctzll(right) - 1) == 1;
}

static void concatenate(const unsigned char *left, unsigned char *right, size_t bytes)
{
    struct history a, b;
    (void) bytes;
    memcpy(&a, left, sizeof a);
    memcpy(&b, right, sizeof b);
    const struct history whole = {
        .ranks = a.ranks | b.ranks,
        .tree = scramble(a.tree, b.tree),
        .mirrored = scramble(a.mirrored < b.mirrored ? a.mirrored : b.mirrored,
                             a.mirrored < b.mirrored ? b.mirrored : a.mirrored),
        .element = a.element,
        .unordered = a.unordered || b.unordered || !adjacent(a.ranks, b.ranks),
        .twice = a.twice || b.twice || (a.ranks & b.ranks) != 0,
        .mixed = a.mixed || b.mixed || a.element != b.element,
    };
    memcpy(right, &whole, sizeof whole);
}

const struct user users[] = {
    { .name = "sum", .commutative = true, .least_bytes = sizeof(uint64_t), .draw = draw_bits, .reduce = sum },
    { .name = "composition", .least_bytes = sizeof(struct map), .draw = draw_maps, .reduce = compose },
    { .name = "free", .free = true, .least_bytes = VALUE_BYTES, .draw = draw_history, .reduce = concatenate },
    { .name = "free, commutative", .commutative = true, .free = true, .least_bytes = VALUE_BYTES,
      .draw = draw_history, .reduce = concatenate },
    { .name = NULL }
};
_Static_assert(sizeof(struct history) == VALUE_BYTES, "a history fills a value");

/* The call in which an operator may be called. */
static struct {
    const struct user *user;
    const struct layout *layout;
    size_t most_elements;
    const char *problem;                  /* the first */
} now;

static void gather(const unsigned char *element, unsigned char *value)
{
    for (size_t byte = 0; byte < now.layout->value_bytes; byte++)
        value[byte] = element[now.layout->offset[byte]];
}

static const char *problem_with(const unsigned char *left, const unsigned char *right, int elements, MPI_Datatype type)
{
    if (now.layout == NULL)
        return "the operator was called after the call";
    if (elements < 1 || (size_t) elements > now.most_elements)
        return "the operator got another number of elements";
    if (!layout_is_of(now.layout, type))
        return "the operator got another datatype";
    if (((uintptr_t) left) % now.layout->alignment != 0 || ((uintptr_t) right) % now.layout->alignment != 0)
        return "the operator got elements that are not aligned";
    return left == right ? "the operator got one element as both operands" : NULL;
}

static void apply(void *left_all, void *right_all, int *elements, MPI_Datatype *type)
{
    const unsigned char *left = left_all;
    unsigned char *right = right_all, a[VALUE_BYTES], b[VALUE_BYTES];
    const char *problem = problem_with(left, right, *elements, *type);
    now.problem = now.problem == NULL ? problem : now.problem;
    for (int i = 0; problem == NULL && i < *elements; i++, left += now.layout->extent, right += now.layout->extent) {
        gather(left, a);
        gather(right, b);
        now.user->reduce(a, b, now.layout->value_bytes);
        for (size_t byte = 0; byte < now.layout->value_bytes; byte++)
            right[now.layout->offset[byte]] = b[byte];
    }
}

MPI_Op user_begin(const struct user *user, const struct layout *layout, size_t most_elements)
{
    MPI_Op op;
    MPI_Op_create(apply, user->commutative, &op);
    now.user = user;
    now.layout = layout;
    now.most_elements = most_elements;
    now.problem = NULL;
    return op;
}

const char *user_end(MPI_Op *op)
{
    MPI_Op_free(op);
    now.layout = NULL;
    return now.problem;
}

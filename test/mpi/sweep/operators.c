/* The operators, the input of every rank, and what the collectives must return: plain loops, no MPI. */
#include "sweep.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static void tame_long(void *value)
{
    *(long *) value /= 256;               /* sums do not overflow */
}

static void sum_long(void *left, const void *right)
{
    *(long *) left += *(const long *) right;
}

static void max_int(void *left, const void *right)
{
    if (*(int *) left < *(const int *) right)
        *(int *) left = *(const int *) right;
}

static void bxor_unsigned_long(void *left, const void *right)
{
    *(unsigned long *) left ^= *(const unsigned long *) right;
}

/* Badly scaled, so that sums depend on the bracketing. */
static void tame_double(void *value)
{
    int64_t random;
    memcpy(&random, value, sizeof random);
    *(double *) value = (double) random / (double) (UINT64_C(1) << (random & 63));
}

/* Odd determinants: there are inverses modulo 2^32, so no product forgets a factor. */
static void tame_matrix(void *value)
{
    uint32_t *matrix = value;
    matrix[0] |= 1;
    matrix[1] &= ~1u;
    matrix[3] |= 1;
}

static void multiply(void *left, const void *right)
{
    const uint32_t *r = right;
    for (uint32_t *row = left, *end = row + 4; row < end; row += 2) {
        uint32_t a = row[0], b = row[1];
        row[0] = a * r[0] + b * r[2];
        row[1] = a * r[1] + b * r[3];
    }
}

/* MPI's MPI_DOUBLE_INT, with the padding at its end. */
struct pair {
    double value;
    int location;
};

/* Few values, so that there are ties. */
static void tame_pair(void *value)
{
    unsigned char random[2];
    memcpy(random, value, sizeof random);
    memset(value, 0, sizeof(struct pair));
    *(struct pair *) value = (struct pair) { .value = random[0] % 5, .location = random[1] };
}

static void maxloc(void *left, const void *right)
{
    const struct pair *l = left, *r = right;
    if (r->value > l->value || (r->value == l->value && r->location < l->location))
        memcpy(left, right, sizeof(struct pair));
}

enum { HOLES_LOWER_BOUND = -8, HOLES_TOP = 4, HOLES_BOTTOM = 16, HOLES_EXTENT = 32 };     /* bytes */

/* right = left times right, as MPI calls it, with and without holes. */
static void multiply_all(void *left_all, void *right_all, int *elements, MPI_Datatype *type)
{
    char *left = left_all, *right = right_all;
    MPI_Aint lower_bound, extent;
    MPI_Type_get_extent(*type, &lower_bound, &extent);
    const ptrdiff_t top = extent == 16 ? 0 : HOLES_TOP, bottom = extent == 16 ? 8 : HOLES_BOTTOM;
    for (int i = 0; i < *elements; i++, left += extent, right += extent) {
        uint32_t l[4], r[4];
        memcpy(l, left + top, 8);
        memcpy(l + 2, left + bottom, 8);
        memcpy(r, right + top, 8);
        memcpy(r + 2, right + bottom, 8);
        multiply(l, r);
        memcpy(right + top, l, 8);
        memcpy(right + bottom, l + 2, 8);
    }
}

struct operator operators[OPERATORS] = {
    { .name = "sum of long", .type = MPI_LONG, .packed = MPI_LONG, .op = MPI_SUM, .commutative = true,
      .exact = true, .large = true, .value_bytes = sizeof(long), .tame = tame_long, .fold = sum_long },
    { .name = "max of int", .type = MPI_INT, .packed = MPI_INT, .op = MPI_MAX, .commutative = true,
      .exact = true, .value_bytes = sizeof(int), .fold = max_int },
    { .name = "bxor of unsigned long", .type = MPI_UNSIGNED_LONG, .packed = MPI_UNSIGNED_LONG, .op = MPI_BXOR,
      .commutative = true, .exact = true, .value_bytes = sizeof(unsigned long), .fold = bxor_unsigned_long },
    { .name = "sum of double", .type = MPI_DOUBLE, .packed = MPI_DOUBLE, .op = MPI_SUM, .commutative = true,
      .large = true, .value_bytes = sizeof(double), .tame = tame_double },
    { .name = "maxloc of double and int", .type = MPI_DOUBLE_INT, .packed = MPI_DOUBLE_INT, .op = MPI_MAXLOC,
      .commutative = true, .exact = true, .value_bytes = sizeof(struct pair),
      .data_bytes = offsetof(struct pair, location) + sizeof(int), .tame = tame_pair, .fold = maxloc },
    { .name = "matrix product",
      .exact = true, .large = true, .value_bytes = 16, .tame = tame_matrix, .fold = multiply },
    { .name = "product of matrices with holes",
      .exact = true, .large = true, .value_bytes = 16, .tame = tame_matrix, .fold = multiply },
};
static struct operator *const matrices = &operators[5], *const with_holes = &operators[6];

/* The matrices with holes have another extent on odd ranks: only the signature must be the same everywhere. */
static void create_matrices(int rank)
{
    MPI_Datatype rows;
    MPI_Type_contiguous(4, MPI_UINT32_T, &matrices->type);
    MPI_Type_create_hindexed_block(2, 2, (MPI_Aint[]) { HOLES_TOP, HOLES_BOTTOM }, MPI_UINT32_T, &rows);
    MPI_Type_create_resized(rows, HOLES_LOWER_BOUND, HOLES_EXTENT + 8 * (rank % 2), &with_holes->type);
    MPI_Type_free(&rows);
    MPI_Type_commit(&matrices->type);
    MPI_Type_commit(&with_holes->type);
    matrices->packed = with_holes->packed = matrices->type;
    MPI_Op_create(multiply_all, false, &matrices->op);
    with_holes->op = matrices->op;
}

/* Bits that depend on everything (splitmix64). */
static uint64_t bits(uint64_t rank, uint64_t element, uint64_t word)
{
    uint64_t z = ((element << 16) + (rank << 1) + word + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static void draw(const struct operator *o, void *value, int rank, size_t element)
{
    uint64_t random[2] = { bits((uint64_t) rank, element, 0), bits((uint64_t) rank, element, 1) };
    memcpy(value, random, o->value_bytes);
    if (o->tame != NULL)
        o->tame(value);
}

size_t operator_elements(const struct operator *o)
{
    return (o->large ? LARGE : MEDIUM) + RANKS;
}

void operators_create(int rank)
{
    create_matrices(rank);
    for (struct operator *o = operators; o < operators + OPERATORS; o++) {
        size_t elements = operator_elements(o) + WINDOWS;
        MPI_Type_get_extent(o->type, &o->lower_bound, &o->extent);
        o->source = malloc(elements * o->value_bytes);
        o->expected = malloc(elements * o->value_bytes);
        for (size_t i = 0; i < elements; i++)
            draw(o, o->source + i * o->value_bytes, rank, i);
    }
}

void operators_free(void)
{
    for (struct operator *o = operators; o < operators + OPERATORS; o++) {
        free(o->source);
        free(o->expected);
    }
    MPI_Type_free(&matrices->type);
    MPI_Type_free(&with_holes->type);
    MPI_Op_free(&matrices->op);
}

void operator_expect(struct operator *o, int size)
{
    if (!o->exact)
        return;
    if (o->folded > size)
        o->folded = 0;
    for (; o->folded < size; o->folded++)
        for (size_t i = 0; i < operator_elements(o) + WINDOWS; i++) {
            uint64_t value[2];
            void *expected = o->expected + i * o->value_bytes;
            draw(o, o->folded == 0 ? expected : value, o->folded, i);
            if (o->folded > 0)
                o->fold(expected, value);
        }
}

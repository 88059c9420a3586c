/*
 * Datatypes that real programs hardly have: elements that follow downwards in memory, elements of no size,
 * elements with bytes between them, types that differ and are alike, and an operator that relies on the alignment of its elements. Prints "all right" from rank 0, or aborts.
 */
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MANY = 3001, LONG = 250001, ALIGNMENT = 64 };   /* LONG: of pairs, more than scratch holds */

static int rank, processes;

static void fail(const char *what)
{
    printf("rank %d: %s\n", rank, what);
    fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Adds the 64-bit number at the start of every element. */
static void add(void *in, void *inout, int *count, MPI_Datatype *type)
{
    MPI_Aint lower_bound, extent;

    MPI_Type_get_extent(*type, &lower_bound, &extent);
    for (int i = 0; i < *count; i++) {
        *(int64_t *) ((char *) inout + i * extent) += *(int64_t *) ((char *) in + i * extent);
    }
}

/* Adds the int at byte 4 of every element, which must be aligned as a whole. */
static void add_aligned(void *in, void *inout, int *count, MPI_Datatype *type)
{
    MPI_Aint lower_bound, extent;

    MPI_Type_get_extent(*type, &lower_bound, &extent);
    if (0 != (uintptr_t) in % ALIGNMENT || 0 != (uintptr_t) inout % ALIGNMENT) {
        fail("an element that is not aligned");
    }
    for (int i = 0; i < *count; i++) {
        *(int *) ((char *) inout + i * extent + 4) += *(int *) ((char *) in + i * extent + 4);
    }
}

static void downwards(MPI_Op op, int count)
{
    static int64_t in[MANY + 2], out[MANY + 2];
    MPI_Datatype type;

    MPI_Type_create_resized(MPI_INT64_T, 0, -(MPI_Aint) sizeof(int64_t), &type);
    MPI_Type_commit(&type);
    for (int i = 0; i < MANY + 2; i++) {
        in[i] = rank + i;
        out[i] = -1;
    }
    MPI_Allreduce(&in[count], &out[count], count, type, op, MPI_COMM_WORLD);
    for (int i = 1; i <= count; i++) {
        if (out[i] != (int64_t) processes * (processes - 1) / 2 + (int64_t) processes * i) {
            fail("a wrong element that follows downwards");
        }
    }
    if (-1 != out[0] || -1 != out[count + 1]) {
        fail("bytes written outside the vector");
    }
    MPI_Type_free(&type);
}

static void aligned(MPI_Op op)
{
    char *in = aligned_alloc(ALIGNMENT, MANY * ALIGNMENT), *out = aligned_alloc(ALIGNMENT, MANY * ALIGNMENT);
    MPI_Aint displacement = 4;
    MPI_Datatype bare, type, element = MPI_INT;
    int one = 1;

    MPI_Type_create_struct(1, &one, &displacement, &element, &bare);
    MPI_Type_create_resized(bare, 0, ALIGNMENT, &type);
    MPI_Type_commit(&type);
    for (int i = 0; i < MANY; i++) {
        *(int *) (in + i * ALIGNMENT + 4) = rank + i;
    }
    MPI_Allreduce(in, out, MANY, type, op, MPI_COMM_WORLD);
    for (int i = 0; i < MANY; i++) {
        if (*(int *) (out + i * ALIGNMENT + 4) != processes * (processes - 1) / 2 + processes * i) {
            fail("a wrong aligned element");
        }
    }
    MPI_Type_free(&type);
    MPI_Type_free(&bare);
    free(in);
    free(out);
}

static void sizeless(MPI_Op op)
{
    char in = 1, out = 2;
    MPI_Datatype bare, type;

    MPI_Type_contiguous(0, MPI_INT64_T, &bare);
    MPI_Type_create_resized(bare, 0, 24, &type);
    MPI_Type_commit(&type);
    MPI_Allreduce(&in, &out, MANY, type, op, MPI_COMM_WORLD);
    if (2 != out) {
        fail("bytes written for elements of no size");
    }
    MPI_Type_free(&type);
    MPI_Type_free(&bare);
}

/* MPI_DOUBLE_INT, and what users may keep behind it: bytes that no message has, behind the last element not even the vector. */
typedef struct {
    double value;
    int place, mine;
} pair_t;

static void check_pairs(const char *what, const pair_t *pair, int count, int expected)
{
    for (int i = 0; i < count; i++) {
        if (pair[i].value != expected + i || pair[i].place != expected || pair[i].mine != rank - i) {
            fail(what);
        }
    }
}

static void fill_pairs(pair_t *pair, int count)
{
    for (int i = 0; i < count; i++) {
        pair[i] = (pair_t) {rank + i, rank, rank - i};
    }
}

static void padded(int count)
{
    static pair_t in[LONG], out[LONG];
    const int last = processes - 1, part = count / processes;

    fill_pairs(in, count);
    fill_pairs(out, count);
    MPI_Allreduce(in, out, count, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    check_pairs("a wrong pair, or bytes between pairs were written", out, count, last);
    check_pairs("a pair that was sent is written", in, count, rank);
    fill_pairs(out, count);
    MPI_Reduce(in, out, count, MPI_DOUBLE_INT, MPI_MINLOC, last, MPI_COMM_WORLD);
    check_pairs("a wrong pair of a reduce, or bytes between pairs were written", out, count, rank == last ? 0 : rank);
    fill_pairs(out, count);
    MPI_Reduce_scatter_block(MPI_IN_PLACE, out, part, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
    for (int i = 0; i < part; i++) {
        if (out[i].value != rank * part + i || out[i].place != 0 || out[i].mine != rank - i) {
            fail("a wrong pair of a reduce_scatter_block, or bytes between pairs were written");
        }
    }
}

/* Adds pairs, number by number. */
static void add_pairs(void *in, void *inout, int *count, MPI_Datatype *type)
{
    const pair_t *left = in;
    pair_t *right = inout;

    (void) type;
    for (int i = 0; i < *count; i++) {
        right[i].value += left[i].value;
        right[i].place += left[i].place;
    }
}

/* An operator of the user's own, for which MPI asks for the same signature everywhere, not for the same type. */
static void alike(MPI_Op op, int count)
{
    static pair_t in[LONG], out[LONG];
    const int sum = processes * (processes - 1) / 2, one[] = {1, 1};
    MPI_Datatype bare, own, parts[] = {MPI_DOUBLE, MPI_INT};

    MPI_Type_create_struct(2, one, (MPI_Aint[]) {offsetof(pair_t, value), offsetof(pair_t, place)}, parts, &bare);
    MPI_Type_create_resized(bare, 0, sizeof(pair_t), &own);
    MPI_Type_commit(&own);
    fill_pairs(in, count);
    MPI_Allreduce(in, out, count, 0 == rank % 2 ? MPI_DOUBLE_INT : own, op, MPI_COMM_WORLD);
    for (int i = 0; i < count; i++) {
        if (out[i].value != sum + processes * i || out[i].place != sum) {
            fail("a wrong pair of types that are alike");
        }
    }
    MPI_Type_free(&own);
    MPI_Type_free(&bare);
}

int main(int argc, char **argv)
{
    MPI_Op op, aligned_op, pairs_op;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    MPI_Op_create(add, 1, &op);
    MPI_Op_create(add_aligned, 1, &aligned_op);
    MPI_Op_create(add_pairs, 1, &pairs_op);
    for (int count = 1; count <= MANY; count += 1500) {
        downwards(op, count);
        padded(count);
        alike(pairs_op, count);
    }
    padded(LONG);
    alike(pairs_op, LONG / 10);
    alike(pairs_op, LONG);
    aligned(aligned_op);
    sizeless(op);
    MPI_Op_free(&op);
    MPI_Op_free(&aligned_op);
    MPI_Op_free(&pairs_op);
    MPI_Barrier(MPI_COMM_WORLD);
    if (0 == rank) {
        puts("all right");
    }
    MPI_Finalize();
    return 0;
}

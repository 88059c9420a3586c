/*
 * One reduction of more than 2^31 bytes, for test/counts: prints "all right" from rank 0, or aborts.
 *
 *     large COLLECTIVE KIND BYTES [in_place]
 *
 * COLLECTIVE: allreduce, reduce, reduce_scatter or reduce_scatter_block. BYTES: of the whole vector of one
 * process, at least; a K or M behind the number is 2^10 or 2^20. KIND, the elements and the operator:
 *
 *     int8     MPI_INT8_T, MPI_SUM: over 2^31 elements in the reduce_scatters
 *     int64    MPI_INT64_T, MPI_SUM
 *     maxloc   MPI_2INT, MPI_MAXLOC
 *     ordered  elements of 4096 bytes, in each of which a non-commutative operator concatenates ranks
 *
 * The vector to send takes 4099 pages, whatever its length: they are mapped again and again. What stands at an
 * offset tells it from those 2^31 and 2^32 bytes away.
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, TILE = 4099 * PAGE, SAMPLES = 100000 };

typedef struct {
    const char *name;
    size_t size;                                  /* bytes of an element */
    void (*fill)(void *element, size_t offset, int rank);
    int (*right)(const void *element, size_t offset);
} kind_t;

static int rank, processes;

static void fail(const char *what, size_t offset)
{
    fprintf(stderr, "rank %d: %s at byte %zu of the vector\n", rank, what, offset);
    fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Of the word at an offset, the same in every tile. */
static uint64_t pattern(size_t offset)
{
    return (offset % TILE / 8 + 1) * UINT64_C(0x9e3779b97f4a7c15);
}

static void fill_int8(void *element, size_t offset, int of)
{
    *(int8_t *) element = (int8_t) ((pattern(offset) >> 40) % 9 + offset % 8 - 2 + (uint64_t) of);
}

static int right_int8(const void *element, size_t offset)
{
    int8_t sum = 0, one;

    for (int i = 0; i < processes; i++) {
        fill_int8(&one, offset, i);
        sum = (int8_t) (sum + one);
    }
    return sum == *(const int8_t *) element;
}

static void fill_int64(void *element, size_t offset, int of)
{
    *(uint64_t *) element = pattern(offset) / 16 * (uint64_t) (of + 1);
}

static int right_int64(const void *element, size_t offset)
{
    return pattern(offset) / 16 * (uint64_t) (processes * (processes + 1) / 2) == *(const uint64_t *) element;
}

/* The largest stands at a rank that the pattern chooses. */
static void fill_maxloc(void *element, size_t offset, int of)
{
    int *pair = element, value = (int) (pattern(offset) >> 40);

    pair[0] = value + (of == value % processes);
    pair[1] = of;
}

static int right_maxloc(const void *element, size_t offset)
{
    const int *pair = element;
    int value = (int) (pattern(offset) >> 40);

    return value + 1 == pair[0] && value % processes == pair[1];
}

/* Every word holds a pattern above the first and the last of a run of ranks. */
static uint64_t run_word(size_t offset, int first, int last)
{
    return pattern(offset) << 16 | (uint64_t) first << 8 | (uint64_t) last;
}

static void fill_ordered(void *element, size_t offset, int of)
{
    for (size_t i = 0; i < PAGE / 8; i++) {
        ((uint64_t *) element)[i] = run_word(offset + 8 * i, of, of);
    }
}

static int right_ordered(const void *element, size_t offset)
{
    for (size_t i = 0; i < PAGE / 8; i++) {
        if (run_word(offset + 8 * i, 0, processes - 1) != ((const uint64_t *) element)[i]) {
            return 0;
        }
    }
    return 1;
}

/* MPI_User_function: left is followed by right. */
static void concatenate(void *left, void *right, int *pages, MPI_Datatype *type)
{
    const uint64_t *a = left;
    uint64_t *b = right;

    (void) type;
    for (size_t i = 0; i < (size_t) *pages * (PAGE / 8); i++) {
        if (a[i] >> 16 != b[i] >> 16 || (a[i] & 255) + 1 != (b[i] >> 8 & 255)) {
            fail("operands of different elements, or not in the order of the ranks", 8 * i);
        }
        b[i] = (b[i] & ~UINT64_C(0xff00)) | (a[i] & 0xff00);
    }
}

static const kind_t kinds[] = {
    {"int8", 1, fill_int8, right_int8},
    {"int64", 8, fill_int64, right_int64},
    {"maxloc", 8, fill_maxloc, right_maxloc},
    {"ordered", PAGE, fill_ordered, right_ordered}
};

static const kind_t *kind_of(const char *name)
{
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (0 == strcmp(kinds[i].name, name)) {
            return &kinds[i];
        }
    }
    fail("an unknown kind", 0);
    return NULL;
}

/* What MPI knows of a kind. */
static void mpi_kind(const kind_t *kind, MPI_Datatype *type, MPI_Op *op)
{
    switch (kind->name[0]) {
    case 'o':
        MPI_Type_contiguous(PAGE, MPI_BYTE, type);
        MPI_Type_commit(type);
        MPI_Op_create(concatenate, 0, op);
        break;
    case 'm':
        *type = MPI_2INT;
        *op = MPI_MAXLOC;
        break;
    default:
        *type = 1 == kind->size ? MPI_INT8_T : MPI_INT64_T;
        *op = MPI_SUM;
    }
}

static char *mapped(size_t bytes)
{
    char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (MAP_FAILED == memory) {
        fail("no memory", bytes);
    }
    (void) madvise(memory, bytes, MADV_HUGEPAGE);   /* faster where it is served */
    return memory;
}

/* A vector that is one tile over and over; with `own`, memory of its own instead. */
static char *input(const kind_t *kind, size_t bytes, int own)
{
    size_t tiles = bytes / TILE + 1;
    char *memory = mapped(tiles * TILE);
    int file = memfd_create("tile", 0);

    if (file < 0 || 0 != ftruncate(file, TILE)) {
        fail("no memory for a tile", 0);
    }
    for (size_t i = 0; i < (own ? 1 : tiles); i++) {
        if (!own && MAP_FAILED == mmap(memory + i * TILE, TILE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0)) {
            fail("a tile cannot be mapped", i * TILE);
        }
    }
    close(file);
    for (size_t offset = 0; offset < TILE; offset += kind->size) {
        kind->fill(memory + offset, offset, rank);
    }
    for (size_t offset = TILE; own && offset < bytes; offset += TILE) {
        memcpy(memory + offset, memory, bytes - offset < TILE ? bytes - offset : TILE);
    }
    return memory;
}

/* Element i of those at `result`, the first of which is element `first` of the vector. */
static void check_one(const kind_t *kind, const char *result, size_t first, size_t i)
{
    if (!kind->right(result + i * kind->size, (first + i) * kind->size)) {
        fail("a wrong result", (first + i) * kind->size);
    }
}

/* Many elements in even steps, the last one, and those around every power of two of elements and of bytes. */
static void check(const kind_t *kind, const char *result, size_t first, size_t elements)
{
    for (size_t i = 0; i < elements; i += elements / SAMPLES | 1) {
        check_one(kind, result, first, i);
    }
    for (size_t power = 1; power < elements; power *= 2) {
        check_one(kind, result, first, power - 1);
        check_one(kind, result, first, power);
    }
    if (elements > 0) {
        check_one(kind, result, first, elements - 1);
    }
}

static void call(const char *collective, const kind_t *kind, size_t bytes, int in_place)
{
    int scatters = 0 == strncmp(collective, "reduce_scatter", 14), even = 0 == strcmp(collective, "reduce_scatter_block");
    int all = 0 == strcmp(collective, "allreduce"), counts[processes];
    size_t share = bytes / kind->size / (size_t) processes + 1, total = scatters ? 0 : share * (size_t) processes, first = 0;
    MPI_Datatype type;
    MPI_Op op;

    for (int i = 0; i < processes; i++) {
        counts[i] = (int) share + (even ? 0 : i);   /* uneven where they may be */
        first += i < rank ? (size_t) counts[i] : 0;
        total += scatters ? (size_t) counts[i] : 0;
    }
    if ((scatters ? share + (size_t) processes : total) > INT_MAX) {
        fail("more elements than an int can say", total * kind->size);
    }
    size_t mine = scatters ? (size_t) counts[rank] : all || 0 == rank ? total : 0;
    int placed = in_place && (scatters || mine > 0);
    char *in = input(kind, total * kind->size, placed);
    char *out = placed ? in : 0 == mine ? NULL : mapped(mine * kind->size);
    const void *send = placed ? MPI_IN_PLACE : in;
    mpi_kind(kind, &type, &op);
    if (even) {
        MPI_Reduce_scatter_block(send, out, counts[0], type, op, MPI_COMM_WORLD);
    } else if (scatters) {
        MPI_Reduce_scatter(send, out, counts, type, op, MPI_COMM_WORLD);
    } else if (all) {
        MPI_Allreduce(send, out, (int) total, type, op, MPI_COMM_WORLD);
    } else {
        MPI_Reduce(send, out, (int) total, type, op, 0, MPI_COMM_WORLD);
    }
    check(kind, out, scatters ? first : 0, mine);
}

int main(int argc, char **argv)
{
    char *end = NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    if (argc < 4) {
        fail("usage: large COLLECTIVE KIND BYTES [in_place]", 0);
    }
    size_t bytes = strtoull(argv[3], &end, 10) << ('M' == *end ? 20 : 'K' == *end ? 10 : 0);
    call(argv[1], kind_of(argv[2]), bytes, argc > 4 && 0 == strcmp(argv[4], "in_place"));
    MPI_Barrier(MPI_COMM_WORLD);
    if (0 == rank) {
        puts("all right");
    }
    MPI_Finalize();
    return 0;
}

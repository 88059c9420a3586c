/*
 * What non-blocking and persistent reductions promise beside right results: a first call on a communicator waits for
 * nobody; a persistent request starts thousands of times, with its operator and type long freed, without rabred
 * allocating anything; so do blocking calls like earlier ones and non-blocking ones like one of the last, for which a bounded memory stays; requests are freed
 * when inactive, at whatever time, and not when active. Prints "all right", or aborts.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "errors.h"
#include "way.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { ELEMENTS = 60, BLOCKS = 64 };

static int rank, ranks, counts[BLOCKS];
static uint32_t in[ELEMENTS * BLOCKS], out[ELEMENTS * BLOCKS];

static void must(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "rank %d: not so: %s\n", rank, what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* left + right + 3, of elements that are nothing MPI knows. */
static void add(void *left, void *right, int *elements, MPI_Datatype *type)
{
    (void) type;
    for (int i = 0; i < *elements; i++)
        ((uint32_t *) right)[i] += ((uint32_t *) left)[i] + 3;
}

static struct reduction reduction_of(enum collective collective, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    return (struct reduction) { .collective = collective, .from = in, .to = out, .count = ELEMENTS * ranks, .counts = counts,
                                .type = type, .op = op, .root = ranks - 1, .comm = comm };
}

/* Begins, with an operator and a type that are freed at once. */
static void begin(enum way way, enum collective collective, MPI_Comm comm, MPI_Request *request)
{
    MPI_Datatype type;
    MPI_Op op;
    MPI_Type_contiguous(4, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(add, 0, &op);
    const struct reduction reduction = reduction_of(collective, type, op, comm);
    must(way_begin(way, &reduction, request) == MPI_SUCCESS, "a call begins");
    MPI_Op_free(&op);
    MPI_Type_free(&type);
}

static void fill(uint32_t key)
{
    for (int i = 0; i < ELEMENTS * ranks; i++)
        in[i] = key + (uint32_t) (i + rank);
}

static void check(enum collective collective, uint32_t key)
{
    int all = ELEMENTS * ranks, first = collective < REDUCE_SCATTER ? 0 : rank * ELEMENTS;
    int elements = collective == REDUCE && rank != ranks - 1 ? 0 : collective < REDUCE_SCATTER ? all : ELEMENTS;
    for (int i = 0; i < elements; i++) {
        uint32_t p = (uint32_t) ranks, right = p * (key + (uint32_t) (first + i)) + p * (p - 1) / 2 + 3 * (p - 1);
        must(out[i] == right, "a result is right");
    }
}

/* Rank 0 begins; the others do so only when it has told them. */
static void test_nobody_waits(enum way way, enum collective collective)
{
    MPI_Comm comm;
    MPI_Request request;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    if (rank > 0)
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    fill(5);
    begin(way, collective, comm, &request);
    if (way == PERSISTENT)
        MPI_Start(&request);
    for (int i = 1; rank == 0 && i < ranks; i++)
        MPI_Ssend(NULL, 0, MPI_INT, i, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check(collective, 5);
    if (way == PERSISTENT)
        MPI_Request_free(&request);
    MPI_Comm_free(&comm);
}

static void test_starts(enum collective collective, uint32_t starts)
{
    MPI_Comm comm;
    MPI_Request request;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    begin(PERSISTENT, collective, comm, &request);
    for (uint32_t start = 0; start < starts; start++) {
        fill(start);
        if (start == 1)
            errors_memory_begin(0);
        must(MPI_Start(&request) == MPI_SUCCESS, "a request starts");
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        check(collective, start);
    }
    must(errors_memory_allocations() == 0, "to start allocates nothing");
    MPI_Comm_free(&comm);
    MPI_Request_free(&request);
    must(request == MPI_REQUEST_NULL, "a request is freed");
}

enum { LONG = 65536 };

/* A call for blocks of so many elements. */
static void call_by(enum way way, enum collective collective, int elements, uint32_t key, MPI_Comm comm)
{
    static uint32_t from[LONG], to[LONG];
    int blocks[BLOCKS];
    MPI_Request request;
    for (int i = 0; i < ranks; i++)
        blocks[i] = elements;
    for (int i = 0; i < elements * ranks; i++)
        from[i] = key + (uint32_t) i;
    const struct reduction reduction = { .collective = collective, .from = from, .to = to, .count = elements * ranks, .counts = blocks,
                                         .type = MPI_UINT32_T, .op = MPI_SUM, .root = 0, .comm = comm };
    must(way_begin(way, &reduction, &request) == MPI_SUCCESS, "a call begins");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    const int first = collective < REDUCE_SCATTER ? 0 : rank * elements, all = elements * (collective < REDUCE_SCATTER ? ranks : 1);
    for (int i = 0; i < all && (collective != REDUCE || rank == 0); i++)
        must(to[i] == (uint32_t) ranks * (key + (uint32_t) (first + i)), "a result is right");
}

static void call(enum collective collective, int elements, uint32_t key, MPI_Comm comm)
{
    call_by(NONBLOCKING, collective, elements, key, comm);
}

/* Blocking calls of lengths in turn, each twice the last one. */
static void test_blocking(enum collective collective)
{
    enum { LENGTHS = 11, TURNS = 4 };
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (uint32_t turn = 0; turn < TURNS; turn++) {
        if (turn == 2)   /* all is planned, and scratch is as long as any call's */
            errors_memory_begin(0);
        for (int i = 0; i < LENGTHS; i++)
            call_by(BLOCKING, collective, 1 << i, turn, comm);
    }
    must(errors_memory_allocations() == 0, "blocking calls like earlier ones allocate nothing");
    MPI_Comm_free(&comm);
}

/* Calls like the last but one, of which one is long, after more other ones than stay prepared: at first long ones, of
   which no more stays than coll_rabred_scratch_limit. */
static void test_repeated(enum collective collective)
{
    enum { OTHERS = 40, REPEATED = 10, SHORT = 8, LIMIT = 2 << 20, TABLES = 1 << 18 };
    uint32_t key = (uint32_t) collective;
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    call(collective, SHORT, key++, comm);
    const size_t held = errors_memory_held();
    for (int other = 1; other <= OTHERS; other++)
        call(collective, LONG / ranks - other, key++, comm);
    must(errors_memory_held() < held + LIMIT + TABLES, "no more stays than the limit");
    for (int other = 1; other <= OTHERS; other++)
        call(collective, SHORT + other, key++, comm);
    for (int repeated = -1; repeated < REPEATED; repeated++) {
        if (repeated == 1)
            errors_memory_begin(0);
        call(collective, repeated % 2 == 0 ? SHORT : LONG / ranks, key++, comm);
    }
    must(errors_memory_allocations() == 0, "a call like one of the last ones allocates nothing");
    MPI_Comm_free(&comm);
}

/* Freed before the first call's work for all is over, never started; before the communicator and after it. */
static void test_never_started(enum collective collective)
{
    MPI_Comm comm;
    MPI_Request request[4];
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int i = 0; i < 4; i++)
        begin(PERSISTENT, collective, comm, &request[i]);
    MPI_Request_free(&request[1]);
    MPI_Request_free(&request[3]);   /* the last one, which another one follows */
    begin(PERSISTENT, collective, comm, &request[3]);
    for (int i = 2; i < 4; i++) {
        fill(9);
        MPI_Start(&request[i]);
        MPI_Wait(&request[i], MPI_STATUS_IGNORE);
        check(collective, 9);
    }
    MPI_Comm_free(&comm);
    MPI_Request_free(&request[0]);
    MPI_Request_free(&request[2]);
    MPI_Request_free(&request[3]);
}

/* To free an active request is refused, and does no harm. Rank 0 is active as long as others have not called. */
static void test_active(enum way way, enum collective collective)
{
    MPI_Request request, same;
    if (rank > 0)
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    fill(2);
    begin(way, collective, MPI_COMM_WORLD, &request);
    if (way == PERSISTENT)
        MPI_Start(&request);
    same = request;
    if (rank == 0 && collective != REDUCE)
        must(MPI_Request_free(&same) != MPI_SUCCESS && same == request, "an active request is not freed");
    for (int i = 1; rank == 0 && i < ranks; i++)
        MPI_Send(NULL, 0, MPI_INT, i, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check(collective, 2);
    if (way == PERSISTENT)
        MPI_Request_free(&request);
}

int main(int arguments, char **argument)
{
    MPI_Init(&arguments, &argument);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    must(ranks <= BLOCKS, "there are few ranks");
    for (int i = 0; i < ranks; i++)
        counts[i] = ELEMENTS;
    for (enum collective collective = 0; collective < COLLECTIVES; collective++) {
        for (enum way way = NONBLOCKING; way < WAYS; way++) {
            test_nobody_waits(way, collective);
            test_active(way, collective);
        }
        test_starts(collective, arguments > 1 ? (uint32_t) atoi(argument[1]) : 3000);
        test_repeated(collective);
        test_blocking(collective);
        test_never_started(collective);
    }
    if (rank == 0)
        puts("all right");
    MPI_Finalize();
    return 0;
}

/*
 * Many reductions under way at once on several communicators: drawn by a seed, made in all three ways, mixed with
 * blocking ones and other messages, completed in an order that each rank draws for itself. Operators and datatypes
 * are freed right after the call, some communicators before their requests. stress [SEED [ROUNDS [CALLS]]]
 * prints how many reductions rank 0 made of each collective, and "all right"; it aborts where a result is wrong.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#define _DEFAULT_SOURCE
#include "stress.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SLOTS = 50, PERSISTENTS = 6 };

static struct slot slots[SLOTS];
static MPI_Request requests[2 * SLOTS];    /* the second half: what goes out around the ring */
static int persistent[PERSISTENTS];        /* their slots; -1: none. The same ones on all ranks of a communicator */
static MPI_Request kept[SLOTS];            /* inactive */
static int inactive;
static MPI_Comm comms[COMMUNICATORS];
static uint64_t common, own;               /* random numbers: the same on all ranks; this rank's */
static int rank, ranks, used;
static unsigned long made[COLLECTIVES];

/* With an operator and a type that do not outlive the call. */
static void begin(struct slot *slot, MPI_Request *request)
{
    struct reduction call = slot->call;
    MPI_Op op = MPI_OP_NULL;
    MPI_Datatype type = MPI_DATATYPE_NULL;

    if (call.op == MPI_OP_NULL) {
        MPI_Op_create(compose_all, 0, &op);
        MPI_Type_contiguous(2, MPI_UINT32_T, &type);
        MPI_Type_commit(&type);
        call.op = op;
        call.type = type;
    } else
        call.type = MPI_UINT64_T;
    if (way_begin(slot->way, &call, request) != MPI_SUCCESS)
        fail("an error", slot, -1);
    if (op != MPI_OP_NULL) {
        MPI_Op_free(&op);
        MPI_Type_free(&type);
    }
}

static void start(int i)
{
    fill(&slots[i]);
    if (slots[i].way == PERSISTENT)
        MPI_Start(&requests[i]);
    else
        begin(&slots[i], &requests[i]);
    slots[i].active = true;
    made[slots[i].call.collective] += slots[i].call.count > 0;
}

static void release(int i)
{
    slots[i].used = false;
    used--;
}

/* What completed is checked; persistent requests stay. */
static void complete(int i)
{
    struct slot *slot = &slots[i];
    slot->active = false;
    if (!slot->message)
        check(slot);
    else {
        MPI_Wait(&requests[SLOTS + i], MPI_STATUS_IGNORE);
        if (slot->from != (rank + ranks - 1) % ranks + 1000 * (int) slot->key)
            fail("a wrong message", slot, 0);
    }
    if (slot->way != PERSISTENT)
        release(i);
}

/* Some of what is under way; in any way there is to find out. */
static void complete_some(void)
{
    int some = 0, indices[SLOTS], flag = 0, i = (int) draw(&own, SLOTS);
    switch (draw(&own, 4)) {
    case 0:
        if (slots[i].active && MPI_Test(&requests[i], &flag, MPI_STATUS_IGNORE) == MPI_SUCCESS && flag)
            complete(i);
        break;
    case 1:
        MPI_Testsome(SLOTS, requests, &some, indices, MPI_STATUSES_IGNORE);
        for (int k = 0; k < some; k++)
            complete(indices[k]);
        break;
    case 2:
        MPI_Waitany(SLOTS, requests, &i, MPI_STATUS_IGNORE);
        if (i != MPI_UNDEFINED)
            complete(i);
        break;
    default:
        usleep(draw(&own, 300));
    }
}

static void complete_all(void)
{
    MPI_Waitall(SLOTS, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < SLOTS; i++)
        if (slots[i].active)
            complete(i);
}

static void send_around(int i, uint32_t key)
{
    struct slot *slot = &slots[i];
    slot->message = true;
    slot->key = key;
    slot->to = rank + 1000 * (int) key;
    MPI_Irecv(&slot->from, 1, MPI_INT, (rank + ranks - 1) % ranks, (int) key, comms[0], &requests[i]);
    MPI_Isend(&slot->to, 1, MPI_INT, (rank + 1) % ranks, (int) key, comms[0], &requests[SLOTS + i]);
}

static int take_slot(void)
{
    int i = 0;
    while (used == SLOTS)
        complete_some();
    while (slots[i].used)
        i++;
    slots[i].used = true;
    slots[i].message = slots[i].active = false;
    slots[i].way = NONBLOCKING;
    used++;
    return i;
}

/* Some of the persistent requests are freed only after their communicator. */
static void retire(int *i)
{
    if (inactive < SLOTS && draw(&own, 2) == 0)
        kept[inactive++] = requests[*i];
    else
        MPI_Request_free(&requests[*i]);
    requests[*i] = MPI_REQUEST_NULL;
    release(*i);
    *i = -1;
}

/* Makes a persistent request, or runs it again, or gives it up. */
static void use_persistent(int *i)
{
    if (*i < 0) {
        *i = take_slot();
        draw_call(&slots[*i], &common, comms);
        slots[*i].way = PERSISTENT;
        begin(&slots[*i], &requests[*i]);
    } else {
        bool enough = draw(&common, 5) == 0;
        if (slots[*i].active) {
            MPI_Wait(&requests[*i], MPI_STATUS_IGNORE);
            complete(*i);
        }
        slots[*i].key++;
        if (enough)
            retire(i);
        else
            start(*i);
    }
}

static void call_one(void)
{
    uint32_t kind = draw(&common, 6), which = draw(&common, 30000);
    while (draw(&own, 3) == 0)
        complete_some();
    if (kind < 2) {
        use_persistent(&persistent[which % PERSISTENTS]);
        return;
    }
    int i = take_slot();
    if (kind == 2) {
        slots[i].active = true;
        send_around(i, which);
        return;
    }
    draw_call(&slots[i], &common, comms);
    start(i);
    if (slots[i].way == BLOCKING)
        complete(i);
}

/* New communicators, so that their first calls are among those under way; none of one process, which rabred does not serve. */
static void run(int calls)
{
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[0]);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comms[1]);
    MPI_Comm_split(MPI_COMM_WORLD, ranks > 3 && rank < ranks / 2, rank, &comms[2]);
    MPI_Comm_split(MPI_COMM_WORLD, ranks > 3 && rank % 2, rank, &comms[3]);
    for (int call = 0; call < calls; call++)
        call_one();
    complete_all();
    for (int i = 0; i < PERSISTENTS; i++)
        if (persistent[i] >= 0)
            retire(&persistent[i]);
    for (int i = 0; i < COMMUNICATORS; i++)
        MPI_Comm_free(&comms[i]);
    while (inactive > 0)
        MPI_Request_free(&kept[--inactive]);
}

int main(int arguments, char **argument)
{
    uint64_t seed = arguments > 1 ? strtoull(argument[1], NULL, 10) : 2026;
    int rounds = arguments > 2 ? atoi(argument[2]) : 10, calls = arguments > 3 ? atoi(argument[3]) : 300;

    MPI_Init(&arguments, &argument);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    common = seed;
    own = seed + 1 + (uint64_t) rank;
    for (int i = 0; i < 2 * SLOTS; i++)
        requests[i] = MPI_REQUEST_NULL;
    for (int i = 0; i < PERSISTENTS; i++)
        persistent[i] = -1;
    for (int round = 0; round < rounds; round++)
        run(calls);
    for (int i = 0; rank == 0 && i < COLLECTIVES; i++)
        printf("calls %s %lu\n", collective_names[i], made[i]);
    if (rank == 0)
        printf("seed %llu\nall right\n", (unsigned long long) seed);
    MPI_Finalize();
    return 0;
}

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#define _GNU_SOURCE
#include "turns.h"

#include <dlfcn.h>
#include <semaphore.h>
#include <stdbool.h>

/* In memory that all ranks share. Only the rank whose turn it is writes. */
struct board {
    unsigned long arrived, left;   /* ranks that have come to a meeting, and gone on from it; both only grow */
    sem_t turn[];                  /* of each rank */
};

static MPI_Win window;
static struct board *board;
static int rank, ranks;
static bool taking_turns;
static unsigned long meetings;

static void wait_for_turn(void)
{
    while (0 != sem_wait(&board->turn[rank])) {   /* a signal came */
    }
}

static void hand_over(void)
{
    sem_post(&board->turn[(rank + 1) % ranks]);
}

void opal_progress(void)
{
    static void (*progress)(void);

    if (NULL == progress) {
        *(void **) &progress = dlsym(RTLD_NEXT, "opal_progress");
    }
    if (taking_turns) {
        hand_over();
        wait_for_turn();
    }
    progress();
}

void turns_begin(void)
{
    MPI_Aint bytes;
    int unit;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    bytes = 0 == rank ? (MPI_Aint) (sizeof(*board) + (size_t) ranks * sizeof(sem_t)) : 0;
    MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &board, &window);
    MPI_Win_shared_query(window, 0, &bytes, &unit, &board);
    for (int r = 0; 0 == rank && r < ranks; r++) {
        sem_init(&board->turn[r], 1, 0 == r);
    }
    if (0 == rank) {
        board->arrived = board->left = 0;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    wait_for_turn();
    taking_turns = true;
}

void turns_meet(void)
{
    unsigned long all = (unsigned long) ranks;

    board->arrived++;
    meetings++;
    while (board->arrived < meetings * all || board->left < (meetings - 1) * all + (unsigned long) rank) {
        hand_over();
        wait_for_turn();
    }
    board->left++;
}

void turns_end(void)
{
    turns_meet();
    taking_turns = false;
    hand_over();
    MPI_Win_free(&window);
}

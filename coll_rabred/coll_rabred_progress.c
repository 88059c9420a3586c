/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "coll_rabred_progress.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;      /* of `added` */
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;      /* of whoever goes through `tasks` */
static bool in_turn;                                          /* the same for a single thread */
static mca_coll_rabred_task_t *tasks, **last = &tasks, *added, **last_added = &added;

void mca_coll_rabred_progress_add(mca_coll_rabred_task_t *task)
{
    task->next = NULL;
    mca_coll_rabred_lock(&lock);
    *last_added = task;
    last_added = &task->next;
    mca_coll_rabred_unlock(&lock);
}

/* Moves what was added to the end of the tasks. */
static void take_added(void)
{
    mca_coll_rabred_lock(&lock);
    if (NULL != added) {
        *last = added;
        last = last_added;
        added = NULL;
        last_added = &added;
    }
    mca_coll_rabred_unlock(&lock);
}

/* A task that is over may be gone, or already stand among the added ones again. */
static int go_through(void)
{
    int over = 0;

    take_added();
    for (mca_coll_rabred_task_t **link = &tasks, *task = tasks; NULL != task;) {
        mca_coll_rabred_task_t *next = task->next;
        if (task->go_on(task)) {
            *link = next;
            over++;
        } else {
            link = &task->next;
        }
        if (NULL == next) {
            last = link;
        }
        task = next;
    }
    return over;
}

/* A task that sends a message may make Open MPI call this again, on the same thread: not its turn. */
int mca_coll_rabred_progress(void)
{
    int over = 0;

    if (opal_using_threads()) {
        if (0 == pthread_mutex_trylock(&turn)) {
            over = go_through();
            (void) pthread_mutex_unlock(&turn);
        }
    } else if (!in_turn && (NULL != tasks || NULL != added)) {
        in_turn = true;
        over = go_through();
        in_turn = false;
    }
    return over;
}

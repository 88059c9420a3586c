/*
 * What goes on while the caller does something else: tasks, each of which goes a bit further whenever MPI makes
 * progress.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_PROGRESS_H
#define COLL_RABRED_PROGRESS_H

#include "coll_rabred_compat.h"

#include "ompi/request/request.h"

#include <pthread.h>
#include <stdbool.h>

BEGIN_C_DECLS

typedef struct mca_coll_rabred_task {
    struct mca_coll_rabred_task *next;           /* private to coll_rabred_progress.c */
    /* Goes on without waiting. True when the task is over; by then it may be gone. Only one thread is in any
       task at a time, and none of them goes on while another does on the same thread. */
    bool (*go_on)(struct mca_coll_rabred_task *task);
} mca_coll_rabred_task_t;

/* From now on the task goes on, in the order in which tasks were added. */
void mca_coll_rabred_progress_add(mca_coll_rabred_task_t *task);

/* All tasks go on; returns how many are over. */
int mca_coll_rabred_progress(void);

/* Nothing where only one thread calls MPI. Held for short, or while a call is planned, and never while MPI may call back. */
static inline void mca_coll_rabred_lock(pthread_mutex_t *mutex)
{
    if (opal_using_threads()) {
        (void) pthread_mutex_lock(mutex);
    }
}

static inline void mca_coll_rabred_unlock(pthread_mutex_t *mutex)
{
    if (opal_using_threads()) {
        (void) pthread_mutex_unlock(mutex);
    }
}

END_C_DECLS

#endif

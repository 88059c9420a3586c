/*
 * The headers of Open MPI 5.0 and 6.0 include this one, which no release installs: its locks and conditions, which are
 * those of POSIX. Open MPI lays its structures out by these types, so they must be the same. On the include path, and
 * behind Open MPI's own, only when rabred is built outside Open MPI's tree.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_STANDIN_THREADS_PTHREADS_MUTEX_H
#define COLL_RABRED_STANDIN_THREADS_PTHREADS_MUTEX_H

#include "opal/constants.h"

#include <pthread.h>
#include <stdbool.h>

typedef pthread_mutex_t opal_thread_internal_mutex_t;
typedef pthread_cond_t opal_thread_internal_cond_t;

#define OPAL_THREAD_INTERNAL_MUTEX_INITIALIZER PTHREAD_MUTEX_INITIALIZER
#define OPAL_THREAD_INTERNAL_COND_INITIALIZER PTHREAD_COND_INITIALIZER

/* Makes no recursive locks: only Open MPI itself has any. */
static inline int opal_thread_internal_mutex_init(opal_thread_internal_mutex_t *lock, bool recursive)
{
    return !recursive && 0 == pthread_mutex_init(lock, NULL) ? OPAL_SUCCESS : OPAL_ERROR;
}

static inline void opal_thread_internal_mutex_lock(opal_thread_internal_mutex_t *lock)
{
    (void) pthread_mutex_lock(lock);
}

/* 0: it is taken now. */
static inline int opal_thread_internal_mutex_trylock(opal_thread_internal_mutex_t *lock)
{
    return 0 != pthread_mutex_trylock(lock);
}

static inline void opal_thread_internal_mutex_unlock(opal_thread_internal_mutex_t *lock)
{
    (void) pthread_mutex_unlock(lock);
}

static inline void opal_thread_internal_mutex_destroy(opal_thread_internal_mutex_t *lock)
{
    (void) pthread_mutex_destroy(lock);
}

static inline int opal_thread_internal_cond_init(opal_thread_internal_cond_t *condition)
{
    return 0 == pthread_cond_init(condition, NULL) ? OPAL_SUCCESS : OPAL_ERROR;
}

static inline void opal_thread_internal_cond_signal(opal_thread_internal_cond_t *condition)
{
    (void) pthread_cond_signal(condition);
}

static inline void opal_thread_internal_cond_destroy(opal_thread_internal_cond_t *condition)
{
    (void) pthread_cond_destroy(condition);
}

#endif

/*
 * The headers of Open MPI 5.0 and 6.0 include this one, which no release installs; of what it defines, they need this
 * alone. On the include path, and behind Open MPI's own, only when rabred is built outside Open MPI's tree.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_STANDIN_THREADS_PTHREADS_THREADS_H
#define COLL_RABRED_STANDIN_THREADS_PTHREADS_THREADS_H

#include <sched.h>

static inline void opal_thread_yield(void)
{
    (void) sched_yield();
}

#endif

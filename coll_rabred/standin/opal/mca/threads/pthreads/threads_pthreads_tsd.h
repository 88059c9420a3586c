/*
 * The headers of Open MPI 5.0 and 6.0 include this one, which no release installs: data of threads, which are those of
 * POSIX. On the include path, and behind Open MPI's own, only when rabred is built outside Open MPI's tree.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_STANDIN_THREADS_PTHREADS_TSD_H
#define COLL_RABRED_STANDIN_THREADS_PTHREADS_TSD_H

#include "opal/constants.h"

#include <pthread.h>

typedef pthread_key_t opal_tsd_key_t;

static inline int opal_tsd_get(opal_tsd_key_t key, void **value)
{
    *value = pthread_getspecific(key);
    return OPAL_SUCCESS;
}

#endif

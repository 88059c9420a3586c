/*
 * What users are told, on stderr.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "coll_rabred.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As one call, so that lines of several processes do not mix. */
static void say(const char *format, va_list arguments)
{
    char line[4096];

    vsnprintf(line, sizeof(line), format, arguments);
    fprintf(stderr, "[rabred] %s\n", line);
}

void mca_coll_rabred_say_here(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
}

/* Before MPI knows its ranks, launchers tell them by these variables. */
void mca_coll_rabred_say(const char *format, ...)
{
    const char *rank = getenv("OMPI_COMM_WORLD_RANK");
    va_list arguments;

    rank = NULL == rank ? getenv("PMIX_RANK") : rank;
    if (NULL != rank && 0 != strcmp(rank, "0")) {
        return;
    }
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
}

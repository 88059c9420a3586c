/*
 * What the command line asks for.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef TUNE_OPTIONS_H
#define TUNE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct {
    bool help, version;           /* nothing but that */
    bool quick, check, quiet;
    bool one_pair, all_pairs;     /* neither: all, where every rank has a processor */
    const char *name;             /* of the machine; NULL: the first rank's host */
} options_t;

/* False for a wrong line, with what is wrong and what is allowed in `error`, one clause. */
bool options_read(options_t *options, int argc, char *const *argv, char *error, size_t error_size);

void options_help(FILE *stream);

#endif

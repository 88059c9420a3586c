/*
 * What rabred_schedule tells about itself; all of it from its tables.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_TOOLS_HELP_H
#define RABRED_TOOLS_HELP_H

#include <stdio.h>

void help_print(FILE *stream);
void version_print(FILE *stream);

/* A paragraph an algorithm, its name first; then the arguments. */
void list_print(FILE *stream);

#endif

/*
 * Numbers as users write them.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_TOOLS_NUMBERS_H
#define RABRED_TOOLS_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

/* Each is false, and *number as it was, where the text is none of that kind, or too large. */
bool number_whole(const char *text, size_t length, size_t *number);   /* digits alone */
bool number_size(const char *text, size_t *number);                   /* and k, m or g, powers of 1024 */
bool number_seconds(const char *text, double *number);                /* not negative, below 10^6 */

#endif

/*
 * Whole numbers as users write them: in rules, in parameters and their files, and to tools.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_CHOOSE_NUMBER_H
#define COLL_RABRED_CHOOSE_NUMBER_H

#include <stdbool.h>

/* The digits that a text begins with, in base 8, 10 or 16. What stands behind them, or NULL: there are none, or they say more than fits. */
const char *coll_rabred_read_digits(const char *text, unsigned base, unsigned long long *value);

/* The same, decimal, with k, m or g (powers of 1024) behind them if need be. */
const char *coll_rabred_read_size(const char *text, unsigned long long *value);

/*
 * The whole of a text as Open MPI reads an MCA parameter's: a size with a sign if need be, octal behind 0, hexadecimal behind 0x; as
 * in files, blanks and a comment (#) may follow. False, and *value as it was: it is not that, or not from -below to most. Of a negative
 * number *value is what is to be taken from 0.
 */
bool coll_rabred_read_parameter(const char *text, unsigned long long below, unsigned long long most, unsigned long long *value);

#endif

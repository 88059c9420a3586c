/*
 * What every target of the fuzzer is: a function that is handed any bytes as a string and aborts where a parser breaks a
 * promise. The sanitizers find the rest.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef TEST_FUZZ_TARGET_H
#define TEST_FUZZ_TARGET_H

#include <stddef.h>

/* The bytes, with one zero behind them; they may hold others. */
void target(const char *text, size_t length);

/* Adds the lines of the text, which it cuts, as words behind the first one, which is there; how many there are then, at most `most`. */
int split_lines(char *text, char **words, int most);

/* Aborts with the reason unless it holds. */
void must(int holds, const char *reason);

#endif

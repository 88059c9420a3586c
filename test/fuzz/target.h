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

/* Aborts with the reason unless it holds. */
void must(int holds, const char *reason);

#endif

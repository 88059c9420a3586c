/*
 * Reads the texts that options are made of.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef BENCH_TEXT_H
#define BENCH_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum { BENCH_ITEM_BYTES = 256 };

/* Copies what stands before the first comma outside of parentheses, cut to its room. Returns what follows the comma. */
const char *bench_next_item(const char *text, char *item, size_t item_bytes);

/* A number of bytes from 1 to 1 Gi, which may end in k, m or g. False if it is none. */
bool bench_parse_bytes(const char *text, size_t *bytes);

/* A field of a CSV holds no comma, no quote and no two spaces in a row: they become a semicolon, an apostrophe and one space. */
void bench_clean_field(char *text);

#endif

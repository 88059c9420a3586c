/*
 * One entry of --algorithms: who shall serve the calls, as COMPONENT[:ALGORITHM[(ARGUMENTS)]].
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef BENCH_ENTRY_H
#define BENCH_ENTRY_H

#include <stdbool.h>
#include <stddef.h>

enum { BENCH_MOST_ENTRIES = 64, BENCH_NAME_BYTES = 160 };

struct bench_entry {
    char name[BENCH_NAME_BYTES];
    char component[32]; /* "default": what MPI uses without rabred */
    char algorithm[64]; /* empty: the component's own choice */
    char arguments[96]; /* what stood in the parentheses; may be empty */
};

/* False if the text is no entry. */
bool bench_entry_parse(const char *text, struct bench_entry *entry);

/* Names the later ones of equal entries NAME#2, NAME#3, ... */
void bench_entries_distinguish(struct bench_entry *entries, size_t count);

bool bench_entry_is(const struct bench_entry *entry, const char *component);

/* COMPONENT:rabred, of a component that has others below it: rabred is one of these. */
bool bench_entry_is_above_rabred(const struct bench_entry *entry);

#endif

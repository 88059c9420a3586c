/*
 * The order of calls in perf/bench: over two cycles of rounds, each of n entries must stand at every position, and within
 * rounds follow each other one, equally often. Ends with "all right".
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "../../perf/bench_order.h"

#include <stdio.h>

enum { MOST = 32 };

static int is_balanced(size_t count)
{
    size_t at[MOST][MOST] = {{0}}, after[MOST][MOST] = {{0}};
    int good = 1;

    for (size_t round = 0; round < 2 * count; round++) {
        for (size_t position = 0; position < count; position++) {
            size_t entry = bench_order(round, position, count);
            at[entry][position]++;
            if (position > 0) {
                after[entry][bench_order(round, position - 1, count)]++;
            }
        }
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++) {
            good = good && at[i][j] == 2 && after[i][j] == (i == j ? 0 : 2);
        }
    }
    return good;
}

int main(void)
{
    for (size_t count = 1; count <= MOST; count++) {
        if (!is_balanced(count)) {
            printf("not balanced: %zu entries\n", count);
            return 1;
        }
    }
    puts("all right");
    return 0;
}

/*
 * The order in which entries are called.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef BENCH_ORDER_H
#define BENCH_ORDER_H

#include <stddef.h>

/*
 * Which of count entries is called at this position of this round. Each is called once in every round. Over count rounds (twice
 * that if count is odd) each stands at every position, and within rounds follows each other, equally often: a Latin square of
 * Williams, 0 1 n-1 2 n-2 ..., moved on by one in each round, and read backwards in every other cycle if count is odd.
 */
static inline size_t bench_order(size_t round, size_t position, size_t count)
{
    if (count % 2 == 1 && round / count % 2 == 1) {
        position = count - 1 - position;
    }
    return (round + (position % 2 == 1 ? (position + 1) / 2 : count - position / 2)) % count;
}

#endif

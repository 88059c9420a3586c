/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "arithmetic.h"

#include <string.h>

coll_rabred_range_t coll_rabred_part(coll_rabred_range_t range, int k, int i)
{
    uint64_t parts = (uint64_t) k, first = ((uint64_t) i * range.count + parts - 1) / parts;
    uint64_t end = ((uint64_t) (i + 1) * range.count + parts - 1) / parts;

    return (coll_rabred_range_t) {range.first + (coll_rabred_blocks_t) first, (coll_rabred_blocks_t) (end - first)};
}

coll_rabred_range_t coll_rabred_join_parts(coll_rabred_range_t range, int k, int i, int n)
{
    coll_rabred_range_t first = coll_rabred_part(range, k, i), last = coll_rabred_part(range, k, i + n - 1);

    return (coll_rabred_range_t) {first.first, last.first + last.count - first.first};
}

int coll_rabred_power_below(int x)
{
    int power = 1;

    while (power <= x / 2) {
        power *= 2;
    }
    return power;
}

int coll_rabred_ceil_log2(int x)
{
    return coll_rabred_rounds(x, 2);
}

int coll_rabred_around(int members, int member, int distance)
{
    return (int) (((int64_t) member + distance + members) % members);
}

static int next_skip(int skip, int radix)
{
    return skip / radix + (skip % radix > 0);
}

int coll_rabred_rounds(int processes, int radix)
{
    int rounds = 0;

    for (int64_t reach = 1; reach < processes; reach *= radix) {
        rounds++;
    }
    return rounds;
}

int coll_rabred_radix(const coll_rabred_problem_t *problem)
{
    const size_t radix = problem->argument[COLL_RABRED_RADIX];

    return radix < 2 ? 2 : (int) radix;
}

int coll_rabred_skip(int processes, int radix, int k)
{
    for (int i = coll_rabred_rounds(processes, radix); i > k; i--) {
        processes = next_skip(processes, radix);
    }
    return processes;
}

int coll_rabred_skips(int processes, int *skip)
{
    int rounds = coll_rabred_ceil_log2(processes);

    skip[rounds] = processes;
    for (int k = rounds; k > 0; k--) {
        skip[k - 1] = next_skip(skip[k], 2);
    }
    return rounds;
}

/* Whether n factors, none above `most`, are enough for a product of `rest`. */
static bool may_reach(int rest, int most, int n)
{
    for (; n > 0 && rest > 1; n--) {
        rest = rest / most + (0 != rest % most);
    }
    return rest <= 1;
}

/* Makes `rest` a product of n factors, none above `most`, the largest first; false if it is none. */
static bool divide(int rest, int most, int n, int *factor)
{
    if (0 == n) {
        return 1 == rest;
    }
    for (*factor = most; *factor >= 2 && may_reach(rest, *factor, n); (*factor)--) {
        if (0 == rest % *factor && divide(rest / *factor, *factor, n - 1, factor + 1)) {
            return true;
        }
    }
    return false;
}

int coll_rabred_factors(int processes, size_t most, int *factor)
{
    int rest = processes, product = 1, primes = 0;

    if (0 == most || most >= (size_t) processes) {
        *factor = processes;
        return processes > 1;
    }
    for (int prime = 2; rest > 1; prime = prime > rest / prime ? rest : prime + 1) {
        for (; 0 == rest % prime; rest /= prime) {
            if ((size_t) prime <= most) {
                product *= prime;
            } else {
                memmove(factor + 1, factor, (size_t) primes * sizeof(*factor));
                *factor = prime;
                primes++;
            }
        }
    }
    int n = 0;
    while (!may_reach(product, (int) most, n)) {
        n++;
    }
    for (; ; n++) {
        for (int largest = 1; largest <= (int) most; largest++) {
            if (divide(product, largest, n, factor + primes)) {
                return primes + n;
            }
        }
    }
}

int coll_rabred_ring_radix(int processes)
{
    int odd = processes;

    while (0 == odd % 2) {
        odd /= 2;
    }
    for (int radix = 3; radix <= odd / radix; radix += 2) {
        int rest = odd;
        while (0 == rest % radix) {
            rest /= radix;
        }
        if (1 == rest) {
            return radix;
        }
    }
    return odd;
}

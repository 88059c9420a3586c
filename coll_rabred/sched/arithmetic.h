/*
 * Numbers of processes, and parts of ranges.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_SCHED_ARITHMETIC_H
#define COLL_RABRED_SCHED_ARITHMETIC_H

#include "schedule.h"

/* Part i of k parts of a range, each ceil or floor of an even share. */
coll_rabred_range_t coll_rabred_part(coll_rabred_range_t range, int k, int i);

/* Parts i .. i+n-1 of k. */
coll_rabred_range_t coll_rabred_join_parts(coll_rabred_range_t range, int k, int i, int n);

/* Largest power of two not above x; smallest exponent q with 2^q >= x. Both for x >= 1. */
int coll_rabred_power_below(int x);
int coll_rabred_ceil_log2(int x);

/* Where one arrives who goes so far around a circle of so many members: backwards if the distance, at most all of them, is
   negative. */
int coll_rabred_around(int members, int member, int distance);

/* Skip s_k of a circulant graph: s_q = p, s_k = ceil(s_k+1 / radix), down to s_0 = 1; and q = ceil(log p) to the radix. */
int coll_rabred_skip(int processes, int radix, int k);
int coll_rabred_rounds(int processes, int radix);

/* The radix that a problem asks for; 2 if for none. */
int coll_rabred_radix(const coll_rabred_problem_t *problem);

/* All of them with radix 2, s_0 .. s_q; returns q, at most 31. */
int coll_rabred_skips(int processes, int *skip);

/* Writes p as a product of factors and returns their number, at most 31. Primes above `most` come first; of the rest as few
   factors as can be, none above `most`, and of equally few those whose largest is smallest. most = 0: p itself. None for p = 1. */
int coll_rabred_factors(int processes, size_t most, int *factor);

/* The smallest odd number of which the odd part of p is a power. */
int coll_rabred_ring_radix(int processes);

#endif

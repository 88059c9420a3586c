/*
 * How fast processes copy and reduce, all that take part at once. Collective on MPI_COMM_WORLD; the same on all ranks: the
 * median of those that take part. Seconds per byte.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef TUNE_RATES_H
#define TUNE_RATES_H

#include <stdbool.h>

/* memcpy. */
double rates_copy(bool takes_part, double seconds);

/* MPI_Reduce_local of sums of double. */
double rates_reduction(bool takes_part, double seconds);

#endif

/*
 * Time and work on SimGrid's simulated clock.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_PERF_SIMULATED_H
#define RABRED_PERF_SIMULATED_H

/* Seconds from an instant at which all processes of MPI_COMM_WORLD start to when the last returns from call(context). */
double simulated_time(void (*call)(void *), void *context);

/* Lets the calling process work for so long. */
void simulated_work(double seconds);

#endif

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "simulated.h"

#include <mpi.h>
#include <simgrid/actor.h>
#include <simgrid/engine.h>

static const double pause_seconds = 1e-3;   /* for whatever is still under way */

static double latest(double own)
{
    double last = own;

    MPI_Allreduce(&own, &last, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return last;
}

double simulated_time(void (*call)(void *), void *context)
{
    double start = latest(simgrid_get_clock()) + pause_seconds;

    sg_actor_sleep_until(start);
    call(context);
    return latest(simgrid_get_clock()) - start;
}

void simulated_work(double seconds)
{
    if (seconds > 0) {
        sg_actor_sleep_for(seconds);
    }
}

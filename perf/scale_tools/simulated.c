/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "simulated.h"

#include <mpi.h>
#include <simgrid/actor.h>
#include <simgrid/engine.h>

static double latest(double own)
{
    double last = own;

    MPI_Allreduce(&own, &last, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return last;
}

double simulated_time(void (*call)(void *), void *context)
{
    double start, begun, ended, pause = 1e-3;   /* for whatever is still under way */

    do {   /* once more where a process came late: of a thousand the first collective takes longer */
        start = latest(simgrid_get_clock()) + pause;
        sg_actor_sleep_until(start);
        begun = simgrid_get_clock();
        call(context);
        ended = latest(simgrid_get_clock());
        pause *= 2;
    } while (latest(begun) > start + 1e-9);
    return ended - start;
}

void simulated_work(double seconds)
{
    if (seconds > 0) {
        sg_actor_sleep_for(seconds);
    }
}

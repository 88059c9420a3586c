/*
 * What a call costs the processors of all its processes together.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "play.h"

#include "clock.h"

/* Of one process, what it sends and receives and what it reduces and copies. */
static uint64_t own_work(const coll_rabred_schedule_t *schedule, const coll_rabred_layout_t *layout, size_t element,
                         const coll_rabred_machine_t *machine)
{
    uint64_t work = 0;

    for (size_t i = 0; i < schedule->steps; i++) {
        const coll_rabred_step_t *step = &schedule->step[i];
        const bool sends = COLL_RABRED_STEP_SEND == step->verb, travels = step->verb <= COLL_RABRED_STEP_RECV_REDUCE;
        const bool reduces = COLL_RABRED_STEP_REDUCE == step->verb || COLL_RABRED_STEP_RECV_REDUCE == step->verb;
        const size_t bytes = coll_rabred_layout_elements(layout, step->range) * element;
        const bool is_long = bytes > machine->eager;
        const uint64_t rate = sends ? coll_rabred_sum(machine->exchange, is_long ? 0 : machine->eager_copy)
                                    : reduces ? machine->reduction : COLL_RABRED_STEP_COPY == step->verb ? machine->copy : 0;
        const uint64_t once = !travels || 0 == bytes ? 0 : coll_rabred_sum(machine->gap, sends && is_long ? machine->handshake : 0);
        work = coll_rabred_sum(work, coll_rabred_sum(once, coll_rabred_bytes_time(bytes, rate)));
    }
    return work;
}

uint64_t coll_rabred_work(coll_rabred_schedule_t *const *schedule, int processes, const coll_rabred_layout_t *layout, size_t element,
                          const coll_rabred_machine_t *machine)
{
    uint64_t work = 0;

    for (int rank = 0; rank < processes; rank++) {
        work = coll_rabred_sum(work, own_work(schedule[rank], layout, element, machine));
    }
    return work;
}

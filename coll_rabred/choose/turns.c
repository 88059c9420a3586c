/*
 * Processes that share too few processors.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "planner.h"

#include "../sched/clock.h"

bool coll_rabred_takes_turns(const coll_rabred_model_t *model)
{
    const size_t processors = model->turns.processors;

    return COLL_RABRED_NODE == model->class && 0 < processors && processors < (size_t) model->processes;
}

coll_rabred_model_t coll_rabred_in_turns(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish)
{
    coll_rabred_model_t in_turns = *model;
    coll_rabred_machine_t *machine = &in_turns.machine[COLL_RABRED_NODE];
    const size_t processors = model->turns.processors, processes = (size_t) model->processes;

    if (!coll_rabred_takes_turns(model) || coll_rabred_latency_counts(model, wish)) {
        in_turns.turns.processors = 0;
        return in_turns;
    }
    const uint64_t wait = coll_rabred_product(model->turns.turn, processes - processors) / processors;
    machine->latency = coll_rabred_sum(machine->latency, wait);
    machine->handshake = coll_rabred_sum(machine->handshake, coll_rabred_product(2, model->turns.turn));   /* there and back */
    machine->eager = model->turns.at_once > machine->eager ? model->turns.at_once : machine->eager;
    return in_turns;
}

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "call.h"

#include "../../coll_rabred/choose/choice.h"
#include "../../coll_rabred/sched/nodes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t call_elements(const options_t *options, int processes, size_t bytes)
{
    size_t elements = bytes / CALL_ELEMENT, p = (size_t) processes;

    return COLL_RABRED_REDUCE_SCATTER_BLOCK == options->collective ? (elements + p - 1) / p * p : elements;
}

bool call_admits(int algorithm, int processes)
{
    return OPTIONS_AUTO == algorithm || coll_rabred_admits(&coll_rabred_algorithms[algorithm], processes);
}

/* For all calls with so many processes. They cost as much within a node as between two: only the pattern changes. */
static const coll_rabred_nodes_t *nodes_of(int node_size, int processes)
{
    static coll_rabred_nodes_t *nodes;
    static int last;
    int *name = 0 == node_size || last == processes ? NULL : calloc((size_t) processes, sizeof(*name));

    for (int rank = 0; NULL != name && rank < processes; rank++) {
        name[rank] = rank / node_size;
    }
    if (NULL != name) {
        coll_rabred_nodes_free(nodes);
        nodes = coll_rabred_nodes_build(name, processes);
        last = processes;
        free(name);
    }
    return nodes;
}

static unsigned long long picoseconds(double seconds)
{
    return (unsigned long long) (seconds * 1e12 + 0.5);
}

coll_rabred_machine_t call_machine(const options_t *options)
{
    const costs_t *costs = &options->model;

    return (coll_rabred_machine_t) {
        .latency = picoseconds(costs->latency), .gap = picoseconds(costs->gap),
        .exchange = picoseconds(1000 * costs->byte_time), .transfer = picoseconds(1000 * costs->byte_time_one_way),
        .reduction = picoseconds(1000 * costs->reduce_time), .copy = picoseconds(1000 * costs->copy_time),
        .eager = costs->rendezvous - (0 < costs->rendezvous)
    };
}

uint64_t call_overhead(const options_t *options)
{
    return picoseconds(options->model.overhead);
}

/* What the model finds by the options' own numbers. It knows no overhead: that is part of the latency, and of the gap of a processor
   that sends one message, or sends one and receives one. */
static coll_rabred_decision_t choose(const options_t *options, int processes, size_t bytes)
{
    const unsigned long long overhead = call_overhead(options);
    coll_rabred_machine_t machine = call_machine(options);
    coll_rabred_model_t model = {.processes = processes, .class = COLL_RABRED_NETWORK,
                                 .nodes = nodes_of(options->node_size, processes)};
    coll_rabred_choice_t choice = {.collective = options->collective};

    const unsigned long long exchange_gap = machine.gap > 2 * overhead ? machine.gap : 2 * overhead;
    machine.latency += 2 * overhead;
    machine.gap = machine.gap > overhead ? machine.gap : overhead;
    machine.exchange_gap = exchange_gap - machine.gap;
    for (int class = 0; class < COLL_RABRED_CLASSES; class++) {
        model.machine[class] = machine;
    }
    const coll_rabred_decision_t decision = coll_rabred_choose(&choice, &model, COLL_RABRED_COMMUTATIVE, bytes / CALL_ELEMENT, CALL_ELEMENT);
    coll_rabred_choice_free(&choice);
    return decision;
}

coll_rabred_problem_t call_problem(const options_t *options, int algorithm, int processes, size_t bytes)
{
    size_t vector = call_elements(options, processes, bytes) * CALL_ELEMENT;
    coll_rabred_decision_t decision = {.algorithm = algorithm};

    memcpy(decision.argument, options->argument, sizeof(decision.argument));
    if (OPTIONS_AUTO == algorithm) {
        decision = choose(options, processes, vector);
    }
    coll_rabred_problem_t problem = {.collective = options->collective, .algorithm = decision.algorithm, .processes = processes,
                                     .nodes = nodes_of(options->node_size, processes)};
    coll_rabred_set_arguments(&problem, &decision, vector);
    return problem;
}

const char *call_name(int algorithm, const coll_rabred_problem_t *problem, char *name, size_t name_bytes)
{
    snprintf(name, name_bytes, "%s%s", OPTIONS_AUTO == algorithm ? "auto:" : "", coll_rabred_algorithms[problem->algorithm].name);
    return name;
}

void call_print_header(void)
{
    puts("network,collective,algorithm,np,bytes,seconds");
}

void call_print(const options_t *options, const char *network, const char *algorithm, int processes, size_t bytes,
                double seconds)
{
    printf("%s,%s,%s,%d,%zu,%.9g\n", network, coll_rabred_collective_names[options->collective], algorithm, processes,
           bytes, seconds);
    fflush(stdout);
}

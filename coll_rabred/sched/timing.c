/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "clock.h"

uint64_t coll_rabred_sum(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

uint64_t coll_rabred_difference(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

uint64_t coll_rabred_product(uint64_t a, uint64_t b)
{
    const bool fits = 0 == (a | b) >> 32;   /* to divide takes long */

    return !fits && 0 != b && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

uint64_t coll_rabred_latest(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

uint64_t coll_rabred_earliest(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t coll_rabred_bytes_time(size_t bytes, uint64_t rate)
{
    return coll_rabred_sum(coll_rabred_product(bytes / 1000, rate), coll_rabred_product(bytes % 1000, rate) / 1000);
}

uint64_t coll_rabred_crossing_gap(const coll_rabred_machine_t *machine)
{
    return coll_rabred_sum(machine->gap, machine->exchange_gap);
}

/* Of so many blocks, less than all, those with one element more: the first, which permuted blocks have evenly among them. */
static size_t longer_blocks(const coll_rabred_clock_t *c, size_t blocks)
{
    const size_t all = coll_rabred_all(c);

    if (c->permuted) {
        return (blocks * c->remainder + all - 1) / all;
    }
    return blocks < c->remainder ? blocks : c->remainder;
}

size_t coll_rabred_bytes(const coll_rabred_clock_t *c, size_t blocks)
{
    size_t all = coll_rabred_all(c), rest = blocks < all ? blocks : blocks % all;
    size_t elements = rest * c->quotient + longer_blocks(c, rest);

    if (blocks >= all) {
        elements = coll_rabred_sum(elements, coll_rabred_product(blocks / all, c->elements));
    }
    return coll_rabred_product(elements, c->element);
}

bool coll_rabred_is_long(const coll_rabred_clock_t *c, size_t blocks)
{
    return coll_rabred_bytes(c, blocks) > c->here->eager;
}

/* What n messages of so many bytes take on one of a clock's machines. */
typedef uint64_t (*time_on_t)(const coll_rabred_clock_t *c, const coll_rabred_machine_t *machine, size_t n, size_t bytes,
                              coll_rabred_way_t way);

static uint64_t longest(const coll_rabred_clock_t *c, time_on_t time_on, size_t n, size_t bytes, coll_rabred_way_t way)
{
    const uint64_t here = time_on(c, c->here, n, bytes, way);

    return NULL == c->beside ? here
                             : coll_rabred_latest(here, time_on(c, c->beside, (n * c->staying.inside + c->staying.all - 1) / c->staying.all,
                                                                bytes, way));
}

static uint64_t rate_of(const coll_rabred_machine_t *machine, coll_rabred_way_t way)
{
    return COLL_RABRED_CROSSING == way ? machine->exchange : machine->transfer;
}

static bool shares_port(const coll_rabred_clock_t *c, const coll_rabred_machine_t *machine)
{
    return c->sharing.messages != c->sharing.port && machine != c->beside;
}

/* Femtoseconds for each byte of a message, beside its rate. */
static uint64_t copied(const coll_rabred_machine_t *machine, size_t bytes)
{
    return bytes > machine->eager ? 0 : machine->eager_copy;
}

static uint64_t wire_time_on(const coll_rabred_clock_t *c, const coll_rabred_machine_t *machine, size_t n, size_t bytes,
                             coll_rabred_way_t way)
{
    const size_t messages = c->sharing.messages, port = c->sharing.port;
    const uint64_t alone = coll_rabred_bytes_time(bytes, coll_rabred_sum(rate_of(machine, way), copied(machine, bytes)));

    (void) n;
    return shares_port(c, machine) ? coll_rabred_sum(coll_rabred_product(alone / port, messages), alone % port * messages / port) : alone;
}

uint64_t coll_rabred_wire_time(const coll_rabred_clock_t *c, size_t blocks, coll_rabred_way_t way)
{
    return longest(c, wire_time_on, 1, coll_rabred_bytes(c, blocks), way);
}

uint64_t coll_rabred_hidden_latency(const coll_rabred_clock_t *c, size_t blocks)
{
    if (coll_rabred_is_long(c, blocks)) {
        return 0;
    }
    const uint64_t bytes = coll_rabred_wire_time(c, blocks, COLL_RABRED_ONE_WAY);
    const uint64_t gap = coll_rabred_further(c, 1, blocks, COLL_RABRED_ONE_WAY) - bytes;   /* is not, but for what a reduction takes of it */

    return coll_rabred_difference(c->here->latency, coll_rabred_difference(gap, coll_rabred_reduce_time(c, blocks)));
}

static uint64_t gap_of(const coll_rabred_machine_t *machine, coll_rabred_way_t way)
{
    return COLL_RABRED_CROSSING == way ? coll_rabred_crossing_gap(machine) : machine->gap;
}

/* Until the next one of the process, while its receiver copies what travels at once; or until one that takes `wire`, of others, too, has passed
   its port. */
static uint64_t gap_behind(const coll_rabred_clock_t *c, const coll_rabred_machine_t *machine, size_t bytes, uint64_t wire, coll_rabred_way_t way)
{
    if (0 == copied(machine, bytes) && !shares_port(c, machine)) {
        return coll_rabred_sum(gap_of(machine, way), wire);
    }
    return coll_rabred_latest(coll_rabred_sum(gap_of(machine, way), coll_rabred_bytes_time(bytes, rate_of(machine, way))), wire);
}

static uint64_t further_on(const coll_rabred_clock_t *c, const coll_rabred_machine_t *machine, size_t n, size_t bytes, coll_rabred_way_t way)
{
    return coll_rabred_product(n, gap_behind(c, machine, bytes, wire_time_on(c, machine, 1, bytes, way), way));
}

uint64_t coll_rabred_further(const coll_rabred_clock_t *c, size_t n, size_t blocks, coll_rabred_way_t way)
{
    return longest(c, further_on, n, coll_rabred_bytes(c, blocks), way);
}

static uint64_t messages_time_on(const coll_rabred_clock_t *c, const coll_rabred_machine_t *machine, size_t n, size_t bytes,
                                 coll_rabred_way_t way)
{
    if (0 == n || 0 == bytes) {
        return 0;
    }
    const uint64_t wire = wire_time_on(c, machine, 1, bytes, way);
    uint64_t time = coll_rabred_sum(machine->latency, wire);
    if (bytes > machine->eager) {
        time = coll_rabred_sum(time, coll_rabred_sum(machine->handshake, COLL_RABRED_CROSSING == way ? machine->exchange_handshake : 0));
    }
    if (1 == n && gap_of(machine, way) <= machine->latency) {
        return time;
    }
    const uint64_t gap = gap_behind(c, machine, bytes, wire, way);   /* where that is longer than a latency, ports keep the next round waiting */
    return coll_rabred_sum(coll_rabred_latest(time, gap), coll_rabred_product(n - 1, gap));
}

/* Where blocks are of two lengths, messages of others than the first ones may travel at once, and take longer than those that wait. */
static uint64_t messages_time(const coll_rabred_clock_t *c, size_t n, size_t blocks, coll_rabred_way_t both)
{
    const size_t bytes = coll_rabred_bytes(c, blocks);
    const coll_rabred_way_t way = 1 == c->elements && blocks < coll_rabred_all(c) ? COLL_RABRED_ONE_WAY : both;
    const uint64_t time = longest(c, messages_time_on, n, bytes, way);

    if (0 == c->remainder || blocks >= coll_rabred_all(c) || bytes <= c->here->eager) {
        return time;
    }
    const size_t shorter = coll_rabred_product(blocks * c->quotient, c->element);
    return shorter > c->here->eager ? time : coll_rabred_latest(time, longest(c, messages_time_on, n, shorter, way));
}

uint64_t coll_rabred_exchanges_time(const coll_rabred_clock_t *c, size_t n, size_t blocks)
{
    return messages_time(c, n, blocks, COLL_RABRED_CROSSING);
}

uint64_t coll_rabred_transfers_time(const coll_rabred_clock_t *c, size_t n, size_t blocks)
{
    return messages_time(c, n, blocks, COLL_RABRED_ONE_WAY);
}

uint64_t coll_rabred_exchange_time(const coll_rabred_clock_t *c, size_t blocks)
{
    return coll_rabred_exchanges_time(c, 1, blocks);
}

uint64_t coll_rabred_transfer_time(const coll_rabred_clock_t *c, size_t blocks)
{
    return coll_rabred_transfers_time(c, 1, blocks);
}

uint64_t coll_rabred_reduce_time(const coll_rabred_clock_t *c, size_t blocks)
{
    return coll_rabred_bytes_time(coll_rabred_bytes(c, blocks), c->here->reduction);
}

uint64_t coll_rabred_copy_time(const coll_rabred_clock_t *c, size_t blocks)
{
    return coll_rabred_bytes_time(coll_rabred_bytes(c, blocks), c->here->copy);
}

size_t coll_rabred_all(const coll_rabred_clock_t *c)
{
    return c->plan.problem->blocks;
}

size_t coll_rabred_own(const coll_rabred_clock_t *c)
{
    size_t p = (size_t) c->problem->processes;

    return (coll_rabred_all(c) + p - 1) / p;
}

void coll_rabred_spend(coll_rabred_clock_t *c, uint64_t picoseconds)
{
    c->now = coll_rabred_sum(c->now, picoseconds);
    c->first = coll_rabred_sum(c->first, picoseconds);
    c->meetings.root = coll_rabred_sum(c->meetings.root, picoseconds);
}

void coll_rabred_spend_early(coll_rabred_clock_t *c, uint64_t picoseconds)
{
    coll_rabred_spend(c, coll_rabred_difference(picoseconds, c->hidden));
}

/* Parts of one host have no port. */
const coll_rabred_nodes_t *coll_rabred_shared_nodes(const coll_rabred_nodes_t *nodes, coll_rabred_class_t class)
{
    return COLL_RABRED_NETWORK == class && NULL != nodes && nodes->largest > 1 ? nodes : NULL;
}

uint64_t coll_rabred_time(const coll_rabred_problem_t *problem, const coll_rabred_nodes_t *nodes, const coll_rabred_machine_t *machine,
                          coll_rabred_class_t class, size_t elements, size_t element)
{
    coll_rabred_problem_t own = *problem;
    coll_rabred_clock_t c = {.problem = &own, .machine = machine, .between = &machine[class], .elements = elements,
                             .element = element};

    c.nodes = coll_rabred_shared_nodes(nodes, class);
    own.blocks = coll_rabred_own_blocks(problem);
    c.quotient = elements / own.blocks;
    c.remainder = elements % own.blocks;
    c.filled = c.quotient > 0 ? own.blocks : c.remainder;
    c.plan.problem = &own;
    c.plan.group = problem->processes;
    c.plan.range.count = own.blocks;
    const coll_rabred_phase_t *phase = coll_rabred_recipe(&coll_rabred_algorithms[problem->algorithm], problem->collective);
    for (; NULL != phase->build && problem->processes > 1; phase++) {
        if (NULL == phase->time) {
            phase->build(&c.plan);
        } else {
            coll_rabred_share_among_neighbours(&c);
            phase->time(&c);
        }
    }
    return c.now;
}

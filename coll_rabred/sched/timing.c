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
    return 0 != b && a > UINT64_MAX / b ? UINT64_MAX : a * b;
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

size_t coll_rabred_bytes(const coll_rabred_clock_t *c, size_t blocks)
{
    size_t all = coll_rabred_all(c), rest = blocks < all ? blocks : blocks % all;
    size_t elements = rest * c->quotient + (rest < c->remainder ? rest : c->remainder);

    if (blocks >= all) {
        elements = coll_rabred_sum(elements, coll_rabred_product(blocks / all, c->elements));
    }
    return coll_rabred_product(elements, c->element);
}

bool coll_rabred_is_long(const coll_rabred_clock_t *c, size_t blocks)
{
    return coll_rabred_bytes(c, blocks) > c->here->eager;
}

uint64_t coll_rabred_wire_time(const coll_rabred_clock_t *c, size_t blocks, uint64_t rate)
{
    uint64_t copies = coll_rabred_is_long(c, blocks) ? 0 : c->here->eager_copy;
    uint64_t alone = coll_rabred_bytes_time(coll_rabred_bytes(c, blocks), coll_rabred_sum(rate, copies));
    size_t messages = c->sharing.messages, port = c->sharing.port;

    return coll_rabred_sum(coll_rabred_product(alone / port, messages), alone % port * messages / port);
}

uint64_t coll_rabred_hidden_latency(const coll_rabred_clock_t *c, size_t blocks)
{
    uint64_t bytes = coll_rabred_wire_time(c, blocks, c->here->transfer);
    uint64_t rest = coll_rabred_further(c, blocks, c->here->transfer) - bytes;   /* the gap is not */

    return coll_rabred_is_long(c, blocks) || rest > c->here->latency ? 0 : c->here->latency - rest;
}

uint64_t coll_rabred_further(const coll_rabred_clock_t *c, size_t blocks, uint64_t rate)
{
    return coll_rabred_latest(c->here->gap, coll_rabred_wire_time(c, blocks, rate));
}

static uint64_t messages_time(const coll_rabred_clock_t *c, size_t n, size_t blocks, uint64_t rate, uint64_t handshake)
{
    uint64_t time = coll_rabred_sum(c->here->latency, coll_rabred_wire_time(c, blocks, rate));

    if (0 == n || 0 == coll_rabred_bytes(c, blocks)) {
        return 0;
    }
    time = coll_rabred_sum(time, coll_rabred_is_long(c, blocks) ? handshake : 0);
    return coll_rabred_sum(time, coll_rabred_product(n - 1, coll_rabred_further(c, blocks, rate)));
}

uint64_t coll_rabred_exchanges_time(const coll_rabred_clock_t *c, size_t n, size_t blocks)
{
    return messages_time(c, n, blocks, c->here->exchange, coll_rabred_sum(c->here->handshake, c->here->exchange_handshake));
}

uint64_t coll_rabred_transfers_time(const coll_rabred_clock_t *c, size_t n, size_t blocks)
{
    return messages_time(c, n, blocks, c->here->transfer, c->here->handshake);
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
}

void coll_rabred_spend_early(coll_rabred_clock_t *c, uint64_t picoseconds)
{
    coll_rabred_spend(c, coll_rabred_difference(picoseconds, c->hidden));
}

uint64_t coll_rabred_time(const coll_rabred_problem_t *problem, const coll_rabred_nodes_t *nodes, const coll_rabred_machine_t *machine,
                          coll_rabred_class_t class, size_t elements, size_t element)
{
    coll_rabred_problem_t filled = *problem;
    coll_rabred_clock_t c = {.problem = &filled, .machine = machine, .between = &machine[class], .elements = elements,
                             .element = element};

    coll_rabred_know_nodes(&c, COLL_RABRED_NETWORK == class ? nodes : NULL);   /* parts of one host have no port */
    filled.blocks = coll_rabred_own_blocks(problem);
    c.quotient = elements / filled.blocks;
    c.remainder = elements % filled.blocks;
    c.plan.problem = &filled;
    c.plan.group = problem->processes;
    c.plan.range.count = filled.blocks;
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

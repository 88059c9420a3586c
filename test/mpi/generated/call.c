/*
 * One case: the call, and what this rank finds.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "region.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool scatters(const struct call *c)
{
    return c->collective == REDUCE_SCATTER || c->collective == REDUCE_SCATTER_BLOCK;
}

static size_t draw_total(const struct call *c)
{
    const size_t p = (size_t) c->size, random = (size_t) (scramble(c->random, 1) >> 32);
    switch (c->amount) {
    case NONE:     return 0;
    case ONE:      return 1;
    case FEWER:    return p < 4 ? p - 1 : 2 + random % (p - 3);
    case SOME:     return p + random % (2 * p);
    case HUNDREDS: return 50 + random % 950;
    default:       return 3000 + random % 6000;
    }
}

/* What a rank gets of the elements left: an even share, any share, or all at one rank. */
static size_t share(const struct call *c, int rank, size_t left)
{
    const uint64_t random = scramble(c->random, 2);
    if (rank == c->size - 1)
        return left;
    switch (random % 3) {
    case 0:  return left / (size_t) (c->size - rank);
    case 1:  return left * (scramble(random, (uint64_t) rank) % 8) / 8;
    default: return (uint64_t) rank == random / 3 % (uint64_t) c->size ? left : 0;
    }
}

/* How many elements each rank contributes and gets. */
static void deal(struct call *c)
{
    const size_t p = (size_t) c->size;
    size_t left = c->total = draw_total(c);
    c->first = 0;
    c->root = c->collective == REDUCE ? (int) (scramble(c->random, 3) % p) : -1;
    c->elements = c->root == -1 || c->root == c->rank ? c->total : 0;
    if (c->collective == REDUCE_SCATTER_BLOCK)
        left = c->total = (c->total + p - 1) / p * p;
    for (int rank = 0; scatters(c) && rank < c->size; rank++) {
        const size_t part = c->collective == REDUCE_SCATTER ? share(c, rank, left) : c->total / p;
        c->counts[rank] = (int) part;
        if (rank == c->rank) {
            c->first = c->total - left;
            c->elements = part;
        }
        left -= part;
    }
}

static void draw(const struct call *c, int rank, unsigned char *values)
{
    const uint64_t random = scramble(c->random, 4);
    for (size_t i = 0; i < c->total; i++, values += c->layout.value_bytes)
        if (c->operand->user != NULL)
            c->operand->user->draw(values, c->layout.value_bytes, random, rank, i);
        else
            predefined_draw(c->operand, values, scramble(scramble(random, (uint64_t) rank), i));
}

/* right = left op right, element by element. */
static void reduce(const struct call *c, unsigned char *left, unsigned char *right)
{
    const size_t bytes = c->layout.value_bytes;
    if (c->operand->user == NULL)
        MPI_Reduce_local(left, right, (int) c->total, c->layout.type, predefined_op(c->operand));
    for (size_t i = 0; c->operand->user != NULL && i < c->total; i++)
        c->operand->user->reduce(left + i * bytes, right + i * bytes, bytes);
}

/* The whole result, by reducing all inputs in turn. */
static unsigned char *expected_result(const struct call *c)
{
    unsigned char *result = calloc(c->total + 1, VALUE_BYTES), *next = calloc(c->total + 1, VALUE_BYTES);
    draw(c, 0, result);
    for (int rank = 1; rank < c->size; rank++) {
        draw(c, rank, next);
        reduce(c, result, next);
        unsigned char *reduced = next;
        next = result;
        result = reduced;
    }
    free(next);
    return result;
}

static void judge_values(const struct call *c, struct report *report, const unsigned char *result)
{
    const size_t bytes = c->layout.value_bytes;
    unsigned char *expected = expected_result(c);
    for (size_t i = 0; i < c->elements; i++) {
        const unsigned char *value = result + i * bytes, *right = expected + (c->first + i) * bytes;
        if (c->operand->user != NULL ? memcmp(value, right, bytes) != 0
                                     : !predefined_agree(c->operand, value, right, c->size))
            report_problem(report, "element %zu of %zu is wrong", i, c->elements);
        for (size_t byte = 0; byte < bytes; byte++)
            if (!c->layout.padding[byte])
                report->digest = scramble(report->digest, value[byte]);
    }
    free(expected);
}

static int make_call(const struct call *c, const void *from, void *to, MPI_Op op)
{
    return way_call(options.way, &(struct reduction) {
        .collective = c->collective, .from = from, .to = to, .count = (int) c->total, .counts = c->counts,
        .type = c->layout.type, .op = op, .root = c->root, .comm = c->comm });
}

/* The algorithm that the call was counted for. */
static int find_service(const struct call *c, struct report *report, const unsigned long long before[ALGORITHMS])
{
    unsigned long long now[ALGORITHMS], calls = 0;
    int served = 0;
    if (options.stock)
        return 0;
    rabred_calls(c->collective, now);
    for (int i = 1; i < rabred_algorithms(c->collective); i++)
        if (now[i] != before[i]) {
            calls += now[i] - before[i];
            served = i;
        }
    if (calls != (c->total * c->layout.value_bytes > 0))
        report_problem(report, "rabred counted %llu calls", calls);
    else if (calls == 1 && !serves_rightly(c, served))
        report_problem(report, "wrongly served by %s", rabred_name(c->collective, served));
    return served;
}

/* Makes the call between guarding pages, from memory that cannot be written. Operator and datatype go right after it. */
static void call_between_guards(struct call *c, struct report *report, unsigned char *result)
{
    const bool in_place = c->in_place && (c->root == -1 || c->root == c->rank), low = scramble(c->random, 5) % 2;
    const bool none = c->root != -1 && c->root != c->rank && scramble(c->random, 6) % 2;
    unsigned char *input = calloc(c->total + 1, VALUE_BYTES);
    unsigned long long calls[ALGORITHMS];
    struct region send, receive;
    ptrdiff_t byte;

    draw(c, c->rank, input);
    void *from = region_create(&send, &c->layout, in_place ? 0 : c->total, 0xa5, low);
    void *to = region_create(&receive, &c->layout, in_place ? c->total : c->elements, 0x5a, !low);
    region_put(in_place ? &receive : &send, input, c->total);
    region_seal(&send);
    rabred_calls(c->collective, calls);
    MPI_Op op = c->operand->user == NULL ? predefined_op(c->operand) : user_begin(c->operand->user, &c->layout, c->total);
    if (make_call(c, in_place ? MPI_IN_PLACE : from, none ? NULL : to, op) != MPI_SUCCESS)
        report_problem(report, "an error was returned");
    const char *problem = c->operand->user == NULL ? NULL : user_end(&op);
    layout_free(&c->layout);
    if (problem != NULL)
        report_problem(report, "%s", problem);
    report->served = find_service(c, report, calls);
    region_take(&receive, 0, result, c->elements);
    region_take(&receive, c->elements, NULL, in_place ? c->total - c->elements : 0);
    if (!region_is_painted(&receive, &byte))
        report_problem(report, "byte %td of the receive buffer was written beside the values", byte);
    region_free(&send);
    region_free(&receive);
    free(input);
}

static void name_call(struct call *c)
{
    char operand[96], root[16] = "";
    if (c->operand->user == NULL)
        predefined_name(c->operand, operand, sizeof operand);
    else
        snprintf(operand, sizeof operand, "%s on %s", c->operand->user->name, c->operand->datatype->name);
    if (c->root != -1)
        snprintf(root, sizeof root, ", root %d", c->root);
    snprintf(c->name, sizeof c->name, "case %llu: %s %s: p %d%s, count %zu, %s, %s", (unsigned long long) c->number,
             collective_names[c->collective], rabred_name(c->collective, c->algorithm), c->size, root, c->total, operand,
             c->in_place ? "in place" : "not in place");
}

void call_run(struct call *c)
{
    struct report report = { .problem = "" };
    deal(c);
    name_call(c);
    tally_running(c->name);
    if (c->operand->user == NULL)
        predefined_layout(c->operand, &c->layout);
    else
        layout_create(&c->layout, c->operand->datatype, c->total, scramble(c->random, 7) % RANKS + (uint64_t) c->rank);
    unsigned char *result = calloc(c->elements + 1, VALUE_BYTES);
    call_between_guards(c, &report, result);
    if (c->operand->user != NULL && c->operand->user->free && c->layout.value_bytes > 0)
        judge_history(c, &report, result);
    else
        judge_values(c, &report, result);
    report.has_result = c->elements > 0;
    free(result);
    tally_running(NULL);
    verdict(c, &report);
}

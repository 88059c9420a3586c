/*
 * What the table of algorithms promises, and whether it is kept.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "generated.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void report_problem(struct report *report, const char *format, ...)
{
    if (report->problem[0] != '\0')
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(report->problem, sizeof report->problem, format, arguments);
    va_end(arguments);
}

bool is_commutative(const struct operand *o)
{
    return o->user == NULL || o->user->commutative;
}

/* The line of the table with that name, or NULL. */
static const coll_rabred_algorithm_t *line(const char *name)
{
    const coll_rabred_algorithm_t *algorithm = coll_rabred_algorithms;
    while (algorithm->name != NULL && strcmp(algorithm->name, name) != 0)
        algorithm++;
    return algorithm->name == NULL ? NULL : algorithm;
}

bool table_is_complete(void)
{
    for (enum collective collective = 0; collective < COLLECTIVES; collective++)
        for (int i = 1; i < rabred_algorithms(collective); i++)
            if (line(rabred_name(collective, i)) == NULL) {
                tally(FAILED, "this test was built with another table of algorithms than rabred");
                return false;
            }
    return true;
}

/* Whether an algorithm fits the call. */
static enum answer fits(const struct call *c, const coll_rabred_algorithm_t *algorithm)
{
    const bool commutative = is_commutative(c->operand);
    const enum answer exact = c->operand->user != NULL ? NO : predefined_is_always_exact(c->operand);
    if (!coll_rabred_admits(algorithm, c->size) || (algorithm->needs & COLL_RABRED_COMMUTATIVE && !commutative))
        return NO;
    return algorithm->needs & COLL_RABRED_EXACT ? exact : YES;
}

bool serves_rightly(const struct call *c, int served)
{
    const char *name = rabred_name(c->collective, served);
    if (c->algorithm == 0)
        return fits(c, line(name)) != NO;
    const coll_rabred_algorithm_t *forced = line(rabred_name(c->collective, c->algorithm));
    const enum answer answer = fits(c, forced);
    return (answer != NO && served == c->algorithm) || (answer != YES && strcmp(name, forced->instead) == 0);
}

unsigned promises_of(const struct call *c, int algorithm)
{
    return (algorithm == 0 ? 0 : line(rabred_name(c->collective, algorithm))->promises)
           | (is_commutative(c->operand) ? 0 : COLL_RABRED_ORDERED);
}

static const char *problem_with(const struct call *c, const struct history *h, unsigned promises, size_t element)
{
    if (h->ranks != (UINT64_C(1) << c->size) - 1)
        return "lacks ranks";
    if (h->twice)
        return "has a rank twice";
    if (h->mixed || h->element != element)
        return "is of other elements";
    if (promises & COLL_RABRED_ORDERED && h->unordered)
        return "is not in rank order";
    if (promises & COLL_RABRED_CANONICAL && h->tree != history_canonical(0, c->size))
        return "is not bracketed as T(p)";
    return NULL;
}

void judge_history(const struct call *c, struct report *report, const unsigned char *result)
{
    const unsigned promises = promises_of(c, report->served);
    for (size_t i = 0; i < c->elements; i++) {
        struct history h;
        memcpy(&h, result + i * sizeof h, sizeof h);
        const uint64_t tree = promises & COLL_RABRED_ORDERED ? h.tree : h.mirrored;
        const char *problem = problem_with(c, &h, promises, c->first + i);
        report->tree = i == 0 ? tree : report->tree;
        report->digest = scramble(report->digest, tree);
        if (problem != NULL)
            report_problem(report, "element %zu of %zu %s", i, c->elements, problem);
        if (promises & COLL_RABRED_ONE_BRACKETING && tree != report->tree)
            report_problem(report, "element %zu of %zu is bracketed unlike the first", i, c->elements);
    }
}

/* Notes in a rank's report where its result is not as promised beside that of another rank. */
static void compare(const struct call *c, const struct report *one, struct report *other)
{
    const unsigned promises = promises_of(c, one->served);
    if (promises & COLL_RABRED_ONE_BRACKETING && other->tree != one->tree)
        report_problem(other, "bracketed unlike the result of a rank before");
    if (promises & COLL_RABRED_SAME && c->collective == ALLREDUCE && other->digest != one->digest)
        report_problem(other, "not the same result as on a rank before");
}

void verdict(const struct call *c, const struct report *mine)
{
    static struct report reports[RANKS];
    const struct report *first = NULL;
    char text[sizeof c->name + PROBLEM_BYTES + 32];
    bool failed = false;
    MPI_Gather(mine, sizeof *mine, MPI_BYTE, reports, sizeof *mine, MPI_BYTE, 0, c->parent);
    for (int rank = 0; c->rank == 0 && rank < c->size && !failed; rank++) {
        struct report *report = &reports[rank];
        if (report->served != mine->served)
            report_problem(report, "served by another algorithm than rank 0");
        if (first == NULL && report->has_result)
            first = report;
        if (report->has_result)
            compare(c, first, report);
        failed = report->problem[0] != '\0';
        snprintf(text, sizeof text, "%s: rank %d: %s", c->name, rank, report->problem);
    }
    if (c->rank == 0)
        tally(failed ? FAILED : mine->served != 0 && c->algorithm != 0 && mine->served != c->algorithm ? SKIPPED : PASSED, text);
}

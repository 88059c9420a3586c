/*
 * Statistics. A call adds to two numbers that were found when it was prepared; everything else is summed up when
 * somebody looks.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "coll_rabred.h"

#include "ompi/constants.h"
#include "opal/mca/base/mca_base_pvar.h"

#include <stdlib.h>

/* Sizes are counted in ranges that each reach to eight times the last: to 64 bytes, 512, 4k and so on; the last one has no end. */
enum { RANGES = 8, FIRST_BITS = 6, RANGE_BITS = 3 };

/* Of one algorithm for one collective: of the calls it was asked for, and of others. */
enum { ROW = 2 * RANGES };

static size_t range_of(size_t bytes)
{
    size_t range = 0;

    while (range < RANGES - 1 && bytes >> (FIRST_BITS + RANGE_BITS * range) > 0) {
        range++;
    }
    return range;
}

static mca_coll_rabred_tally_t *row_of(int collective, size_t algorithm)
{
    mca_coll_rabred_statistics_t *statistics = &mca_coll_rabred_component.statistics;

    return statistics->tally + ((size_t) collective * statistics->algorithms + algorithm) * ROW;
}

mca_coll_rabred_tally_t *mca_coll_rabred_tally(coll_rabred_collective_t collective, int algorithm, bool replaced,
                                               size_t bytes)
{
    return row_of(collective, (size_t) algorithm) + (replaced ? RANGES : 0) + range_of(bytes);
}

static mca_coll_rabred_tally_t sum(const mca_coll_rabred_tally_t *tally, size_t count)
{
    mca_coll_rabred_tally_t all = {0, 0, 0};

    for (size_t i = 0; i < count; i++) {
        all.calls += tally[i].calls;
        all.bytes += tally[i].bytes;
        all.nanoseconds += tally[i].nanoseconds;
    }
    return all;
}

/* What tools read; the context of the first three is a row, of fallbacks the first row of a collective, of sizes the number. */

static int get_calls(const mca_base_pvar_t *variable, void *value, void *object)
{
    (void) object;
    *(unsigned long long *) value = sum(variable->ctx, ROW).calls;
    return OMPI_SUCCESS;
}

static int get_bytes(const mca_base_pvar_t *variable, void *value, void *object)
{
    (void) object;
    *(unsigned long long *) value = sum(variable->ctx, ROW).bytes;
    return OMPI_SUCCESS;
}

static int get_seconds(const mca_base_pvar_t *variable, void *value, void *object)
{
    (void) object;
    *(double *) value = (double) sum(variable->ctx, ROW).nanoseconds * 1e-9;
    return OMPI_SUCCESS;
}

static int get_fallbacks(const mca_base_pvar_t *variable, void *value, void *object)
{
    const mca_coll_rabred_tally_t *row = variable->ctx;
    unsigned long long *fallbacks = value;

    (void) object;
    *fallbacks = 0;
    for (size_t i = 0; i < mca_coll_rabred_component.statistics.algorithms; i++) {
        *fallbacks += sum(row + i * ROW + RANGES, RANGES).calls;
    }
    return OMPI_SUCCESS;
}

static int get_schedules(const mca_base_pvar_t *variable, void *value, void *object)
{
    (void) object;
    *(unsigned long long *) value = ((const mca_coll_rabred_statistics_t *) variable->ctx)->schedules;
    return OMPI_SUCCESS;
}

static int get_size(const mca_base_pvar_t *variable, void *value, void *object)
{
    (void) object;
    *(unsigned long long *) value = *(const size_t *) variable->ctx;
    return OMPI_SUCCESS;
}

static int register_one(const char *name, const char *help, int class, mca_base_var_type_t type,
                        mca_base_get_value_fn_t get, void *context)
{
    return mca_base_component_pvar_register(&mca_coll_rabred_component.super.collm_version, name, help, OPAL_INFO_LVL_5, class, type,
                                            NULL, MCA_BASE_VAR_BIND_NO_OBJECT,
                                            MCA_BASE_PVAR_FLAG_READONLY | MCA_BASE_PVAR_FLAG_CONTINUOUS, get, NULL, NULL,
                                            context);
}

static int register_algorithm(int collective, size_t algorithm)
{
    static const struct {
        const char *name, *help;
        int class;
        mca_base_var_type_t type;
        mca_base_get_value_fn_t get;
    } variables[] = {
        {"calls", "Calls of %s on this process that %s served", MPI_T_PVAR_CLASS_COUNTER,
         MCA_BASE_VAR_TYPE_UNSIGNED_LONG_LONG, get_calls},
        {"bytes", "Bytes of the vectors of %s on this process that %s reduced", MPI_T_PVAR_CLASS_AGGREGATE,
         MCA_BASE_VAR_TYPE_UNSIGNED_LONG_LONG, get_bytes},
        {"seconds", "Time in blocking calls of %s on this process by %s, on communicators made while coll_rabred_time or coll_rabred_summary is on",
         MPI_T_PVAR_CLASS_TIMER, MCA_BASE_VAR_TYPE_DOUBLE, get_seconds}
    };
    const char *served = coll_rabred_collective_names[collective], *by = coll_rabred_algorithms[algorithm].name;
    int error = OMPI_SUCCESS;

    for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]) && error >= 0; i++) {
        char name[96], help[192];
        snprintf(name, sizeof(name), "%s_%s_%s", served, by, variables[i].name);
        snprintf(help, sizeof(help), variables[i].help, served, by);
        error = register_one(name, help, variables[i].class, variables[i].type, variables[i].get, row_of(collective, algorithm));
    }
    return error;
}

static int register_collective(int collective)
{
    char name[64], help[192];
    int error = OMPI_SUCCESS;

    for (size_t i = 0; i < mca_coll_rabred_component.statistics.algorithms && error >= 0; i++) {
        if (coll_rabred_serves(&coll_rabred_algorithms[i], (coll_rabred_collective_t) collective)) {
            error = register_algorithm(collective, i);
        }
    }
    if (error < 0) {
        return error;
    }
    snprintf(name, sizeof(name), "%s_fallbacks", coll_rabred_collective_names[collective]);
    snprintf(help, sizeof(help), "Calls of %s on this process that another algorithm served than was asked for",
             coll_rabred_collective_names[collective]);
    return register_one(name, help, MPI_T_PVAR_CLASS_COUNTER, MCA_BASE_VAR_TYPE_UNSIGNED_LONG_LONG, get_fallbacks,
                        row_of(collective, 0));
}

/* How messages are cut within a node, or between nodes. */
static int register_cut(coll_rabred_class_t class)
{
    const coll_rabred_cut_t *cut = &mca_coll_rabred_component.statistics.cut[class];
    const struct {
        const char *name, *help;
        const size_t *value;
    } variables[] = {
        {"packet", "Bytes of the packets that longer messages %s travel in; 0: in none", &cut->packet},
        {"cut", "Bytes of the longest message %s that travels in packets", &cut->most}
    };
    int error = OMPI_SUCCESS;

    for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]) && error >= 0; i++) {
        char name[32], help[128];
        snprintf(name, sizeof(name), "%s_%s", coll_rabred_class_names[class], variables[i].name);
        snprintf(help, sizeof(help), variables[i].help, COLL_RABRED_NODE == class ? "within a node" : "between nodes");
        error = register_one(name, help, MPI_T_PVAR_CLASS_SIZE, MCA_BASE_VAR_TYPE_UNSIGNED_LONG_LONG, get_size, (void *) variables[i].value);
    }
    return error;
}

int mca_coll_rabred_statistics_open(void)
{
    mca_coll_rabred_statistics_t *statistics = &mca_coll_rabred_component.statistics;
    int error = OMPI_SUCCESS;

    *statistics = (mca_coll_rabred_statistics_t) {.algorithms = 0};
    while (NULL != coll_rabred_algorithms[statistics->algorithms].name) {
        statistics->algorithms++;
    }
    statistics->tally = calloc(COLL_RABRED_COLLECTIVES * statistics->algorithms * ROW, sizeof(*statistics->tally));
    if (NULL == statistics->tally) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    for (int collective = 0; collective < COLL_RABRED_COLLECTIVES && error >= 0; collective++) {
        error = register_collective(collective);
    }
    error = error < 0 ? error : register_one("schedules", "Schedules built on this process", MPI_T_PVAR_CLASS_COUNTER,
                                             MCA_BASE_VAR_TYPE_UNSIGNED_LONG_LONG, get_schedules, statistics);
    error = error < 0 ? error : register_one("scratch_peak", "Most bytes of scratch memory that all communicators of this process "
                                             "held at once", MPI_T_PVAR_CLASS_HIGHWATERMARK,
                                             MCA_BASE_VAR_TYPE_UNSIGNED_LONG_LONG, get_size, &statistics->scratch.peak);
    error = error < 0 ? error : register_one("blocking", "Bytes of the longest message that is sent by a call that blocks although others "
                                             "of its round follow; 0: none is", MPI_T_PVAR_CLASS_SIZE,
                                             MCA_BASE_VAR_TYPE_UNSIGNED_LONG_LONG, get_size, &statistics->blocking);
    for (int class = 0; class < COLL_RABRED_CLASSES && error >= 0; class++) {
        error = register_cut((coll_rabred_class_t) class);
    }
    return error < 0 ? error : OMPI_SUCCESS;
}

static const char *size_text(char *text, size_t size, size_t bytes)
{
    int unit = 0;

    while (bytes >= 1024 && 0 == bytes % 1024 && unit < 3) {
        bytes /= 1024;
        unit++;
    }
    snprintf(text, size, "%zu%.*s", bytes, unit > 0, &"kmg"[unit > 0 ? unit - 1 : 0]);
    return text;
}

/* As rules say it: the end is exclusive. */
static const char *range_text(char *text, size_t size, size_t range)
{
    char from[24], to[24] = "";

    size_text(from, sizeof(from), 0 == range ? 0 : (size_t) 1 << (FIRST_BITS + RANGE_BITS * (range - 1)));
    if (range < RANGES - 1) {
        size_text(to, sizeof(to), (size_t) 1 << (FIRST_BITS + RANGE_BITS * range));
    }
    snprintf(text, size, "%s-%s", from, to);
    return text;
}

static void print_row(int collective, size_t algorithm)
{
    const mca_coll_rabred_tally_t *row = row_of(collective, algorithm);

    for (size_t i = 0; i < ROW; i++) {
        char range[52];
        if (row[i].calls > 0) {
            mca_coll_rabred_say("%-20s  %-9s  %-26s %11llu %12.6f%s", coll_rabred_collective_names[collective],
                                range_text(range, sizeof(range), i % RANGES), coll_rabred_algorithms[algorithm].name,
                                row[i].calls, (double) row[i].nanoseconds * 1e-9, i < RANGES ? "" : "  instead of another");
        }
    }
}

void mca_coll_rabred_statistics_close(bool print)
{
    mca_coll_rabred_statistics_t *statistics = &mca_coll_rabred_component.statistics;
    size_t rows = COLL_RABRED_COLLECTIVES * statistics->algorithms;

    if (print && NULL != statistics->tally && sum(statistics->tally, rows * ROW).calls > 0) {
        mca_coll_rabred_say("%-20s  %-9s  %-26s %11s %12s", "collective", "bytes", "algorithm", "calls", "seconds");
        for (size_t row = 0; row < rows; row++) {
            print_row((int) (row / statistics->algorithms), row % statistics->algorithms);
        }
    }
    free(statistics->tally);
    statistics->tally = NULL;
}

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "openmpi_counter.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_collective.h"

#define PREFIX "coll_rabred_"
#define SUFFIX "_calls"

enum { NAME_BYTES = 256 };

static void fail(const char *name, const char *reason)
{
    fprintf(stderr, "bench: %s: %s\n", name, reason);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The collective whose name is the longest beginning of text: reduce_scatter_block before reduce_scatter before reduce. */
static const char *longest_collective(const char *text)
{
    const char *found = NULL;
    size_t found_length = 0;
    for (const struct bench_collective *collective = bench_collectives; collective->name != NULL; collective++) {
        size_t length = strlen(collective->name);
        if (length > found_length && strncmp(text, collective->name, length) == 0 && text[length] == '_') {
            found = collective->name;
            found_length = length;
        }
    }
    return found;
}

/* Splits coll_rabred_<collective>_<algorithm>_calls; false for any other name. */
static bool parse_name(const char *name, struct openmpi_counter *counter)
{
    const size_t prefix = strlen(PREFIX), suffix = strlen(SUFFIX), length = strlen(name);
    if (strncmp(name, PREFIX, prefix) != 0 || length < prefix + suffix || strcmp(name + length - suffix, SUFFIX) != 0) {
        return false;
    }
    counter->collective = longest_collective(name + prefix);
    if (counter->collective == NULL) {
        return false;
    }
    const char *algorithm = name + prefix + strlen(counter->collective) + 1;
    int letters = (int)(name + length - suffix - algorithm);
    snprintf(counter->algorithm, sizeof counter->algorithm, "%.*s", letters > 0 ? letters : 0, algorithm);
    return letters > 0;
}

/* Opens performance variable `index` as the next counter, if it is one of rabred's. */
static void add_counter(struct openmpi_counters *counters, int index)
{
    char name[NAME_BYTES];
    int name_bytes = NAME_BYTES, description_bytes = 0, verbosity, class, binding, readonly, continuous, atomic, count;
    MPI_Datatype type;
    MPI_T_enum enumeration;
    struct openmpi_counter *counter = &counters->counters[counters->count];
    if (MPI_T_pvar_get_info(index, name, &name_bytes, &verbosity, &class, &type, &enumeration, NULL, &description_bytes, &binding,
                            &readonly, &continuous, &atomic) != MPI_SUCCESS ||
        !parse_name(name, counter)) {
        return;
    }
    if (type != MPI_UNSIGNED_LONG_LONG) {
        fail(name, "the counter is no unsigned long long");
    }
    if (MPI_T_pvar_handle_alloc(counters->session, index, NULL, &counter->handle, &count) != MPI_SUCCESS || count != 1) {
        fail(name, "the counter cannot be opened");
    }
    counters->count++;
}

void openmpi_counters_open(struct openmpi_counters *counters)
{
    int variables;
    MPI_T_pvar_get_num(&variables);
    counters->count = 0;
    counters->counters = calloc((size_t)variables + 1, sizeof *counters->counters);
    if (counters->counters == NULL || MPI_T_pvar_session_create(&counters->session) != MPI_SUCCESS) {
        fail("rabred", "no memory for the counters");
    }
    for (int index = 0; index < variables; index++) {
        add_counter(counters, index);
    }
}

void openmpi_counters_close(struct openmpi_counters *counters)
{
    for (size_t i = 0; i < counters->count; i++) {
        MPI_T_pvar_handle_free(counters->session, &counters->counters[i].handle);
    }
    free(counters->counters);
    MPI_T_pvar_session_free(&counters->session);
}

static unsigned long long value_of(const struct openmpi_counters *counters, size_t i)
{
    unsigned long long value = 0;
    if (MPI_T_pvar_read(counters->session, counters->counters[i].handle, &value) != MPI_SUCCESS) {
        fail(counters->counters[i].algorithm, "the counter cannot be read");
    }
    return value;
}

void openmpi_counters_mark(struct openmpi_counters *counters)
{
    for (size_t i = 0; i < counters->count; i++) {
        counters->counters[i].marked = value_of(counters, i);
    }
}

size_t openmpi_counters_since(const struct openmpi_counters *counters, const char *collective, char *algorithms, size_t algorithms_bytes)
{
    size_t calls = 0, used = 0;
    snprintf(algorithms, algorithms_bytes, "none");
    for (size_t i = 0; i < counters->count; i++) {
        const struct openmpi_counter *counter = &counters->counters[i];
        bool counts = collective == NULL || strcmp(counter->collective, collective) == 0;
        unsigned long long growth = counts ? value_of(counters, i) - counter->marked : 0;
        if (growth > 0 && used < algorithms_bytes) {
            used += (size_t)snprintf(algorithms + used, algorithms_bytes - used, "%s%s", used > 0 ? "+" : "", counter->algorithm);
        }
        calls += growth;
    }
    return calls;
}

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "bench_report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench_text.h"

static const char head[] =
    "date,label,hosts,host_names,mpi,p,oversubscribed,collective,operator,bytes,buffers,entry,component,algorithm,"
    "samples,late,min_us,median_us,p95_us,round_trip_us,calls,verified";

/* "Open MPI v4.1.4" or "MPICH Version: 4.0.2": the first line, up to its first comma. */
static void describe_mpi(char text[MPI_MAX_LIBRARY_VERSION_STRING])
{
    int length;
    MPI_Get_library_version(text, &length);
    text[strcspn(text, ",\n")] = '\0';
    bench_clean_field(text);
}

static int compare_names(const void *left, const void *right)
{
    return strcmp(left, right);
}

/* On rank 0: the different names of the ranks' hosts, in order, as many as there is room for. Returns their number. */
static size_t describe_hosts(MPI_Comm comm, int rank, int size, char *text, size_t text_bytes)
{
    char name[MPI_MAX_PROCESSOR_NAME] = "", *names = calloc((size_t)size, sizeof name);
    int length;
    size_t hosts = 0, used = 0;
    if (names == NULL) {
        fprintf(stderr, "bench: no memory for the names of hosts\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Get_processor_name(name, &length);
    MPI_Gather(name, (int)sizeof name, MPI_CHAR, names, (int)sizeof name, MPI_CHAR, 0, comm);
    text[0] = '\0';
    if (rank == 0) {
        qsort(names, (size_t)size, sizeof name, compare_names);
        for (size_t i = 0; i < (size_t)size; i++) {
            const char *next = names + i * sizeof name;
            if (i == 0 || strcmp(next, next - sizeof name) != 0) {
                used += used < text_bytes ? (size_t)snprintf(text + used, text_bytes - used, "%s%s", hosts > 0 ? ";" : "", next) : 0;
                hosts++;
            }
        }
    }
    free(names);
    return hosts;
}

void bench_report_open(struct bench_report *report, const struct bench *bench)
{
    const struct bench_clock *clock = &bench->clock;
    char mpi[MPI_MAX_LIBRARY_VERSION_STRING], hosts[1024], date[32];
    time_t now = time(NULL);
    size_t host_count = describe_hosts(clock->comm, clock->rank, clock->size, hosts, sizeof hosts);
    describe_mpi(mpi);
    strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", localtime(&now));
    snprintf(report->job, sizeof report->job, "%s,%s,%zu,%s,%.100s,%d,%s", date, bench->options.label, host_count, hosts, mpi, clock->size,
             clock->oversubscribed ? "yes" : "no");
    if (clock->rank == 0) {
        puts(head);
        fflush(stdout);
    }
}

static void print_line(const struct bench_report *report, const struct bench *bench, const struct bench_cell *cell, size_t entry)
{
    const struct bench_line *line = &cell->lines[entry];
    const struct bench_vector *vector = &bench->vector;
    const struct bench_operator *operator = vector->operation->operator;
    char name[BENCH_NAME_BYTES];
    snprintf(name, sizeof name, "%s", bench->options.entries[entry].name);
    bench_clean_field(name);
    printf("%s,%s,%s,%zu,%s,%s,%s,%s,%zu,%zu,", report->job, vector->collective->name, operator->name,
           vector->elements * operator->element_bytes, vector->rotated ? "rotated" : "hot", name, line->server.component,
           line->server.algorithm, line->times.samples, line->times.late);
    if (line->times.samples > 0) {
        printf("%.3f,%.3f,%.3f,", line->times.minimum_us, line->times.median_us, line->times.percentile95_us);
    } else {
        printf(",,,");
    }
    printf("%.3f,%zu,%s\n", cell->round_trip_us, line->calls, line->wrong_calls > 0 ? "no" : "yes");
}

/* "bench: p = 2, allreduce, sum_double, 8 bytes: ..." on standard error, as one piece. */
static void say(const struct bench *bench, const char *format, ...)
{
    const struct bench_operator *operator = bench->vector.operation->operator;
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "bench: p = %d, %s, %s, %zu bytes: %s\n", bench->clock.size, bench->vector.collective->name, operator->name,
            bench->vector.elements * operator->element_bytes, text);
}

/* rabred by its own choice serves every call; any other entry need not. */
static bool is_rabred(const struct bench_entry *entry)
{
    return bench_entry_is(entry, "rabred") && entry->algorithm[0] == '\0';
}

bool bench_report_cell(const struct bench_report *report, const struct bench *bench, const struct bench_cell *cell)
{
    bool good = true;
    for (size_t entry = 0; entry < bench->options.entry_count; entry++) {
        const struct bench_line *line = &cell->lines[entry];
        const char *name = bench->options.entries[entry].name;
        if (line->wrong_calls > 0) {
            say(bench, "%.0f calls of %s gave a wrong result", line->wrong_calls, name);
            good = false;
        }
        if (line->serves || line->dropped) {
            print_line(report, bench, cell, entry);
        } else if (line->calls > 0) {
            say(bench, "%s left out: it was served by %s, algorithm %s", name, line->server.component, line->server.algorithm);
            good = good && !is_rabred(&bench->options.entries[entry]);
        }
    }
    if (cell->miscounted_calls > 0) {
        say(bench, "rabred's counters disagree about %.0f calls", cell->miscounted_calls);
        good = false;
    }
    fflush(stdout);
    return good;
}

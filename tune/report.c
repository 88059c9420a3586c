/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "report.h"

#include <errno.h>
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool progress_seen;
static double progress_start;

void report_head(report_t *report, const char *format, ...)
{
    size_t used = strlen(report->head);
    char line[1024];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    for (char *c = line; '\0' != *c; c++) {   /* one line, whatever the name of a host or an argument holds */
        *c = (unsigned char) *c < ' ' ? '?' : *c;
    }
    snprintf(report->head + used, sizeof(report->head) - used, "# %s\n", line);
}

static void write_class(const report_t *report, coll_rabred_class_t class, FILE *file)
{
    const char *name = coll_rabred_class_names[class];

    fputc('\n', file);
    if (!report->known[class]) {
        fprintf(file, "# %s: not measured%s; the built-in values hold\n", name, report->whole ? ", no two ranks are in this class" : "");
        return;
    }
    fprintf(file, "# %s: %s\n", name, report->remark[class]);
    if ('\0' != report->missing[class][0]) {
        fprintf(file, "# NOT MEASURED, built-in values: %s\n", report->missing[class]);
    }
    coll_rabred_machine_write(&report->machine[class], class, file);
    if (COLL_RABRED_NODE == class && report->cut_limit > 0) {
        fprintf(file, "# bytes: of the longest message that is faster in packets, of which none is announced\ncoll_rabred_node_cut_limit = %zu\n",
                report->cut_limit);
    }
}

bool report_write(const report_t *report)
{
    char path[256], part[272];

    snprintf(path, sizeof(path), "%s.conf", report->name);
    snprintf(part, sizeof(part), "%s.part", path);
    FILE *file = fopen(part, "w");
    if (NULL == file) {
        return false;
    }
    fputs(report->head, file);
    if (!report->whole) {
        fputs("# INCOMPLETE: rabred_tune was interrupted before the end\n", file);
    }
    for (int class = 0; class < COLL_RABRED_CLASSES; class++) {
        write_class(report, (coll_rabred_class_t) class, file);
    }
    bool right = !ferror(file);
    right = 0 == fclose(file) && right && 0 == rename(part, path);
    if (!right) {
        const int error = errno;
        remove(part);
        errno = error;
    }
    return right;
}

void progress_open(bool seen)
{
    progress_seen = seen;
    progress_start = MPI_Wtime();
}

void progress(const char *format, ...)
{
    char line[512];
    va_list arguments;

    if (progress_seen) {
        va_start(arguments, format);
        vsnprintf(line, sizeof(line), format, arguments);
        va_end(arguments);
        fprintf(stderr, "[%3.0f s] %s\n", MPI_Wtime() - progress_start, line);
    }
}

/*
 * rabred_tune measures what coll/rabred's model knows of a machine and writes a file of MCA parameters.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "check.h"
#include "measure.h"
#include "options.h"
#include "places.h"
#include "report.h"
#include "variables.h"

#include <errno.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef RABRED_VERSION
#define RABRED_VERSION "(of no release)"
#endif

enum { FINE, FAILED, USAGE };

extern char **environ;

/* One line from the first rank; the status of all. */
static int refuse(int rank, int status, const char *reason)
{
    if (0 == rank) {
        fprintf(stderr, "rabred_tune: %s\n", reason);
    }
    return status;
}

/* The hosts, each once, with its number of ranks. */
static void list_hosts(report_t *report, const places_t *places)
{
    enum { SHOWN = 16 };
    char name[MPI_MAX_PROCESSOR_NAME] = "", text[900];
    int length, *counts = calloc((size_t) places->nodes, sizeof(*counts));
    char (*names)[MPI_MAX_PROCESSOR_NAME] = calloc((size_t) places->ranks, sizeof(*names));
    int *nodes = calloc((size_t) places->ranks, sizeof(*nodes));
    size_t used = 0;

    if (NULL == counts || NULL == names || NULL == nodes) {
        MPI_Abort(MPI_COMM_WORLD, 1);
        abort();
    }
    MPI_Get_processor_name(name, &length);
    MPI_Gather(name, sizeof(name), MPI_CHAR, names, sizeof(name), MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Gather(&places->node, 1, MPI_INT, nodes, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int rank = 0; rank < places->ranks && 0 == places->rank; rank++) {
        counts[nodes[rank]]++;
    }
    for (int node = 0, rank = 0; node < places->nodes && 0 == places->rank && used < sizeof(text); node++, rank = 0) {
        while (nodes[rank] != node) {
            rank++;
        }
        used += SHOWN == node ? (size_t) snprintf(text + used, sizeof(text) - used, ", ...") : 0;
        used += node < SHOWN ? (size_t) snprintf(text + used, sizeof(text) - used, "%s%s (%d)", 0 == node ? "" : ", ", names[rank],
                                                 counts[node]) : 0;
    }
    if (0 == places->rank) {
        report_head(report, "hosts and their ranks: %s", text);
    }
    free(counts);
    free(names);
    free(nodes);
}

/* The parameters of Open MPI that the environment or mpirun's options set, but for those of its own launching. */
static void list_parameters(report_t *report)
{
    static const char *const frameworks[] = {"btl", "pml", "mtl", "coll", "opal_", "mpi_", "hwloc_", "osc", "smsc"};
    static const char prefix[] = "OMPI_MCA_";
    bool any = false;

    for (char **variable = environ; NULL != *variable; variable++) {
        for (size_t i = 0; i < sizeof(frameworks) / sizeof(frameworks[0]); i++) {
            const char *name = *variable + sizeof(prefix) - 1;
            if (0 == strncmp(*variable, prefix, sizeof(prefix) - 1) && 0 == strncmp(name, frameworks[i], strlen(frameworks[i]))) {
                report_head(report, "%s %s", any ? "                      " : "with these parameters:", name);
                any = true;
            }
        }
    }
}

static void describe(report_t *report, const places_t *places, int argc, char *const *argv)
{
    char date[64], library[MPI_MAX_LIBRARY_VERSION_STRING], transports[512], command[512];
    size_t used = (size_t) snprintf(command, sizeof(command), "mpirun -n %d rabred_tune", places->ranks);
    int length;
    time_t now = time(NULL);

    strftime(date, sizeof(date), "%Y-%m-%d %H:%M UTC", gmtime(&now));
    MPI_Get_library_version(library, &length);
    library[strcspn(library, ",")] = '\0';
    variables_transports(transports, sizeof(transports));
    for (int i = 1; i < argc && used < sizeof(command); i++) {
        used += (size_t) snprintf(command + used, sizeof(command) - used, " %s", argv[i]);
    }
    report_head(report, "%s: what coll/rabred's model knows of this machine; parameters of Open MPI (MCA).", report->name);
    report_head(report, "Measured by rabred_tune " RABRED_VERSION);
    report_head(report, "on: %s", date);
    list_hosts(report, places);
    report_head(report, "MPI: %s", library);
    report_head(report, "transports: %s", transports);
    report_head(report, "command: %s", command);
    list_parameters(report);
}

static const char *name_of_machine(const options_t *options)
{
    static char name[MPI_MAX_PROCESSOR_NAME];
    int length;

    MPI_Get_processor_name(name, &length);
    for (char *c = name; '\0' != *c; c++) {
        *c = '/' == *c ? '_' : *c;
    }
    return NULL == options->name ? name : options->name;
}

static int tune(const options_t *options, int argc, char *const *argv)
{
    places_t places = places_find();
    report_t *report = calloc(1, sizeof(*report));
    int status = FINE;

    if (NULL == report) {
        MPI_Abort(MPI_COMM_WORLD, 1);
        abort();
    }
    progress_open(0 == places.rank && !options->quiet);
    report->name = name_of_machine(options);
    memcpy(report->machine, coll_rabred_machine_defaults, sizeof(report->machine));
    describe(report, &places, argc, argv);
    for (int class = 0; class < COLL_RABRED_CLASSES && FINE == status; class++) {
        if (places_have(&places, (coll_rabred_class_t) class)) {
            status = measure(report, &places, (coll_rabred_class_t) class, options) ? FINE : FAILED;
        }
    }
    for (int class = 0; class < COLL_RABRED_CLASSES && FINE == status && options->check; class++) {
        if (places_have(&places, (coll_rabred_class_t) class)) {
            check_model(report, &places, (coll_rabred_class_t) class, options);
        }
    }
    report->whole = FINE == status;
    if (0 == places.rank && (FINE != status || !report_write(report))) {
        fprintf(stderr, "rabred_tune: %s.conf cannot be written: %s\n", report->name, strerror(errno));
        status = FAILED;
    } else if (0 == places.rank) {
        printf("%s.conf is written\n", report->name);
    }
    free(report);
    return status;
}

static int act(const options_t *options, int argc, char *const *argv)
{
    int rank, ranks, status;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (options->help || options->version) {
        if (0 == rank && options->help) {
            options_help(stdout);
        } else if (0 == rank) {
            puts("rabred_tune " RABRED_VERSION);
        }
        return 0 != fflush(stdout) || ferror(stdout) ? refuse(rank, FAILED, "cannot write to standard output") : FINE;
    }
    if (ranks < 2) {
        return refuse(rank, USAGE, "two ranks and more are needed: mpirun -n 2 rabred_tune");
    }
    if (!variables_open()) {
        return refuse(rank, FAILED, "this MPI has no MPI_T");
    }
    status = tune(options, argc, argv);
    variables_close();
    return status;
}

int main(int argc, char **argv)
{
    char error[256];
    options_t options;
    int rank, status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    status = options_read(&options, argc, argv, error, sizeof(error)) ? act(&options, argc, argv) : refuse(rank, USAGE, error);
    MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return status;
}

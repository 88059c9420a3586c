/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "check.h"

#include "clocks.h"
#include "fit.h"
#include "variables.h"

#include "../coll_rabred/choose/choice.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTHS = 6, BATCHES = 9, MOST_CALLS = 50 };   /* calls of a batch */

static const size_t lengths[LENGTHS] = {8, 8192, 131072, 1024, 65536, 1 << 20};   /* bytes; the first half is enough if it must be quick */

static const double near = 0.15;   /* of the prediction */

/* The calls of one class: seconds[algorithm * lengths + length], 0 where nothing was measured. */
typedef struct {
    clocks_t clocks;              /* of those who take part */
    int processes;
    size_t lengths;
    double seconds_each;          /* to spend on one algorithm at one length */
    double *seconds, *predicted;
    double *in, *out;
} trial_t;

static size_t count_algorithms(void)
{
    size_t algorithms = 0;

    while (NULL != coll_rabred_algorithms[algorithms].name) {
        algorithms++;
    }
    return algorithms;
}

/* Serves sums of doubles among so many processes, whatever their nodes. */
static bool fits(size_t algorithm, int processes)
{
    const coll_rabred_algorithm_t *line = &coll_rabred_algorithms[algorithm];

    return coll_rabred_serves(line, COLL_RABRED_ALLREDUCE)
           && NULL == coll_rabred_misfit(line, processes, COLL_RABRED_COMMUTATIVE, 0);
}

static double predict(const report_t *report, coll_rabred_class_t class, int processes, size_t algorithm, size_t bytes)
{
    coll_rabred_model_t model = {.processes = processes, .class = class};
    coll_rabred_problem_t problem = {.collective = COLL_RABRED_ALLREDUCE, .algorithm = (int) algorithm, .processes = processes};
    coll_rabred_choice_t choice;
    char error[256];

    for (int i = 0; i < COLL_RABRED_CLASSES; i++) {
        model.machine[i] = report->machine[i];
    }
    coll_rabred_choice_init(&choice, COLL_RABRED_ALLREDUCE, (int) algorithm + 1, 0, NULL, error, sizeof(error));
    const coll_rabred_decision_t decision = coll_rabred_choose(&choice, &model, COLL_RABRED_COMMUTATIVE, bytes / sizeof(double), sizeof(double));
    coll_rabred_set_arguments(&problem, &decision, bytes);
    coll_rabred_choice_free(&choice);
    return (double) coll_rabred_time(&problem, NULL, model.machine, class, bytes / sizeof(double), sizeof(double)) * 1e-12;
}

/* Seconds of a call: `calls` calls in a row, from a common moment until the slowest process is done. Behind a call like these, which makes
   connections and the schedule. */
static double time_calls(trial_t *trial, MPI_Comm comm, size_t bytes, int calls)
{
    double moment = 0;

    for (int call = -1; call < calls; call++) {
        moment = 0 == call ? clocks_meet(&trial->clocks) : moment;
        MPI_Allreduce(trial->in, trial->out, (int) (bytes / sizeof(double)), MPI_DOUBLE, MPI_SUM, comm);
    }
    return clocks_last(&trial->clocks, moment) / calls;
}

/* The median of batches for which there is time; of one call, if there is time for no more. */
static double time_batches(trial_t *trial, MPI_Comm comm, size_t bytes)
{
    double seconds[BATCHES];

    const double first = time_calls(trial, comm, bytes, 1), possible = trial->seconds_each / (first + 1e-9);
    const int batches = possible < BATCHES ? (int) possible : BATCHES;
    if (possible < 2) {
        return first;
    }
    const double calls = possible / batches;
    for (int batch = 0; batch < batches; batch++) {
        seconds[batch] = time_calls(trial, comm, bytes, calls < 1 ? 1 : calls < MOST_CALLS ? (int) calls : MOST_CALLS);
    }
    return fit_median(seconds, (size_t) batches);
}

static void try_algorithm(trial_t *trial, size_t algorithm)
{
    const char *name = coll_rabred_algorithms[algorithm].name;
    MPI_Comm comm = variables_force(trial->clocks.group, name);

    for (size_t i = 0; i < trial->lengths && MPI_COMM_NULL != comm; i++) {
        double *seconds = &trial->seconds[algorithm * LENGTHS + i];
        unsigned long long before = variables_calls(name);
        *seconds = time_batches(trial, comm, lengths[i]);
        *seconds = variables_calls(name) > before ? *seconds : 0;
    }
    if (MPI_COMM_NULL != comm) {
        MPI_Comm_free(&comm);
    }
}

/* What all ranks know then, whoever took part. */
static void share(trial_t *trial, size_t algorithms)
{
    places_wait();
    MPI_Allreduce(MPI_IN_PLACE, trial->seconds, (int) (algorithms * LENGTHS), MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &trial->processes, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
}

/* False where rabred served no call. */
static bool compare(report_t *report, coll_rabred_class_t class, const trial_t *trial, size_t algorithms)
{
    double *error = trial->predicted;
    size_t times = 0, within = 0, used = strlen(report->remark[class]), worst = 0, worst_length = 0;
    double most = -1;

    for (size_t i = 0; i < algorithms * trial->lengths; i++) {
        size_t algorithm = i / trial->lengths, length = i % trial->lengths;
        double seconds = trial->seconds[algorithm * LENGTHS + length];
        if (seconds <= 0) {
            continue;
        }
        double predicted = predict(report, class, trial->processes, algorithm, lengths[length]);
        double off = seconds > predicted ? seconds / predicted - 1 : 1 - seconds / predicted;
        progress("%8zu bytes by %-26s %12.3f us, predicted %12.3f us", lengths[length], coll_rabred_algorithms[algorithm].name,
                 seconds * 1e6, predicted * 1e6);
        within += off <= near;
        worst = off > most ? algorithm : worst;
        worst_length = off > most ? length : worst_length;
        most = off > most ? off : most;
        error[times++] = off;
    }
    if (0 == times) {
        snprintf(report->remark[class] + used, sizeof(report->remark[class]) - used, "; the model was not checked: rabred does not serve here");
        return false;
    }
    snprintf(report->remark[class] + used, sizeof(report->remark[class]) - used,
             "\n# the model, %s: of %zu times of MPI_Allreduce by %d processes %zu are within %.0f %% of what it predicts; they are off by\n"
             "# %.0f %% in the median, %.0f %% at most (%s, %zu bytes)", coll_rabred_class_names[class], times, trial->processes, within,
             near * 100, fit_median(error, times) * 100, most * 100, coll_rabred_algorithms[worst].name, lengths[worst_length]);
    progress("the model: %zu of %zu times within %.0f %% of what it predicts, median %.0f %% off, worst %.0f %%", within, times, near * 100,
             fit_median(error, times) * 100, most * 100);
    return true;
}

void check_model(report_t *report, const places_t *places, coll_rabred_class_t class, const options_t *options)
{
    const size_t algorithms = count_algorithms(), most = lengths[LENGTHS - 1];
    MPI_Comm group = places_group(places, class);
    trial_t trial = {.lengths = options->quick ? LENGTHS / 2 : LENGTHS,
                     .seconds_each = options->quick ? 0.02 : 0.1, .seconds = calloc(algorithms * LENGTHS, sizeof(double)),
                     .predicted = calloc(algorithms * LENGTHS, sizeof(double)), .in = calloc(most, 1), .out = calloc(most, 1)};

    if (NULL == trial.seconds || NULL == trial.predicted || NULL == trial.in || NULL == trial.out) {
        MPI_Abort(MPI_COMM_WORLD, 1);
        abort();
    }
    progress("%s: the model beside MPI_Allreduce by each algorithm", coll_rabred_class_names[class]);
    if (MPI_COMM_NULL != group) {
        MPI_Comm_size(group, &trial.processes);
        trial.clocks = clocks_compare(group);
        for (size_t i = 0; i < algorithms; i++) {
            if (fits(i, trial.processes)) {
                try_algorithm(&trial, i);
            }
        }
        MPI_Comm_free(&group);
    }
    share(&trial, algorithms);
    if (!compare(report, class, &trial, algorithms) && 0 == places->rank) {
        fprintf(stderr, "rabred_tune: %s: the model was not checked: rabred does not serve here\n", coll_rabred_class_names[class]);
    }
    free(trial.seconds);
    free(trial.predicted);
    free(trial.in);
    free(trial.out);
}

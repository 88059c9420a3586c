/*
 * Plays schedules in the one-ported model and in LogGP: perf/scale model. For perf/scale simulate it only checks the
 * command line and tells, on one line, what it asks for: platform, overhead, rendezvous, the most bytes, 1 for selectors,
 * numbers of processes.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "../../coll_rabred/sched/play.h"
#include "../../tools/one_port.h"
#include "call.h"

#include <stdlib.h>

static const double memory_most = 4.0 * (1 << 30);   /* bytes, of all processes' schedules */
static const double visits_most = 1 << 30;           /* of a process in a round, by the one-ported player */
enum { SAMPLES = 8 };

_Noreturn static void out_of_memory(void)
{
    fputs("scale: out of memory\n", stderr);
    exit(1);
}

static coll_rabred_schedule_t *build(coll_rabred_problem_t problem, int rank)
{
    problem.rank = rank;
    coll_rabred_schedule_t *schedule = coll_rabred_schedule_build(&problem);
    if (NULL == schedule) {
        out_of_memory();
    }
    return schedule;
}

/* The schedules of some ranks tell what all need; the root, which may do all the work, is not among them. */
static void check_size(const coll_rabred_problem_t *problem)
{
    double bytes = 0, visits = 0;
    const char *name = coll_rabred_algorithms[problem->algorithm].name;

    for (int i = 1; i <= SAMPLES && problem->processes > SAMPLES; i++) {
        coll_rabred_schedule_t *s = build(*problem, (int) ((long long) i * (problem->processes - 1) / SAMPLES));
        bytes += (double) s->steps * sizeof(*s->step) * problem->processes / SAMPLES;
        visits = (double) s->rounds * problem->processes;
        coll_rabred_schedule_free(s);
    }
    if (bytes > memory_most) {
        options_refuse("%s at %d processes needs %.0f GiB for its schedules, %.0f GiB are allowed: play fewer processes, "
                       "or an algorithm of fewer steps", name, problem->processes, bytes / (1 << 30), memory_most / (1 << 30));
    }
    if (visits > visits_most) {
        options_refuse("%s at %d processes takes %.0f rounds, too many to play: play fewer processes, or an algorithm of "
                       "fewer rounds", name, problem->processes, visits / problem->processes);
    }
}

static coll_rabred_schedule_t **build_all(const coll_rabred_problem_t *problem)
{
    coll_rabred_schedule_t **schedule = calloc((size_t) problem->processes, sizeof(*schedule));

    if (NULL == schedule) {
        out_of_memory();
    }
    for (int rank = 0; rank < problem->processes; rank++) {
        schedule[rank] = build(*problem, rank);
    }
    return schedule;
}

static void free_all(coll_rabred_schedule_t **schedule, int processes)
{
    for (int rank = 0; rank < processes; rank++) {
        coll_rabred_schedule_free(schedule[rank]);
    }
    free(schedule);
}

static void play(const options_t *options, coll_rabred_schedule_t *const *schedule, int algorithm, size_t bytes)
{
    const coll_rabred_problem_t *problem = &schedule[0]->problem;
    const costs_t *model = &options->model;
    const coll_rabred_machine_t machine = call_machine(options);
    const coll_rabred_network_t network = {.machine = &machine, .overhead = call_overhead(options)};
    char text[64];
    const char *name = call_name(algorithm, problem, text, sizeof(text));
    int p = problem->processes;
    size_t elements = call_elements(options, p, bytes);
    double block = (double) (elements * CALL_ELEMENT) / problem->blocks;
    one_port_t one_port = {model->latency + 2 * model->overhead, model->byte_time * block, model->reduce_time * block};
    coll_rabred_layout_t layout = coll_rabred_layout_even(elements, problem->blocks);
    double one_port_seconds = one_port_time(schedule, p, &one_port);
    uint64_t picoseconds;

    if (one_port_seconds < 0 || !coll_rabred_play(schedule, p, &layout, CALL_ELEMENT, &network, &picoseconds)) {
        out_of_memory();
    }
    call_print(options, "one_port", name, p, bytes, one_port_seconds);
    call_print(options, "loggp", name, p, bytes, (double) picoseconds * 1e-12);
}

static bool same_schedules(const coll_rabred_problem_t *a, const coll_rabred_problem_t *b)
{
    bool same = a->algorithm == b->algorithm;

    for (int i = 0; i < COLL_RABRED_ARGUMENTS; i++) {
        same = same && a->argument[i] == b->argument[i];
    }
    return same;
}

/* All lengths of an algorithm at p processes; schedules that do not depend on the length are built once. */
static void play_lengths(const options_t *options, int algorithm, int p)
{
    coll_rabred_schedule_t **schedule = NULL;

    for (size_t i = 0; i < options->lengths; i++) {
        coll_rabred_problem_t problem = call_problem(options, algorithm, p, options->bytes[i]);
        if (NULL == schedule || !same_schedules(&problem, &schedule[0]->problem)) {
            if (NULL != schedule) {
                free_all(schedule, p);
            }
            check_size(&problem);
            schedule = build_all(&problem);
        }
        play(options, schedule, algorithm, options->bytes[i]);
    }
    free_all(schedule, p);
}

static void tell_request(const options_t *options)
{
    size_t largest = 0;

    for (size_t i = 0; i < options->lengths; i++) {
        largest = options->bytes[i] > largest ? options->bytes[i] : largest;
    }
    printf("%s %.9g %zu %zu %d", options->platform, options->model.overhead, options->model.rendezvous, largest,
           options->selectors);
    for (size_t i = 0; i < options->jobs; i++) {
        printf(" %d", options->processes[i]);
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    const options_t options = options_read(argc, argv);

    if (options.simulate) {
        tell_request(&options);
        return 0;
    }
    call_print_header();
    for (size_t i = 0; i < options.jobs; i++) {
        for (size_t k = 0; k < options.algorithms; k++) {
            if (call_admits(options.algorithm[k], options.processes[i])) {
                play_lengths(&options, options.algorithm[k], options.processes[i]);
            }
        }
    }
    return 0;
}

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "map.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ALGORITHMS = 64 };

/* Ten that can be told apart, then the same in other shapes. */
static const char *const colours[] = {"#1f77b4", "#d62728", "#2ca02c", "#ff7f0e", "#9467bd", "#17becf", "#8c564b", "#e377c2",
                                      "#bcbd22", "#7f7f7f"};
static const int shapes[] = {5, 7, 9, 13};

enum { COLOURS = sizeof(colours) / sizeof(colours[0]), SHAPES = sizeof(shapes) / sizeof(shapes[0]) };

/* All to 64, then so many that 64 lie between one and its double. */
static int next_processes(int processes)
{
    return processes + (processes < 64 ? 1 : processes / 64);
}

/* Four lengths between one and its double. */
static size_t next_elements(size_t elements)
{
    return elements + (elements < 4 ? 1 : elements / 4);
}

/* Of a mark, in gnuplot's measure: so small that it does not hide the next in pictures of up to 256 processes. */
static double mark_size(int processes)
{
    const double size = 16.0 * (next_processes(processes) - processes) / processes;

    return size < 0.7 ? size : 0.7;
}

/* The points of one algorithm, as gnuplot takes them from its own input. */
static void print_points(FILE *stream, const options_t *options, int algorithm, const char *chosen, size_t width)
{
    coll_rabred_model_t model = options->model;
    size_t row = 0;

    for (model.processes = 2; model.processes <= options->model.processes; model.processes = next_processes(model.processes), row++) {
        size_t column = 0;
        for (size_t elements = 1; elements <= options->wish.elements; elements = next_elements(elements), column++) {
            if (algorithm == chosen[row * width + column]) {
                fprintf(stream, "%d %zu %.2f\n", model.processes, elements * options->wish.element, mark_size(model.processes));
            }
        }
    }
    fputs("e\n", stream);
}

/* What the planner takes at every point, row by row of one number of processes; NULL when out of memory. */
static char *plan_all(const options_t *options, size_t width, bool *used)
{
    coll_rabred_model_t model = options->model;
    coll_rabred_wish_t wish = options->wish;
    size_t rows = 0;

    for (int processes = 2; processes <= options->model.processes; processes = next_processes(processes)) {
        rows++;
    }
    char *chosen = malloc(rows * width);
    char *at = chosen;
    for (model.processes = 2; NULL != chosen && model.processes <= options->model.processes; model.processes = next_processes(model.processes)) {
        for (wish.elements = 1; wish.elements <= options->wish.elements; wish.elements = next_elements(wish.elements)) {
            *at = (char) coll_rabred_plan(&model, &wish).algorithm;
            used[(int) *at++] = true;
        }
    }
    return chosen;
}

static void print_plot(FILE *stream, const options_t *options, const bool *used)
{
    const char *separator = "plot";
    int number = 0;

    fprintf(stream, "set terminal pngcairo size 1800,800\nset output '%s'\nset logscale xy 2\nset xlabel 'processes'\nset ylabel 'bytes'\n"
            "set key outside right\nset format y '%%.0b %%BB'\n"
            "set xrange [1.8:%d*1.1]\nset yrange [%zu*0.8:%zu*1.25]\n"
            "set title 'Fastest predicted algorithm: %s, %s operator, ", options->map, options->model.processes,
            options->wish.element, options->wish.elements * options->wish.element,
            coll_rabred_collective_names[options->wish.collective], options->operators);
    options_print_numbers(stream, options);
    fputs("' noenhanced\n", stream);
    for (int i = 0; i < MOST_ALGORITHMS; i++) {
        if (used[i]) {
            const int shape = shapes[number / COLOURS % SHAPES];
            const char *colour = colours[number % COLOURS];
            fprintf(stream, "%s '-' notitle with points pt %d ps variable lc rgb '%s', NaN title '%s' noenhanced with points pt %d ps 1 lc rgb '%s'",
                    separator, shape, colour, coll_rabred_algorithms[i].name, shape, colour);
            separator = ",";
            number++;
        }
    }
    fputs("\n", stream);
}

/* gnuplot draws on standard output where it cannot write the file, and takes what begins with | for a command. An empty file goes again,
   until there is a picture. */
static void check_name(const char *name)
{
    const char *end = strrchr(name, '.');

    if (NULL == end || 0 != strcmp(end, ".png") || '|' == *name || '<' == *name) {
        options_refuse("--map \"%s\": a name that ends in .png and does not begin with | or <", name);
    }
    FILE *file = fopen(name, "a");
    if (NULL == file) {
        options_refuse("--map %s: %s", name, strerror(errno));
    }
    const bool empty = 0 == fseek(file, 0, SEEK_END) && 0 == ftell(file);
    fclose(file);
    if (empty) {
        remove(name);
    }
}

bool map_has_gnuplot(void)
{
    return 0 == system("command -v gnuplot >/dev/null");
}

bool map_draw(const options_t *options)
{
    bool used[MOST_ALGORITHMS] = {false};
    size_t width = 0;

    if (strpbrk(options->map, "'\\\n") || (NULL != options->parameters && strpbrk(options->parameters, "'\\\n"))) {
        options_refuse("a name with quotes in it cannot be drawn");
    }
    for (size_t elements = 1; elements <= options->wish.elements; elements = next_elements(elements)) {
        width++;
    }
    check_name(options->map);
    if (!map_has_gnuplot()) {
        return false;
    }
    signal(SIGPIPE, SIG_IGN);   /* where it ends early */
    FILE *gnuplot = popen("gnuplot", "w");
    char *chosen = NULL == gnuplot ? NULL : plan_all(options, width, used);
    if (NULL == chosen) {
        options_refuse(NULL == gnuplot ? "gnuplot cannot be started" : "out of memory");
    }
    print_plot(gnuplot, options, used);
    for (int i = 0; i < MOST_ALGORITHMS; i++) {
        if (used[i]) {
            print_points(gnuplot, options, i, chosen, width);
        }
    }
    free(chosen);
    return 0 == pclose(gnuplot);
}

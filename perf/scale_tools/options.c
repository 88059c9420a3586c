/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "options.h"

#include "call.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MODEL_MOST = 65536, SIMULATE_MOST = 1000 };   /* processes */
enum { BYTES_MOST = 1 << 30 };

enum { NP, BYTES, LATENCY, OVERHEAD, GAP, BYTE_TIME, BYTE_TIME_ONE_WAY, REDUCE_TIME, COPY_TIME, RENDEZVOUS, NODE_SIZE, PLATFORM,
       SELECTORS, CSV, ARGUMENT,             /* + k: argument k of the table of algorithms */
       OPTIONS = ARGUMENT + COLL_RABRED_ARGUMENTS };
enum { ON_MODEL = 1, ON_SIMULATE = 2, ON_BOTH = 3 };

static const struct {
    const char *name;
    unsigned on;                         /* which command takes it */
    bool flag;                           /* takes no value */
} table[ARGUMENT] = {
    [NP] = {"np", ON_BOTH, false}, [BYTES] = {"bytes", ON_BOTH, false},
    [LATENCY] = {"latency", ON_MODEL, false}, [OVERHEAD] = {"overhead", ON_BOTH, false},
    [GAP] = {"gap", ON_MODEL, false}, [BYTE_TIME] = {"byte-time", ON_MODEL, false},
    [BYTE_TIME_ONE_WAY] = {"byte-time-one-way", ON_MODEL, false},
    [REDUCE_TIME] = {"reduce-time", ON_BOTH, false}, [COPY_TIME] = {"copy-time", ON_BOTH, false},
    [RENDEZVOUS] = {"rendezvous", ON_BOTH, false},
    [NODE_SIZE] = {"node-size", ON_BOTH, false},
    [PLATFORM] = {"platform", ON_SIMULATE, false}, [SELECTORS] = {"selectors", ON_SIMULATE, true}, [CSV] = {"csv", ON_BOTH, true}
};

/* The figures of star.xml; one way as both ways. Reductions at 10 GB/s, copies at 20 GB/s. */
static const costs_t otherwise = {
    .latency = 0.26e-6, .overhead = 0.235e-6, .gap = 0, .byte_time = 4e-11, .byte_time_one_way = -1,
    .reduce_time = 1e-10, .copy_time = 5e-11, .rendezvous = 65536
};

static const char *name_of(int option)
{
    return option < ARGUMENT ? table[option].name : coll_rabred_arguments[option - ARGUMENT].name;
}

/* True if it takes no value; an argument that is 0 or 1, and 0 where it is not given, is turned on. */
static bool is_flag(int option)
{
    return option < ARGUMENT ? table[option].flag
                             : 1 == coll_rabred_arguments[option - ARGUMENT].most && 0 == coll_rabred_arguments[option - ARGUMENT].otherwise;
}

static bool is_bytes(int option)
{
    return option < ARGUMENT ? BYTES == option || RENDEZVOUS == option : coll_rabred_arguments[option - ARGUMENT].bytes;
}

void options_refuse(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fputs("scale: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(2);
}

static double read_seconds(int option, const char *value)
{
    char *end;
    double seconds = strtod(value, &end);

    if (end == value || '\0' != *end || !(seconds >= 0 && seconds <= 1)) {
        options_refuse("--%s %s is no time: allowed are 0 to 1 seconds, as 1e-6", name_of(option), value);
    }
    return seconds;
}

/* A number, of bytes with a unit, too, up to its comma or end; *end is behind it. */
static size_t read_size(int option, const char *value, size_t least, size_t most, const char **end)
{
    static const char units[] = "kmg";
    char *next;
    unsigned long long size = strtoull(value, &next, 10);
    const char *unit = '\0' == *next || !is_bytes(option) ? NULL : strchr(units, *next);

    if (NULL != unit && size <= most) {
        size <<= 10 * (unit - units + 1);
        next++;
    }
    if (*value < '0' || *value > '9' || (',' != *next && '\0' != *next) || size < least || size > most) {
        options_refuse("--%s %s: \"%.*s\" is not allowed; a number from %zu to %zu is%s", name_of(option), value,
                       (int) strcspn(value, ","), value, least, most, is_bytes(option) ? ", also as 64k, 1m, 1g" : "");
    }
    *end = next;
    return (size_t) size;
}

/* The same where nothing may follow. */
static size_t read_one(int option, const char *value, size_t least, size_t most)
{
    const char *end;
    size_t size = read_size(option, value, least, most, &end);

    if ('\0' != *end) {
        options_refuse("--%s %s: takes one value", name_of(option), value);
    }
    return size;
}

static size_t read_list(int option, const char *value, size_t least, size_t most, size_t *list)
{
    size_t length = 0;

    for (const char *next = value; ; next++) {
        if (OPTIONS_LIST == length) {
            options_refuse("--%s takes up to %d values", name_of(option), OPTIONS_LIST);
        }
        list[length++] = read_size(option, next, least, most, &next);
        if ('\0' == *next) {
            return length;
        }
    }
}

static void set_argument(options_t *options, int argument, const char *value)
{
    const coll_rabred_argument_t *a = &coll_rabred_arguments[argument];
    size_t most = a->most < BYTES_MOST ? a->most : BYTES_MOST;

    options->argument[argument] = is_flag(ARGUMENT + argument) ? 1 : read_one(ARGUMENT + argument, value, a->least, most);
}

static void set(options_t *options, int option, const char *value)
{
    size_t processes[OPTIONS_LIST];
    double *const seconds[OPTIONS] = {
        [LATENCY] = &options->model.latency, [OVERHEAD] = &options->model.overhead, [GAP] = &options->model.gap,
        [BYTE_TIME] = &options->model.byte_time, [BYTE_TIME_ONE_WAY] = &options->model.byte_time_one_way,
        [REDUCE_TIME] = &options->model.reduce_time, [COPY_TIME] = &options->model.copy_time
    };

    switch (option) {
    case NP:
        options->jobs = read_list(NP, value, 1, options->simulate ? SIMULATE_MOST : MODEL_MOST, processes);
        for (size_t i = 0; i < options->jobs; i++) {
            options->processes[i] = (int) processes[i];
        }
        break;
    case BYTES:
        options->lengths = read_list(BYTES, value, CALL_ELEMENT, BYTES_MOST, options->bytes);
        break;
    case RENDEZVOUS:
        options->model.rendezvous = read_one(RENDEZVOUS, value, 0, BYTES_MOST);
        break;
    case NODE_SIZE:
        options->node_size = (int) read_one(NODE_SIZE, value, 1, MODEL_MOST);
        break;
    case PLATFORM:
        if (0 != strcmp(value, "star") && 0 != strcmp(value, "fat_tree")) {
            options_refuse("--platform %s: allowed are star and fat_tree", value);
        }
        options->platform = value;
        break;
    case SELECTORS:
        options->selectors = true;
        break;
    case CSV:
        options->csv = true;
        break;
    default:
        *seconds[option] = read_seconds(option, value);
    }
}

static int find_option(const options_t *options, const char *word)
{
    int option = 0;

    while (option < OPTIONS && (0 != strncmp(word, "--", 2) || 0 != strcmp(word + 2, name_of(option)))) {
        option++;
    }
    if (OPTIONS == option) {
        options_refuse("%s is no option: --help lists them", word);
    }
    if (option < ARGUMENT && !(table[option].on & (options->simulate ? ON_SIMULATE : ON_MODEL))) {
        options_refuse("%s is for %s", word, options->simulate ? "model: here the platform says it" : "simulate");
    }
    return option;
}

static coll_rabred_collective_t find_collective(const char *word)
{
    int collective = 0;

    while (collective < COLL_RABRED_COLLECTIVES && 0 != strcmp(word, coll_rabred_collective_names[collective])) {
        collective++;
    }
    if (COLL_RABRED_COLLECTIVES == collective) {
        options_refuse("\"%s\" is no collective: allowed are allreduce, reduce, reduce_scatter and reduce_scatter_block",
                       word);
    }
    return (coll_rabred_collective_t) collective;
}

/* An algorithm that was named must serve all numbers of processes; of all, those that do are taken. */
static void check_processes(const options_t *options, int algorithm)
{
    for (size_t i = 0; i < options->jobs; i++) {
        if (!call_admits(algorithm, options->processes[i])) {
            options_refuse("%s serves powers of two only, not %d processes", coll_rabred_algorithms[algorithm].name,
                           options->processes[i]);
        }
    }
}

/* Adds the algorithms named in front of the next comma; `all`: those that serve the collective; `auto`: the choice. */
static const char *take_algorithms(options_t *options, const char *word)
{
    size_t length = strcspn(word, ",");
    bool all = 3 == length && 0 == strncmp(word, "all", 3), found = 4 == length && 0 == strncmp(word, "auto", 4);

    if (found && options->algorithms < OPTIONS_LIST) {
        options->algorithm[options->algorithms++] = OPTIONS_AUTO;
    }
    for (int i = 0; NULL != coll_rabred_algorithms[i].name; i++) {
        const coll_rabred_algorithm_t *a = &coll_rabred_algorithms[i];
        bool named = strlen(a->name) == length && 0 == strncmp(word, a->name, length);
        if ((named || all) && coll_rabred_serves(a, options->collective) && options->algorithms < OPTIONS_LIST) {
            options->algorithm[options->algorithms++] = i;
            found = true;
        }
    }
    if (!found) {
        options_refuse("\"%.*s\" is no algorithm of %s: rabred_schedule --list shows them, all takes all, auto chooses", (int) length, word,
                       coll_rabred_collective_names[options->collective]);
    }
    return word + length + (',' == word[length]);
}

options_t options_read(int argc, char *const *argv)
{
    options_t options = {.model = otherwise, .platform = "star"};

    if (argc < 4 || (0 != strcmp(argv[1], "model") && 0 != strcmp(argv[1], "simulate"))) {
        options_refuse("needs model or simulate, a collective and algorithms: --help tells more");
    }
    options.simulate = 0 == strcmp(argv[1], "simulate");
    for (int k = 0; k < COLL_RABRED_ARGUMENTS; k++) {
        options.argument[k] = coll_rabred_arguments[k].otherwise;
    }
    options.collective = find_collective(argv[2]);
    for (const char *next = argv[3]; '\0' != *next || 0 == options.algorithms; ) {
        next = take_algorithms(&options, next);
    }
    for (int i = 4; i < argc; i++) {
        int option = find_option(&options, argv[i]);
        if (!is_flag(option) && i + 1 == argc) {
            options_refuse("--%s needs a value", name_of(option));
        }
        i += !is_flag(option);
        if (option < ARGUMENT) {
            set(&options, option, argv[i]);
        } else {
            set_argument(&options, option - ARGUMENT, argv[i]);
        }
    }
    if (0 == options.jobs || 0 == options.lengths) {
        options_refuse("needs --np LIST and --bytes LIST");
    }
    for (size_t k = 0; k < options.algorithms && 0 != strcmp(argv[3], "all"); k++) {
        check_processes(&options, options.algorithm[k]);
    }
    if (options.model.byte_time_one_way < 0) {
        options.model.byte_time_one_way = options.model.byte_time;
    }
    return options;
}

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "options.h"

#include "../tools/numbers.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PROCESSES = 1 << 20, LONGEST_OPTION = 32, GIVEN_BYTES = 512 };

static const char help[] =
    "usage: rabred_explain --np P --bytes SIZE [options]\n"
    "Tells which algorithm rabred's model takes for a call, and what it predicts for all others. Needs no MPI.\n"
    "  --np P              processes, 2 to 1048576; with --map, the most of them\n"
    "  --bytes SIZE        of the vector on one process, with k, m or g behind it if need be; with --map, the most\n"
    "  --collective C      allreduce (default), reduce, reduce_scatter, reduce_scatter_block\n"
    "  --op KIND           of operator: commutative (default), ordered (not commutative), exact (on integers and the like),\n"
    "                      canonical (commutative, in reproducible mode)\n"
    "  --element BYTES     of one element, by default 8\n"
    "  --class CLASS       network (default), node: whose numbers\n"
    "  --processors C      of the node, where these are fewer than processes; with --class node, not with --map\n"
    "  --ranks-per-node K  processes that share a node and its port, adjacent ranks; by default 1. Not with --map\n"
    "  --tcp               between nodes messages travel over TCP as rabred sends them by Open MPI's pml/ob1, in packets of which\n"
    "                      none is announced, up to coll_rabred_network_cut_limit; not with --class node\n"
    "  --params FILE       numbers as Open MPI's files of parameters have them: coll_rabred_network_latency = 2000000\n"
    "  --all               all candidates, not only the fastest of each algorithm\n"
    "  --map FILE.png      draws the fastest algorithm over processes and bytes, by gnuplot\n"
    "  --help, --version\n"
    "Exit status: 0; 1 if the output cannot be written or gnuplot fails; 2 for what is no question, told in one line.\n";

void options_refuse(const char *format, ...)
{
    va_list arguments;

    fputs("rabred_explain: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputs("\n", stderr);
    exit(2);
}

static size_t read_size(const char *option, const char *text, size_t least, size_t most)
{
    size_t number;

    if (!number_size(text, &number) || number < least || number > most) {
        options_refuse("%s \"%s\": a whole number from %zu to %zu, with k, m or g behind it if need be", option, text, least, most);
    }
    return number;
}

/* The place of a name among those that an option takes. */
static int read_name(const char *option, const char *text, const char *const *names, int count)
{
    char list[256] = "";

    for (int i = 0; i < count; i++) {
        size_t used = strlen(list);
        if (0 == strcmp(text, names[i])) {
            return i;
        }
        snprintf(list + used, sizeof(list) - used, "%s%s", 0 == i ? "" : ", ", names[i]);
    }
    options_refuse("%s \"%s\": one of %s", option, text, list);
}

static void read_operators(options_t *options, const char *option, const char *text)
{
    enum { KINDS = 4 };
    static const char *const names[KINDS] = {"commutative", "ordered", "exact", "canonical"};
    static const unsigned traits[KINDS] = {COLL_RABRED_COMMUTATIVE, 0, COLL_RABRED_COMMUTATIVE | COLL_RABRED_EXACT, COLL_RABRED_COMMUTATIVE};
    static const unsigned promises[KINDS] = {0, 0, 0, COLL_RABRED_CANONICAL};
    const int kind = read_name(option, text, names, KINDS);

    options->operators = names[kind];
    options->wish.traits = traits[kind];
    options->wish.promises = promises[kind];
}

static void read_parameters(options_t *options, const char *name)
{
    const coll_rabred_other_parameter_t others[] = {{COLL_RABRED_TURN_NAME, &options->model.turns.turn},
                                                    {COLL_RABRED_NETWORK_CUT_NAME, &options->cut_limit}, {NULL, NULL}};
    char error[256];
    FILE *file = fopen(name, "r");

    if (NULL == file) {
        options_refuse("--params %s: %s", name, strerror(errno));
    }
    if (!coll_rabred_machine_read(options->model.machine, others, file, error, sizeof(error))) {
        options_refuse("--params %s: %s", name, error);
    }
    if (ferror(file)) {
        options_refuse("--params %s: %s", name, strerror(errno));
    }
    fclose(file);
    options->parameters = name;
}

/* One option with its value; `bytes` is kept until the element is known. */
static void read_option(options_t *options, const char *option, const char *text, size_t *bytes)
{
    if (0 == strcmp(option, "--np")) {
        options->model.processes = (int) read_size(option, text, 2, MOST_PROCESSES);
    } else if (0 == strcmp(option, "--bytes")) {
        *bytes = read_size(option, text, 1, (size_t) 1 << 50);
    } else if (0 == strcmp(option, "--element")) {
        options->wish.element = read_size(option, text, 1, 1 << 20);
    } else if (0 == strcmp(option, "--collective")) {
        options->wish.collective = (coll_rabred_collective_t) read_name(option, text, coll_rabred_collective_names, COLL_RABRED_COLLECTIVES);
    } else if (0 == strcmp(option, "--class")) {
        options->model.class = (coll_rabred_class_t) read_name(option, text, coll_rabred_class_names, COLL_RABRED_CLASSES);
    } else if (0 == strcmp(option, "--ranks-per-node")) {
        options->ranks_per_node = (int) read_size(option, text, 1, MOST_PROCESSES);
    } else if (0 == strcmp(option, "--processors")) {
        options->model.turns.processors = read_size(option, text, 1, MOST_PROCESSES);
    } else if (0 == strcmp(option, "--op")) {
        read_operators(options, option, text);
    } else if (0 == strcmp(option, "--params")) {
        read_parameters(options, text);
    } else if (0 == strcmp(option, "--map")) {
        options->map = text;
    } else {
        options_refuse("there is no option %s: --help tells which there are", option);
    }
}

/* Takes no value. */
static bool is_flag(const char *option)
{
    return 0 == strcmp(option, "--all") || 0 == strcmp(option, "--tcp");
}

/* The option's name, without a value behind "="; of those before, `given` has the names, each between blanks. */
static void read_word(const char *word, char name[LONGEST_OPTION], char given[GIVEN_BYTES])
{
    const size_t length = strcspn(word, "=");

    if (0 != strncmp(word, "--", 2)) {
        options_refuse("\"%s\" is no option: --help tells which there are", word);
    }
    if (length + 2 >= LONGEST_OPTION) {
        options_refuse("there is no option %s: --help tells which there are", word);
    }
    snprintf(name, LONGEST_OPTION, " %.*s ", (int) length, word);
    if (NULL != strstr(given, name)) {
        options_refuse("%.*s is given twice", (int) length, word);
    }
    strncat(given, name, GIVEN_BYTES - strlen(given) - 1);
    snprintf(name, LONGEST_OPTION, "%.*s", (int) length, word);
}

/* What needs no question; or NULL. */
static const char *answer_to(const char *option)
{
    return 0 == strcmp(option, "--help") ? help : 0 == strcmp(option, "--version") ? "rabred_explain (rabred) " RABRED_VERSION "\n" : NULL;
}

/* The last node may have fewer. */
static void make_nodes(options_t *options)
{
    const int processes = options->model.processes;

    if (NULL != options->map || COLL_RABRED_NODE == options->model.class || options->ranks_per_node >= processes) {
        options_refuse("--ranks-per-node %d: less than --np, and not with --map or --class node", options->ranks_per_node);
    }
    int *name = malloc((size_t) processes * sizeof(*name));
    for (int rank = 0; NULL != name && rank < processes; rank++) {
        name[rank] = rank - rank % options->ranks_per_node;
    }
    options->model.nodes = NULL != name ? coll_rabred_nodes_build(name, processes) : NULL;
    if (NULL == options->model.nodes) {
        options_refuse("out of memory");
    }
    options->wish.traits |= COLL_RABRED_NODES;
    free(name);
}

static bool are_built_in(const options_t *options)
{
    const coll_rabred_class_t class = options->model.class;

    return 0 == memcmp(&options->model.machine[class], &coll_rabred_machine_defaults[class], sizeof(coll_rabred_machine_t))
           && (0 == options->model.turns.processors || COLL_RABRED_TURN == options->model.turns.turn)
           && (!options->tcp || COLL_RABRED_NETWORK_CUT_LIMIT == options->cut_limit);
}

/* As the component does where btl/tcp, with an eager limit as by default, is the only transport between nodes. */
static void cut_messages(options_t *options)
{
    const unsigned long long most = COLL_RABRED_MOST_PACKETS * coll_rabred_machine_defaults[COLL_RABRED_NETWORK].eager;

    if (COLL_RABRED_NODE == options->model.class) {
        options_refuse("--tcp: not with --class node");
    }
    coll_rabred_machine_cut(&options->model.machine[COLL_RABRED_NETWORK], options->cut_limit < most ? options->cut_limit : most);
}

void options_print_numbers(FILE *stream, const options_t *options)
{
    fprintf(stream, "%s%s, ", coll_rabred_class_names[options->model.class], options->tcp ? " over TCP" : "");
    if (NULL == options->parameters) {
        fputs("built-in numbers", stream);
    } else {
        fprintf(stream, options->built_in ? "built-in numbers (%s has no others)" : "%s", options->parameters);
    }
}

options_t options_read(int argc, char *const *argv)
{
    options_t options = {.model = {.class = COLL_RABRED_NETWORK, .turns = {0, COLL_RABRED_TURN, COLL_RABRED_TURN_CUT_LIMIT}}, .operators = "commutative",
                         .ranks_per_node = 1, .cut_limit = COLL_RABRED_NETWORK_CUT_LIMIT, .wish = {.traits = COLL_RABRED_COMMUTATIVE, .element = 8}};
    size_t bytes = 0;
    char given[GIVEN_BYTES] = "";

    memcpy(options.model.machine, coll_rabred_machine_defaults, sizeof(options.model.machine));
    for (int i = 1; i < argc; i++) {
        const char *value = strchr(argv[i], '=');
        char name[LONGEST_OPTION];
        read_word(argv[i], name, given);
        options.answer = answer_to(name);
        if (NULL != value && (is_flag(name) || NULL != options.answer)) {
            options_refuse("%s takes no value", name);
        }
        if (NULL != options.answer) {
            return options;
        }
        if (is_flag(name)) {
            *(0 == strcmp(name, "--all") ? &options.all : &options.tcp) = true;
            continue;
        }
        if (NULL == value && i + 1 == argc) {
            options_refuse("%s needs a value, or is no option: --help tells more", name);
        }
        read_option(&options, name, NULL != value ? value + 1 : argv[++i], &bytes);
    }
    if (0 == options.model.processes || 0 == bytes) {
        options_refuse("--np and --bytes are needed: --help tells more");
    }
    if (options.ranks_per_node > 1) {
        make_nodes(&options);
    }
    if (options.model.turns.processors > 0 && (NULL != options.map || COLL_RABRED_NODE != options.model.class)) {
        options_refuse("--processors %zu: with --class node, and not with --map", options.model.turns.processors);
    }
    options.built_in = are_built_in(&options);
    if (options.tcp) {
        cut_messages(&options);
    }
    options.wish.elements = bytes / options.wish.element;
    if (0 == options.wish.elements) {
        options_refuse("--bytes %zu: less than one element of %zu bytes", bytes, options.wish.element);
    }
    return options;
}

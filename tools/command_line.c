/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "command_line.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const option_t options[OPTION_ARGUMENT] = {
    [OPTION_NP] = {"np", "P", "number of processes"},
    [OPTION_ROOT] = {"root", "R", "root of a reduce (0)"},
    [OPTION_RANK] = {"rank", "R", "show this process alone"},
    [OPTION_BLOCKS] = {"blocks", "N", "blocks of the vector (as many as the algorithm divides it into)"},
    [OPTION_COUNTS] = {"counts", "N,N,...", "reduce_scatter: blocks of each process's result (even parts)"},
    [OPTION_NODES] = {"nodes", "N,N,...", "processes of each node, with adjacent ranks (one a node)"},
    [OPTION_NODE_MAP] = {"node-map", "N,N,...", "each process's node, by any number below P"},
    [OPTION_IN_PLACE] = {"in-place", NULL, "the input stands where the result will"},
    [OPTION_FORMAT] = {"format", "FORMAT", "text, json, goal, dot or svg (text)"},
    [OPTION_COST] = {"cost", NULL, "what the call costs, instead of the schedule"},
    [OPTION_ALPHA] = {"alpha", "SECONDS", "a message (1e-6)"},
    [OPTION_BETA] = {"beta", "SECONDS", "a byte sent (1e-9)"},
    [OPTION_GAMMA] = {"gamma", "SECONDS", "a byte reduced (1e-10)"},
    [OPTION_BYTES] = {"bytes", "N", "size of the vector; k, m and g are powers of 1024 (8 bytes a block)"},
    [OPTION_LIST] = {"list", NULL, "list the algorithms, what they serve, promise and take"},
    [OPTION_HELP] = {"help", NULL, "show this"},
    [OPTION_VERSION] = {"version", NULL, "show the version"}
};

option_t command_line_option(int option)
{
    if (option < OPTION_ARGUMENT) {
        return options[option];
    }
    const coll_rabred_argument_t *argument = &coll_rabred_arguments[option - OPTION_ARGUMENT];
    return (option_t) {argument->name, argument->bytes ? "BLOCKS" : "N", argument->summary};
}

void refuse(const char *format, ...)
{
    va_list arguments;
    char message[4096];

    va_start(arguments, format);
    vsnprintf(message, sizeof(message), format, arguments);
    va_end(arguments);
    for (char *c = message; '\0' != *c; c++) {   /* one line, whatever was typed */
        *c = (unsigned char) *c < ' ' ? '?' : *c;
    }
    fprintf(stderr, "rabred_schedule: %s\n", message);
    exit(2);
}

/* The option named in front of `end`; OPTIONS if there is none. */
static int find_option(const char *name, size_t length)
{
    int option = 0;

    while (option < OPTIONS && (strlen(command_line_option(option).name) != length
                                || 0 != strncmp(command_line_option(option).name, name, length))) {
        option++;
    }
    return option;
}

static void read_operand(command_line_t *line, const char *word)
{
    if (NULL == line->collective) {
        line->collective = word;
    } else if (NULL == line->algorithm) {
        line->algorithm = word;
    } else {
        refuse("\"%s\" is one operand too many: a collective and an algorithm, here %s %s", word, line->collective,
               line->algorithm);
    }
}

/* `word` is an option without its hyphens; true if the next word is its value. */
static bool read_option(command_line_t *line, const char *word, const char *next)
{
    size_t length = strcspn(word, "=");
    int number = find_option(word, length);

    if (OPTIONS == number) {
        refuse("--%.*s is no option: --help lists them", (int) length, word);
    }
    option_t option = command_line_option(number);
    if (NULL != line->value[number]) {
        refuse("--%s is given twice", option.name);
    }
    if (NULL == option.value) {
        if ('=' == word[length]) {
            refuse("--%s takes no value", option.name);
        }
        line->value[number] = "";
        return false;
    }
    if ('=' == word[length]) {
        line->value[number] = word + length + 1;
        return false;
    }
    if (NULL == next) {
        refuse("--%s needs a value: --%s %s", option.name, option.name, option.value);
    }
    line->value[number] = next;
    return true;
}

command_line_t command_line_read(int argc, char *const *argv)
{
    command_line_t line = {.collective = NULL};
    bool options_end = false;

    for (int i = 1; i < argc; i++) {
        if (options_end || '-' != argv[i][0] || '\0' == argv[i][1]) {
            read_operand(&line, argv[i]);
        } else if ('-' != argv[i][1]) {
            refuse("%s is no option: options start with two hyphens, --help lists them", argv[i]);
        } else if ('\0' == argv[i][2]) {
            options_end = true;
        } else {
            i += read_option(&line, argv[i] + 2, i + 1 < argc ? argv[i + 1] : NULL);
        }
    }
    return line;
}

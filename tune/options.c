/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "options.h"

#include <string.h>

enum { LONGEST_NAME = 64 };

static const struct {
    const char *name, *value, *help;
} lines[] = {
    {"quick", NULL, "under a minute: fewer lengths, fewer messages"},
    {"pairs", "one|all", "ranks that send at the same time; all where every rank has a processor, else one pair"},
    {"no-check", NULL, "do not compare the model with forced algorithms"},
    {"quiet", NULL, "no progress"},
    {"help", NULL, "show this"},
    {"version", NULL, "show the version"}
};

enum { QUICK, PAIRS, NO_CHECK, QUIET, HELP, VERSION, LINES };

void options_help(FILE *stream)
{
    fputs("usage: mpirun -n P rabred_tune [OPTION...] [NAME]\n"
          "\n"
          "Measures what coll/rabred's model knows of a machine, between the ranks it is given, and writes NAME.conf, a file of\n"
          "MCA parameters (NAME: the host's). Two ranks and more; on one node, on several, or both.\n"
          "\n", stream);
    for (int i = 0; i < LINES; i++) {
        char text[32];
        snprintf(text, sizeof(text), "--%s%s%s", lines[i].name, NULL == lines[i].value ? "" : " ",
                 NULL == lines[i].value ? "" : lines[i].value);
        fprintf(stream, "  %-16s %s\n", text, lines[i].help);
    }
    fputs("\nExit status: 0, also where rabred does not serve, so that the model is not checked, which is told; 1 if the file cannot be\n"
          "written; 2 for a wrong option.\n", stream);
}

/* The option that a word without its hyphens names; LINES: none. */
static int find(const char *word)
{
    int line = 0;

    while (line < LINES && (strlen(lines[line].name) != strcspn(word, "=")
                            || 0 != strncmp(lines[line].name, word, strcspn(word, "=")))) {
        line++;
    }
    return line;
}

static bool read_pairs(options_t *options, const char *value, char *error, size_t error_size)
{
    options->one_pair = NULL != value && 0 == strcmp(value, "one");
    options->all_pairs = NULL != value && 0 == strcmp(value, "all");
    if (!options->one_pair && !options->all_pairs) {
        snprintf(error, error_size, "--pairs \"%.40s\": one or all", NULL == value ? "" : value);
        return false;
    }
    return true;
}

/* A part of a file's name, and of a comment. */
static bool read_name(options_t *options, const char *word, char *error, size_t error_size)
{
    const char *letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

    if (NULL != options->name) {
        snprintf(error, error_size, "\"%.40s\": one name is enough, here %s", word, options->name);
        return false;
    }
    if ('\0' == word[0] || strspn(word, letters) != strlen(word) || strlen(word) > LONGEST_NAME) {
        snprintf(error, error_size, "\"%.40s\" is no name: letters, digits and ._-, at most %d", word, LONGEST_NAME);
        return false;
    }
    options->name = word;
    return true;
}

bool options_read(options_t *options, int argc, char *const *argv, char *error, size_t error_size)
{
    bool right = true;

    *options = (options_t) {.check = true};
    for (int i = 1; i < argc && right; i++) {
        const char *word = argv[i], *value = strchr(word, '=');
        if ('-' != word[0]) {
            right = read_name(options, word, error, error_size);
            continue;
        }
        int line = 0 == strncmp(word, "--", 2) ? find(word + 2) : LINES;
        if (LINES == line || (NULL != value && NULL == lines[line].value)) {
            snprintf(error, error_size, LINES == line ? "%.40s is no option: --help lists them" : "%.40s: it takes no value", word);
            return false;
        }
        if (PAIRS == line) {
            right = read_pairs(options, NULL != value ? value + 1 : i + 1 < argc ? argv[++i] : NULL, error, error_size);
        }
        options->quick = options->quick || QUICK == line;
        options->check = options->check && NO_CHECK != line;
        options->quiet = options->quiet || QUIET == line;
        options->help = options->help || HELP == line;
        options->version = options->version || VERSION == line;
    }
    return right;
}

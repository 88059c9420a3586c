/*
 * The command line of rabred_tune, a word a line.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "target.h"

#include "../../tune/options.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS = 32 };

void target(const char *text, size_t length)
{
    char *copy = malloc(length + 1), *words[WORDS] = {"rabred_tune"}, error[256] = "";
    options_t options;

    if (NULL == copy) {
        return;
    }
    memcpy(copy, text, length + 1);
    const int count = split_lines(copy, words, WORDS);
    if (options_read(&options, count, words, error, sizeof(error))) {
        must(NULL == options.name || ('-' != options.name[0] && NULL == strchr(options.name, '/') && strlen(options.name) <= 64),
             "a name that is no part of a file's name");
        must(!(options.one_pair && options.all_pairs), "one pair and all");
    } else {
        must('\0' != error[0], "refused without a reason");
    }
    free(copy);
}

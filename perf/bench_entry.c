/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "bench_entry.h"

#include <stdio.h>
#include <string.h>

/* Moves a word of letters, digits, _ and - from text to word. False if there is none or it is too long. */
static bool take_word(const char **text, char *word, size_t word_bytes)
{
    size_t length = strspn(*text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    if (length == 0 || length >= word_bytes) {
        return false;
    }
    memcpy(word, *text, length);
    word[length] = '\0';
    *text += length;
    return true;
}

/* "(ARGUMENTS)" up to the end of the text. */
static bool take_arguments(const char *text, char *arguments, size_t arguments_bytes)
{
    size_t length = strlen(text);
    if (length < 3 || length - 2 >= arguments_bytes || text[0] != '(' || text[length - 1] != ')' || strcspn(text + 1, "()") != length - 2) {
        return false;
    }
    memcpy(arguments, text + 1, length - 2);
    arguments[length - 2] = '\0';
    return true;
}

bool bench_entry_parse(const char *text, struct bench_entry *entry)
{
    memset(entry, 0, sizeof *entry);
    snprintf(entry->name, sizeof entry->name, "%s", text);
    if (strlen(text) + sizeof "#99" > sizeof entry->name || !take_word(&text, entry->component, sizeof entry->component)) {
        return false;
    }
    if (*text == ':') {
        text++;
        if (bench_entry_is(entry, "default") || !take_word(&text, entry->algorithm, sizeof entry->algorithm)) {
            return false;
        }
    }
    return *text == '\0' || (entry->algorithm[0] != '\0' && take_arguments(text, entry->arguments, sizeof entry->arguments));
}

void bench_entries_distinguish(struct bench_entry *entries, size_t count)
{
    for (size_t i = count; i-- > 0;) {
        int before = 0;
        for (size_t j = 0; j < i; j++) {
            before += strcmp(entries[j].name, entries[i].name) == 0;
        }
        if (before > 0) {
            size_t length = strlen(entries[i].name);
            snprintf(entries[i].name + length, sizeof entries[i].name - length, "#%d", before + 1);
        }
    }
}

bool bench_entry_is(const struct bench_entry *entry, const char *component)
{
    return strcmp(entry->component, component) == 0;
}

bool bench_entry_is_above_rabred(const struct bench_entry *entry)
{
    return strcmp(entry->algorithm, "rabred") == 0;
}

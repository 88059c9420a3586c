/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "target.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void must(int holds, const char *reason)
{
    if (!holds) {
        fprintf(stderr, "broken promise: %s\n", reason);
        abort();
    }
}

int split_lines(char *text, char **words, int most)
{
    int count = 1;

    while (NULL != text && count < most) {
        words[count++] = text;
        text = strchr(text, '\n');
        if (NULL != text) {
            *text++ = '\0';
        }
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A copy of exactly its length, so that a read beyond it is seen. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    if (NULL == text) {
        return 0;
    }
    if (size > 0) {
        memcpy(text, data, size);
    }
    text[size] = '\0';
    target(text, size);
    free(text);
    return 0;
}

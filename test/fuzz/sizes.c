/*
 * Numbers and sizes on the command lines of the tools.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "target.h"

#include "../../tools/numbers.h"

#include <stdio.h>
#include <string.h>

void target(const char *text, size_t length)
{
    size_t number = 77, size = 77;
    double seconds = -1;
    char digits[32];

    (void) length;
    if (number_whole(text, strlen(text), &number)) {
        snprintf(digits, sizeof(digits), "%zu", number);
        const char *start = text + strspn(text, "0");
        must(0 == strcmp('\0' == *start ? "0" : start, digits), "a number that prints as another one");
        must(number_size(text, &size) && size == number, "a number that is no size");
    } else {
        must(77 == number, "a number from what is none");
    }
    if (number_size(text, &size)) {
        must(NULL != strchr("0123456789kmgKMG", text[strlen(text) - 1]), "a size with something behind it");
    }
    must(!number_seconds(text, &seconds) || (seconds >= 0 && seconds < 1e6), "seconds that are none");
}

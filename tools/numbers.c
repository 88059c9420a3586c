/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "numbers.h"

#include "../coll_rabred/choose/number.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Takes over what was read, if that is what stands before `end`. */
static bool take(const char *read, const char *end, unsigned long long value, size_t *number)
{
    bool right = end == read && value <= SIZE_MAX;

    *number = right ? (size_t) value : *number;
    return right;
}

bool number_whole(const char *text, size_t length, size_t *number)
{
    unsigned long long value;
    const char *read = coll_rabred_read_digits(text, 10, &value);

    return take(read, text + length, value, number);
}

bool number_size(const char *text, size_t *number)
{
    unsigned long long value;
    const char *read = coll_rabred_read_size(text, &value);

    return take(read, text + strlen(text), value, number);
}

bool number_seconds(const char *text, double *number)
{
    char *end;
    double value = strtod(text, &end);

    /* written with digits, so neither a name nor blanks in front */
    if (strspn(text, "0123456789.eE+-") != strlen(text) || end == text || '\0' != *end || !(value >= 0 && value < 1e6)) {
        return false;
    }
    *number = value;
    return true;
}

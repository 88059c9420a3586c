/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "numbers.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool number_whole(const char *text, size_t length, size_t *number)
{
    size_t value = 0;

    for (size_t i = 0; i < length; i++) {
        size_t digit = (size_t) (text[i] - '0');
        if (text[i] < '0' || text[i] > '9' || value > (SIZE_MAX - digit) / 10) {
            return false;
        }
        value = 10 * value + digit;
    }
    *number = length > 0 ? value : *number;
    return length > 0;
}

bool number_size(const char *text, size_t *number)
{
    static const char units[] = "kmgKMG";
    size_t length = strlen(text), value;
    const char *unit = length > 0 ? strchr(units, text[length - 1]) : NULL;
    unsigned shift = NULL == unit ? 0 : 10 * (unsigned) ((unit - units) % 3 + 1);

    if (!number_whole(text, NULL == unit ? length : length - 1, &value) || value > SIZE_MAX >> shift) {
        return false;
    }
    *number = value << shift;
    return true;
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

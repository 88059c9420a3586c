/*
 * The C library's own functions for this would need the library that the component was compiled with, so that another release's could
 * not say what it is (test/releases).
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "number.h"

#include <limits.h>
#include <stddef.h>
#include <string.h>

const char *coll_rabred_read_digits(const char *text, unsigned base, unsigned long long *value)
{
    static const char known[] = "0123456789abcdefABCDEF";
    const char *at = text;

    for (*value = 0; '\0' != *at; at++) {
        const char *found = strchr(known, *at);
        const unsigned place = NULL == found ? UINT_MAX : (unsigned) (found - known), digit = place < 16 ? place : place - 6;
        if (digit >= base) {   /* or none */
            break;
        }
        if (*value > (ULLONG_MAX - digit) / base) {
            return NULL;
        }
        *value = base * *value + digit;
    }
    return at == text ? NULL : at;
}

/* Reads a unit, if there is one; what stands behind it, or NULL: that is more than fits. */
static const char *read_unit(const char *text, unsigned long long *value)
{
    static const char units[] = "kmgKMG";
    const char *unit = '\0' == *text ? NULL : strchr(units, *text);
    const unsigned shift = NULL == unit ? 0 : 10 * (unsigned) ((unit - units) % 3 + 1);

    if (*value > ULLONG_MAX >> shift) {
        return NULL;
    }
    *value <<= shift;
    return text + (NULL != unit);
}

const char *coll_rabred_read_size(const char *text, unsigned long long *value)
{
    const char *end = coll_rabred_read_digits(text, 10, value);

    return NULL == end ? NULL : read_unit(end, value);
}

bool coll_rabred_read_parameter(const char *text, unsigned long long below, unsigned long long most, unsigned long long *value)
{
    const bool negative = '-' == *text;
    const char *first = text + (negative || '+' == *text);
    const unsigned base = '0' != *first ? 10 : 'x' == first[1] || 'X' == first[1] ? 16 : 8;
    unsigned long long number;
    const char *end = coll_rabred_read_digits(first + (16 == base ? 2 : 0), base, &number);

    end = NULL == end ? NULL : read_unit(end, &number);
    if (NULL == end || number > (negative ? below : most)) {
        return false;
    }
    end += strspn(end, " \t\r\n");
    if ('\0' != *end && '#' != *end) {
        return false;
    }
    *value = number;
    return true;
}

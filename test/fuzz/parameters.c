/*
 * A parameter's number, as Open MPI reads it.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "target.h"

#include "../../coll_rabred/choose/number.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void target(const char *text, size_t length)
{
    enum { BELOW = 1000, UNTOUCHED = 77 };
    unsigned long long number = UNTOUCHED, again = UNTOUCHED;
    const bool digits_only = text[0] >= '0' && text[0] <= '9' && strspn(text, "0123456789abcdefxABCDEFX") == strlen(text);
    char *end, printed[32];

    (void) length;
    errno = 0;
    const unsigned long long by_library = strtoull(text, &end, 0);
    const bool is_number = digits_only && '\0' == *end, fits = 0 == errno, library_takes = is_number && fits;
    if (!coll_rabred_read_parameter(text, BELOW, ULLONG_MAX, &number)) {
        must(UNTOUCHED == number, "a number from what is none");
        must(!library_takes, "what is a number is none");
        return;
    }
    must(strspn(text, "+-0123456789abcdefxABCDEFXkmgKMG \t\r\n") >= strcspn(text, "#"), "a number with something behind it");
    must(!is_number || fits, "more than fits");
    must(!library_takes || by_library == number, "another number than the C library's");
    must('-' != text[0] || number <= BELOW, "less than is allowed");
    snprintf(printed, sizeof(printed), "%llu", number);
    must(coll_rabred_read_parameter(printed, 0, number, &again) && number == again, "a number that is not read again");
    must(0 == number || !coll_rabred_read_parameter(printed, 0, number - 1, &again), "more than is allowed");
}

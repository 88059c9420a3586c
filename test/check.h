/*
 * Counts what is right and tells what is not, for test programs of one process.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_TEST_CHECK_H
#define RABRED_TEST_CHECK_H

#include <stdbool.h>
#include <stdio.h>

static int check_passed, check_failed;

static void check(bool right, const char *what, const char *detail)
{
    if (right) {
        check_passed++;
    } else {
        check_failed++;
        printf("FAILED %s: %s\n", what, detail);
    }
}

/* The last line, and the program's status. */
static int check_end(void)
{
    printf("%d passed, %d failed, 0 skipped\n", check_passed, check_failed);
    return check_failed > 0;
}

#endif

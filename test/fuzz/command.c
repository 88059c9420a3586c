/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "command.h"

#include "target.h"

#include <setjmp.h>
#include <stdbool.h>
#include <string.h>

enum { WORDS = 64 };

static jmp_buf ended;
static bool reading;
static int end_status;

_Noreturn void __real_exit(int status);
_Noreturn void __wrap_exit(int status);

_Noreturn void __wrap_exit(int status)
{
    if (reading) {
        end_status = status;
        longjmp(ended, 1);
    }
    __real_exit(status);
}

int command_run(const char *name, const char *text, size_t length, void (*read)(int count, char **words))
{
    static char copy[4096], *words[WORDS];

    end_status = COMMAND_WENT_ON;
    if (length >= sizeof(copy)) {
        return end_status;
    }
    memcpy(copy, text, length + 1);
    words[0] = (char *) name;
    const int count = split_lines(copy, words, WORDS);
    reading = true;
    if (0 == setjmp(ended)) {
        read(count, words);
    }
    reading = false;
    return end_status;
}

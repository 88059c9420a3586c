/*
 * A command's line of words, for targets of commands that refuse by ending (linked with -Wl,--wrap=exit).
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef TEST_FUZZ_COMMAND_H
#define TEST_FUZZ_COMMAND_H

#include <stddef.h>

enum { COMMAND_WENT_ON = -1 };

/* Has the text's lines read as words behind the command's name. The status with which the command ended, or that it went on. */
int command_run(const char *name, const char *text, size_t length, void (*read)(int count, char **words));

#endif

/*
 * The words of a command line: two operands, and options as --name VALUE or --name=VALUE, in any order.
 * Every argument in the table of algorithms is an option of its name.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_TOOLS_COMMAND_LINE_H
#define RABRED_TOOLS_COMMAND_LINE_H

#include "../coll_rabred/sched/table.h"

enum {
    OPTION_NP, OPTION_ROOT, OPTION_RANK, OPTION_BLOCKS, OPTION_COUNTS, OPTION_NODES, OPTION_NODE_MAP, OPTION_IN_PLACE, OPTION_FORMAT, OPTION_COST,
    OPTION_ALPHA, OPTION_BETA, OPTION_GAMMA, OPTION_BYTES, OPTION_LIST, OPTION_HELP, OPTION_VERSION,
    OPTION_ARGUMENT,                 /* + k: argument k of the table */
    OPTIONS = OPTION_ARGUMENT + COLL_RABRED_ARGUMENTS
};

typedef struct {
    const char *name;
    const char *value;               /* what stands for it in the help; NULL: takes none */
    const char *summary;             /* one clause */
} option_t;

option_t command_line_option(int option);

typedef struct {
    const char *collective, *algorithm;   /* NULL where missing */
    const char *value[OPTIONS];           /* NULL: not given; "" where the option takes no value */
} command_line_t;

/* Refuses what is no command line. */
command_line_t command_line_read(int argc, char *const *argv);

/* Tells on one line of standard error what is wrong and what is allowed, and exits with status 2. */
_Noreturn void refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif

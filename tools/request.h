/*
 * What a command line asks for. Reading refuses, by one line on standard error and exit status 2,
 * whatever does not make a call that some algorithm serves.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_TOOLS_REQUEST_H
#define RABRED_TOOLS_REQUEST_H

#include "command_line.h"
#include "one_port.h"
#include "output.h"

enum { REQUEST_MOST_PROCESSES = 65536, REQUEST_MOST_BLOCKS = 1000000000 };

typedef struct {
    coll_rabred_problem_t problem;   /* of all ranks; rank is 0 */
    coll_rabred_blocks_t *starts;    /* what the problem's point to; to be freed */
    coll_rabred_nodes_t *nodes;      /* likewise */
    int only;                        /* the rank to be shown; -1: all */
    const output_t *output;
    bool timed;                      /* a time axis is asked for */
    one_port_t seconds;              /* a message, a byte sent, a byte reduced */
    size_t bytes;                    /* of the vector; 0: 8 a block */
} request_t;

request_t request_read(const command_line_t *line);

#endif

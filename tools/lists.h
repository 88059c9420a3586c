/*
 * What a command line gives as a list of numbers with commas between them. What is wrong is refused.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_TOOLS_LISTS_H
#define RABRED_TOOLS_LISTS_H

#include "command_line.h"

/* The problem's starts[0..processes], from the blocks of each result; to be freed. */
coll_rabred_blocks_t *lists_read_counts(const char *text, const coll_rabred_problem_t *problem);

/* The nodes that --nodes or --node-map tell; NULL if neither is given. */
coll_rabred_nodes_t *lists_read_nodes(const command_line_t *line, const coll_rabred_problem_t *problem);

#endif

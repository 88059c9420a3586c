/*
 * What one process does in one collective reduction, as a flat list of steps on blocks of the
 * vector: no bytes, no addresses, no MPI. A schedule depends on the problem alone, so that it can be
 * printed, proved and cached.
 *
 * Rounds are global: a message has the same round at both ends, and a process enters its next round
 * when its own transfers of this one are complete. In a round transfers (receives before sends) come
 * first, then a WAIT, then local steps. Transfers read their sources as they stand when the round
 * starts and may complete in any order. Received values are reduced after the WAIT, or, as no transfer touches
 * what another one or its reduction writes, once they have arrived.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_SCHED_SCHEDULE_H
#define COLL_RABRED_SCHED_SCHEDULE_H

#include "nodes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum {
    COLL_RABRED_ALLREDUCE,
    COLL_RABRED_REDUCE,
    COLL_RABRED_REDUCE_SCATTER,
    COLL_RABRED_REDUCE_SCATTER_BLOCK,   /* served by the recipes of REDUCE_SCATTER */
    COLL_RABRED_COLLECTIVES
} coll_rabred_collective_t;

/* Arguments that an algorithm may take: bit 1 << COLL_RABRED_THRESHOLD of its line, and so on. */
enum {
    COLL_RABRED_THRESHOLD,
    COLL_RABRED_PERMUTED,
    COLL_RABRED_RADIX,
    COLL_RABRED_DOUBLING,
    COLL_RABRED_PIECES,
    COLL_RABRED_ARGUMENTS
};

/* Of pieces some more than 64 MiB have of 64 KiB, as btl/tcp announces messages as long (perf/results/2026-11-26-network-eager). */
enum { COLL_RABRED_MOST_RADIX = 16, COLL_RABRED_MOST_PIECES = 1536 };

/* Index or number of blocks. */
typedef uint32_t coll_rabred_blocks_t;

/* Blocks first .. first+count-1 of the vector. */
typedef struct {
    coll_rabred_blocks_t first, count;
} coll_rabred_range_t;

/* What is asked of one process; processes >= 1, rank and root below it. */
typedef struct {
    coll_rabred_collective_t collective;
    int algorithm;                   /* index in coll_rabred_algorithms[] */
    int processes, rank;
    int root;                        /* only reduce has one: 0 elsewhere */
    bool in_place;                   /* of this process: the input stands in OUT */
    coll_rabred_blocks_t blocks;     /* of the whole vector; 0: the algorithm's own rule */
    size_t argument[COLL_RABRED_ARGUMENTS];   /* of algorithms that take them; a threshold in blocks; a radix of 0: its own;
                                                 no pieces are 1 */
    /* reduce_scatter: the result of rank r is blocks starts[r] .. starts[r+1]-1; NULL: even parts */
    const coll_rabred_blocks_t *starts;
    const coll_rabred_nodes_t *nodes;   /* of algorithms that look at them; NULL: each process is a node of its own */
} coll_rabred_problem_t;

/*
 * Buffers, all indexed by the blocks of the vector. IN is never written. OUT exists where MPI gives
 * the process that memory (allreduce: everywhere; reduce: at the root; reduce_scatter: the process's
 * own blocks). In place OUT lies over IN; in reduce_scatter the own blocks lie over the start of IN,
 * and nothing received is reduced into them: it goes on arriving while segments of it are reduced.
 */
enum { COLL_RABRED_IN, COLL_RABRED_OUT, COLL_RABRED_TMP };   /* TMP + k: temporary k */

typedef enum {
    COLL_RABRED_STEP_SEND,          /* `from` to `peer` */
    COLL_RABRED_STEP_RECV,          /* from `peer` into `into` */
    COLL_RABRED_STEP_RECV_REDUCE,   /* into the operand that arrives; reduced when it has */
    COLL_RABRED_STEP_REDUCE,        /* into = left op right; `into` may be the right operand, never the left */
    COLL_RABRED_STEP_COPY,          /* into = from */
    COLL_RABRED_STEP_WAIT           /* until all transfers of this round are complete */
} coll_rabred_verb_t;

enum {
    COLL_RABRED_MORE = 1,             /* the next step is the next piece of the same message */
    COLL_RABRED_RECEIVED_LEFT = 2,    /* RECV_REDUCE: the left operand is what arrives, else the right one */
    COLL_RABRED_RECEIVER_REDUCES = 4, /* SEND: the other side is a RECV_REDUCE */
    COLL_RABRED_TWO_WAY = 8,          /* SEND, RECV_REDUCE, at both ends: who receives such a message also sends one in that round */
    /* SEND, RECV, at both ends: goes back where the TWO_WAY message of the round before came from, with the result of
       what that one carried. All transfers of such a round do, and answer all of the round before; between them stand at most
       copies of what was reduced, to where it is sent from. */
    COLL_RABRED_RETURNS = 16,
    /* RECV_REDUCE, received left, into neither operand: where sides do not matter, what arrives may be the right operand, in `into`.
       No other process computes this value. */
    COLL_RABRED_LANDS = 32
};

typedef struct {
    uint8_t verb, flags;
    int32_t peer;                     /* rank */
    uint32_t round;
    uint32_t into;                    /* buffer */
    union { uint32_t left, from; };   /* buffer */
    uint32_t right;                   /* buffer */
    coll_rabred_range_t range;        /* the same blocks in every buffer named */
} coll_rabred_step_t;

typedef struct {
    coll_rabred_problem_t problem;    /* blocks filled in */
    size_t steps;
    coll_rabred_step_t *step;
    uint32_t rounds;
    size_t transfers;                 /* most pieces under way in one round */
    size_t buffers;                   /* IN, OUT and the temporaries */
    coll_rabred_range_t *used;        /* [buffers]: the blocks a buffer needs, but for operands that arrive beside `into` */
    coll_rabred_range_t *staged;      /* [buffers]: the blocks of those */
    coll_rabred_blocks_t *window;     /* [buffers]: so many places, of the longest block, block b at place b modulo them; 0: side by side */
} coll_rabred_schedule_t;

extern const char *const coll_rabred_collective_names[COLL_RABRED_COLLECTIVES];

bool coll_rabred_scatters(coll_rabred_collective_t collective);   /* reduce_scatter or reduce_scatter_block */

/* The blocks of rank's result in reduce_scatter; elsewhere the rank-th of p even parts. */
coll_rabred_range_t coll_rabred_owned(const coll_rabred_problem_t *problem, int rank);

/* The blocks of the whole vector where the problem names none. */
coll_rabred_blocks_t coll_rabred_own_blocks(const coll_rabred_problem_t *problem);

/* The blocks of temporaries that the table states for the process that needs most, in place or not, which processes may not know of
   each other. */
size_t coll_rabred_stated_scratch(const coll_rabred_problem_t *problem);

/* NULL when out of memory. The algorithm must serve the collective and the number of processes. An outline has steps and
   rounds only, and marks no messages that return: all that it takes to play it. */
coll_rabred_schedule_t *coll_rabred_schedule_build(const coll_rabred_problem_t *problem);
coll_rabred_schedule_t *coll_rabred_schedule_outline(const coll_rabred_problem_t *problem);
void coll_rabred_schedule_free(coll_rabred_schedule_t *schedule);
size_t coll_rabred_schedule_bytes(const coll_rabred_schedule_t *schedule);   /* of memory */

/* All blocks that a buffer ever holds. */
coll_rabred_range_t coll_rabred_buffer_blocks(const coll_rabred_schedule_t *schedule, size_t buffer);

/* RECV_REDUCE: the buffer of the operand that arrives. Where that is not `into`, nothing reads it again. */
static inline uint32_t coll_rabred_received(const coll_rabred_step_t *step)
{
    return step->flags & COLL_RABRED_RECEIVED_LEFT ? step->left : step->right;
}

/* The pieces of the message that starts at `step`; 1 for a local step. */
static inline size_t coll_rabred_message_pieces(const coll_rabred_step_t *step)
{
    size_t pieces = 1;

    while (step[pieces - 1].flags & COLL_RABRED_MORE) {
        pieces++;
    }
    return pieces;
}

void coll_rabred_schedule_print(FILE *stream, const coll_rabred_schedule_t *schedule);
void coll_rabred_buffer_print(FILE *stream, uint32_t buffer);   /* in, out, tmp0, tmp1, ... */

#endif

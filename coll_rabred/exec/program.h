/*
 * A schedule compiled for vectors of one length, type and operator: blocks have become elements, offsets and
 * requests, messages of nothing are gone, and long messages whose receiver reduces them are cut into segments. A vector whose
 * temporaries would be too long is cut into slices, for which the schedule is compiled one after the other.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_EXEC_PROGRAM_H
#define COLL_RABRED_EXEC_PROGRAM_H

#include "data.h"
#include "../sched/layout.h"

typedef enum {
    COLL_RABRED_OP_RECV,              /* into `into` */
    COLL_RABRED_OP_RECV_NOW,          /* the same; a blocking run may wait for it at once */
    COLL_RABRED_OP_SEND,              /* of `from` */
    COLL_RABRED_OP_SEND_NOW,          /* the same; a blocking run may wait for it at once */
    COLL_RABRED_OP_WAIT,              /* for requests request .. request+count-1, where they are under way */
    COLL_RABRED_OP_REDUCE,            /* into = left op right */
    COLL_RABRED_OP_COPY,              /* into = from */
    COLL_RABRED_OP_PACK,              /* `from` as bytes into `into` */
    COLL_RABRED_OP_UNPACK,
    COLL_RABRED_OP_END
} coll_rabred_operation_t;

/* What a program reads and writes: IN and OUT of the schedule, and scratch: all its temporaries; packed messages; operands
   that arrive. */
enum { COLL_RABRED_TEMPORARIES = COLL_RABRED_TMP, COLL_RABRED_PACKED, COLL_RABRED_STAGE, COLL_RABRED_BASES };

typedef struct {
    uint32_t base;
    ptrdiff_t offset;                 /* bytes; in IN and OUT from element 0 of the vector */
} coll_rabred_place_t;

typedef struct {
    coll_rabred_operation_t verb;
    bool bytes;                       /* RECV, SEND: a packed message */
    bool alone;                       /* RECV_NOW, SEND_NOW: the next operation is a WAIT for nothing else */
    int32_t peer;                     /* rank */
    uint32_t request;                 /* RECV, SEND: its request; WAIT: the first */
    size_t count;                     /* RECV, SEND: of what travels; WAIT: requests; else elements */
    coll_rabred_place_t into;
    union { coll_rabred_place_t left, from; };
    coll_rabred_place_t right;
} coll_rabred_op_t;

/* A transfer of the round being compiled; private to exec/. */
typedef struct coll_rabred_transfer coll_rabred_transfer_t;

/* All zeros before it is compiled for the first time. */
typedef struct {
    coll_rabred_op_t *op;
    size_t ops, op_capacity;
    coll_rabred_transfer_t *transfer;
    ptrdiff_t *temporary;             /* [the schedule's buffers]: where in TEMPORARIES what stands in it first does; private to exec/ */
    size_t capacity;                  /* bytes: of the memory that holds these two */
    size_t requests;                  /* under way at once */
    size_t temporaries;               /* bytes: of all of them */
    size_t packed, staged;            /* bytes: of packed messages, and of operands that arrive, in one round */
} coll_rabred_program_t;

enum { COLL_RABRED_MOST_SEGMENTS = 4096 };

/* Bytes: of the longest message that leaves before the receives of its round are posted; of the longest ones that a blocking run
   then takes one after the other, instead of posting their receives. */
enum { COLL_RABRED_AT_ONCE = 4096, COLL_RABRED_IN_TURN = 256 };

/* Messages of more than `packet` bytes, and of `most` at most, travel in packets of `packet` bytes. All zeros: none do. */
typedef struct {
    size_t packet, most;              /* bytes */
} coll_rabred_cut_t;

enum { COLL_RABRED_CUTS = 2 };

/* What both ends of a message cut and pack by; equal on all processes. A segment is as long as `segment` says; or longer,
   for `segments`; or shorter, for `scratch`; or longer than that, for COLL_RABRED_MOST_SEGMENTS. */
typedef struct {
    size_t pack_limit;                /* bytes: messages of several pieces, of up to it in the mean, travel as one; of `scratch` at most. What has
                                         gaps is packed anyway, in segments where it is too long (compiler.h) */
    size_t segment;                   /* bytes of a segment; 0: messages are not cut */
    size_t scratch;                   /* bytes: the segments of a message that are under way at once take no more */
    size_t segments;                  /* of a message at most, longer ones for that; 0: as many as there can be */
    size_t temporaries;               /* bytes: of a slice, as the table states its scratch; 0: vectors are not cut. 256 slices at most */
    coll_rabred_cut_t cut[COLL_RABRED_CUTS];   /* of messages within a node, the first that one is of the length for; cut[0] one way only */
    coll_rabred_cut_t far_cut;        /* of messages between nodes */
    bool near, far;                   /* all processes are on one node; no two are */
    const coll_rabred_nodes_t *nodes; /* where neither; NULL: unknown, and no message is cut */
    size_t blocking;                  /* bytes: of the longest messages of which a blocking run sends several by calls that block, once receives
                                         are posted; for itself, need not be equal */
} coll_rabred_limits_t;

/* Uses what memory the program holds from before. False when out of memory. */
bool coll_rabred_compile(coll_rabred_program_t *program, const coll_rabred_schedule_t *schedule,
                         const coll_rabred_layout_t *layout, const coll_rabred_data_t *data,
                         const coll_rabred_limits_t *limits);

void coll_rabred_program_free(coll_rabred_program_t *program);

#endif

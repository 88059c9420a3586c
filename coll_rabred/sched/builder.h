/*
 * What phases are written with. A phase appends the steps of one process to the schedule under
 * construction and leaves the builder's state for the next phase. Builders carry no error checks:
 * running out of memory is sticky and asked for once, at the end.
 *
 * Convention between phases: after a reduce-scatter phase this process holds `range` of the reduced
 * vector in the buffer `value`, and `record` tells how it came to that range; spreading phases play
 * the record backwards.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_SCHED_BUILDER_H
#define COLL_RABRED_SCHED_BUILDER_H

#include "arithmetic.h"
#include "plan.h"
#include "table.h"

enum { COLL_RABRED_LEVELS = 32, COLL_RABRED_RECORDS = 4 * COLL_RABRED_LEVELS };

/* A message of the reduction: played backwards, it carries the result. `level` >= 0: not a message but
   the place of a small ring, a circulant or a direct exchange, which have ways back of their own. */
typedef struct {
    int level;
    int peer;
    bool sent;
    coll_rabred_range_t range;
    uint32_t round;
} coll_rabred_record_t;

/* What this process did at one level of the plan. */
typedef struct {
    int position;                     /* in its group before the level */
    int parent, slot;                 /* its group after the level, its group's place in that */
    bool split;                       /* the range was divided */
    coll_rabred_range_t range;        /* before the level */
    uint32_t round;                   /* the first of the level */
} coll_rabred_trail_t;

typedef enum { COLL_RABRED_LEFT, COLL_RABRED_RIGHT } coll_rabred_side_t;

struct coll_rabred_builder {
    const coll_rabred_problem_t *problem;
    coll_rabred_schedule_t *schedule;
    size_t capacity;                  /* steps allocated */
    bool failed;                      /* out of memory; sticky */

    uint32_t round;
    size_t round_start;               /* first step of this round's transfers */
    uint32_t stages;                  /* staging temporaries taken in this round */

    /* The blocks of the message or local step that comes next, as pieces in rising order. */
    size_t listed, list_capacity;
    coll_rabred_range_t *list;

    bool has_out;                     /* OUT spans the whole vector here */
    uint32_t input;                   /* IN, or OUT where the input stands in OUT */
    uint32_t value;                   /* where the partial result stands */
    uint32_t work[2];                 /* the two buffers partial results alternate between */
    coll_rabred_range_t range;        /* of the partial result that this process works on */
    /* NULL: ranges are of blocks. Else they are of places, and the blocks that rank r will own stand at
       place[r]; by_place lists all ranks in the order of their places, from[i] says which is the first at place i
       or behind (phase_permuted.c). */
    coll_rabred_blocks_t *place;
    int *by_place, *from;

    /* The group that goes on after a fold: member i is rank 2i (2i+1 for a root there) below
       `pairs`, rank i + pairs from there on; or any group: member i is rank_of[i]. me = -1: not a member. */
    int group, me, pairs;
    int *rank_of;                     /* [group]; NULL: as said above */
    int root_member;                  /* with rank_of: the member that takes the root's part */
    int lanes;                        /* groups like this one, each with a part of the vector (phase_lanes.c); else 1 */
    int base;                         /* rank of member 0, where there are no pairs */
    int stand_in;                     /* the rank that plays member 0; -1: member 0 itself */

    coll_rabred_plan_t plan;          /* how the group's members combine, level by level */
    size_t halve_above;               /* divide ranges longer than this many blocks */
    coll_rabred_trail_t trail[COLL_RABRED_LEVELS];
    int survived;                     /* levels after which this process still took part */
    coll_rabred_record_t record[COLL_RABRED_RECORDS];
    size_t records;
};

/* Adds a range of blocks, not before those listed, to the list that the next ..._list function takes. */
void coll_rabred_list_range(coll_rabred_builder_t *b, coll_rabred_range_t range);

/* Lists the blocks of a range: itself, or what stands at these places. */
void coll_rabred_list_blocks(coll_rabred_builder_t *b, coll_rabred_range_t range);

void coll_rabred_send_list(coll_rabred_builder_t *b, int peer, uint32_t from, bool reduced);
void coll_rabred_recv_list(coll_rabred_builder_t *b, int peer, uint32_t into);

/* Of messages that every process of a group receives and sends in the round. */
void coll_rabred_give_list(coll_rabred_builder_t *b, int peer, uint32_t from);
void coll_rabred_take_list(coll_rabred_builder_t *b, int peer, coll_rabred_side_t side, bool alternate);

/* Steps. Empty ranges vanish; both ends of a message name the same range. */
void coll_rabred_send(coll_rabred_builder_t *b, int peer, uint32_t from, coll_rabred_range_t range, bool reduced);
void coll_rabred_recv(coll_rabred_builder_t *b, int peer, uint32_t into, coll_rabred_range_t range);
void coll_rabred_reduce(coll_rabred_builder_t *b, uint32_t into, uint32_t left, uint32_t right,
                        coll_rabred_range_t range);
void coll_rabred_copy(coll_rabred_builder_t *b, uint32_t into, uint32_t from, coll_rabred_range_t range);

/*
 * Receives `range` from `peer` as the operand on `side` of the partial result, which moves to the
 * other work buffer where the two-buffer form (right = left op right) asks for it. `alternate`: the
 * range is also being sent in this round, and the peer computes the same value; then both take the
 * three-buffer form into the other work buffer. (The two forms may differ in the sign of a zero or the
 * payload of a NaN, so all processes that compute one value must use the same.)
 */
void coll_rabred_recv_reduce(coll_rabred_builder_t *b, int peer, coll_rabred_range_t range,
                             coll_rabred_side_t side, bool alternate);

/*
 * The exchange of a reduction: receives `kept` as above, while the partial result of `given` goes to
 * `peer`, which reduces it. The two ranges are disjoint or, in an unsplit exchange, the same.
 */
void coll_rabred_exchange(coll_rabred_builder_t *b, int peer, coll_rabred_range_t kept,
                          coll_rabred_range_t given, coll_rabred_side_t side);

/* The same for piece number `piece`, from 0, of a message of several. */
void coll_rabred_send_piece(coll_rabred_builder_t *b, int piece, int peer, uint32_t from, coll_rabred_range_t range,
                            bool reduced);
void coll_rabred_recv_piece(coll_rabred_builder_t *b, int piece, int peer, uint32_t into, coll_rabred_range_t range);

/* The next transfers belong to this round, not before the present one. */
void coll_rabred_go_to_round(coll_rabred_builder_t *b, uint32_t round);

/* Ends the round: all its transfers must be complete before the next step. */
void coll_rabred_end_round(coll_rabred_builder_t *b);

/*
 * Makes the partial result of `range` stand in OUT, where OUT exists: by exchanging the names of the
 * work buffers in all steps so far, or, where OUT held the input, by a copy.
 */
void coll_rabred_settle(coll_rabred_builder_t *b);

/* Marks, in a schedule that is complete, the messages that return a result to where its last operand came from (returns.c). */
void coll_rabred_mark_returns(coll_rabred_schedule_t *schedule);

/* Sets the windows of a schedule that has all else (windows.c); false when out of memory. */
bool coll_rabred_find_windows(coll_rabred_schedule_t *schedule);

/* Calls visit for each buffer that a step names (schedule.c). */
void coll_rabred_visit_buffers(const coll_rabred_step_t *step, void (*visit)(void *, uint32_t, coll_rabred_range_t),
                               void *context);

/* The rank of member i of the group. */
int coll_rabred_member(const coll_rabred_builder_t *b, int i);

/* The member that a rank is; -1: none, it left in a fold or is of a smaller block. */
int coll_rabred_member_of(const coll_rabred_builder_t *b, int rank);

/* The member that takes the root's part, where there is a root. */
int coll_rabred_root_member(const coll_rabred_builder_t *b);

/* The whole vector. */
coll_rabred_range_t coll_rabred_whole(const coll_rabred_builder_t *b);

#endif

/*
 * One process of a played call: its memory, and what single steps do to it. Each function that returns
 * false has reported the rule that was broken.
 */
#ifndef TEST_SCHED_PROCESS_H
#define TEST_SCHED_PROCESS_H

#include "player.h"

/* A place of a block: which stands there, its value, and which transfer of which round last claimed it. */
typedef struct {
    value_t value;
    coll_rabred_blocks_t block;
    uint32_t read_round, written_round;
    uint32_t written_by;
} cell_t;

typedef struct {
    const coll_rabred_schedule_t *schedule;
    coll_rabred_range_t *there;  /* [buffers]: the blocks that a buffer has here */
    cell_t **cells;              /* [buffers]: the first of them; in place OUT is IN */
    size_t next;                 /* first step not yet begun */
    size_t open, end;            /* transfers of the round under way: open..end-1 */
    size_t outstanding;          /* of these, messages not matched */
    bool *matched;               /* [steps] */
    uint32_t (*posted)[2];       /* [processes]: the step that began the last message from there, and to there */
    uint32_t round;              /* rounds begun */
    size_t clock, round_clock;   /* chain of messages up to the round's start, to its end */
    coll_rabred_cost_t cost;
    played_t *report;
} process_t;

/* Notes the first broken rule, with the rank and the step; returns false. */
bool fail(const process_t *p, size_t step, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Sets up processes 0..count-1 with their memory, which is good until the next call. In memory.c. */
void prepare(process_t *processes, coll_rabred_schedule_t *const *schedule, int count, played_t *played);

/* The cell of a block. NULL if there is no such memory. */
cell_t *cell(const process_t *p, uint32_t buffer, coll_rabred_blocks_t block);

/* Step i writes or reads one block. */
bool store(process_t *p, size_t i, uint32_t buffer, coll_rabred_blocks_t block, value_t value);
bool load(process_t *p, size_t i, uint32_t buffer, coll_rabred_blocks_t block, value_t *value);

/* The effect of step i: the reduction of a REDUCE or RECV_REDUCE, or a COPY. */
bool apply_reduce(process_t *p, size_t i);
bool apply_copy(process_t *p, size_t i);

/* Checks that nothing one transfer of the open round writes is touched by another. */
bool claim_transfers(process_t *p);

#endif

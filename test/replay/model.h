/*
 * The memory of all ranks of a call, and the call's steps played on it round by round. A message has the
 * same round at both ends, so that no ring of waiting ranks can close: a rank waits for ever exactly if the
 * other end of one of its messages is not in that round. A round is therefore played for all ranks at once:
 * first the messages, then what is local.
 */
#ifndef REPLAY_MODEL_H
#define REPLAY_MODEL_H

#include "call.h"

/* How far a rank has come: order[next .. locals - 1] are its transfers of this round, order[locals .. end - 1]
 * its local steps, order[end .. last - 1] what is to come. */
typedef struct {
    size_t next, locals, end, last;
    size_t cells; /* its first cell: buffer by buffer, block by block */
} lane_t;

typedef struct {
    call_t *call;
    lane_t *lane;     /* of each rank */
    size_t *order;    /* numbers of steps, rank by rank */
    uint32_t *value;  /* of each cell: a node, 0 while it is undefined */
    uint32_t *writer; /* of each cell: the stamp of its last writer */
    uint32_t *sent;   /* from each rank to each: the step that sends in this round and is not received yet, plus 1 */
    uint32_t *heard;  /* from each rank: the stamp of its last receiver */
    uint32_t stamp;   /* the last one given */
    size_t lane_room, order_room, value_room, writer_room, sent_room, heard_room;
} model_t;

/* A block of an operand: the step whose operand it is, the piece, and how much of the piece is behind it. */
typedef struct {
    const step_t *step;
    const piece_t *piece;
    size_t done;
} cursor_t;

/* Plays all rounds. */
bool model_play(model_t *model, call_t *call);

/* What a block of out holds, 0 if it is undefined. */
uint32_t model_result(const model_t *model, int rank, size_t block);
void model_free(model_t *model);

/* Makes the model ready for the call's first round. */
bool model_lay_out(model_t *model, call_t *call);

/* Walk over the blocks of an operand. */
cursor_t model_begin(const model_t *model, const step_t *step, operand_t operand);
void model_advance(cursor_t *cursor);
bool model_is_behind(const model_t *model, cursor_t cursor, operand_t operand);

/* The cell that stands for the block's memory: out's where out lies over in. */
size_t model_memory_at(const model_t *model, cursor_t at);

/* Lets a receive, with the send that it receives, or a local step take effect. */
bool model_take_effect(model_t *model, const step_t *step, const step_t *send);

/* The format takes the block's name. */
bool model_fail(model_t *model, const char *format, cursor_t at);

#endif

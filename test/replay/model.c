/* The memory of all ranks and what a step makes of it; see model.h. */
#include "model.h"
#include "nodes.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 1 << 28 };

bool model_fail(model_t *model, const char *format, cursor_t at)
{
    return call_fail_at(model->call, at.step->rank, at.step->round, format,
                        call_block_name(at.piece->buffer, at.piece->first + at.done));
}

cursor_t model_begin(const model_t *model, const step_t *step, operand_t operand)
{
    cursor_t cursor = {step, &model->call->pieces[step->operand[operand].first], 0};

    return cursor;
}

void model_advance(cursor_t *cursor)
{
    if (++cursor->done == cursor->piece->count) {
        cursor->piece++;
        cursor->done = 0;
    }
}

bool model_is_behind(const model_t *model, cursor_t cursor, operand_t operand)
{
    list_t list = cursor.step->operand[operand];

    return cursor.piece == &model->call->pieces[list.first + list.count];
}

static size_t cell_of(const model_t *model, int rank, size_t buffer, size_t block)
{
    return model->lane[rank].cells + buffer * model->call->blocks + block;
}

static size_t cell_at(const model_t *model, cursor_t at)
{
    return cell_of(model, at.step->rank, at.piece->buffer, at.piece->first + at.done);
}

/* The cell that stands for the block's memory: out's where out lies over in. */
size_t model_memory_at(const model_t *model, cursor_t at)
{
    const process_t *process = &model->call->process[at.step->rank];
    size_t block = at.piece->first + at.done;

    if (IN == at.piece->buffer && model->call->in_place && block < process->own_end - process->own_first) {
        return cell_of(model, at.step->rank, OUT, process->own_first + block);
    }
    return cell_at(model, at);
}

static bool read_block(model_t *model, cursor_t at, uint32_t *value)
{
    *value = model->value[cell_at(model, at)];
    if (model->writer[model_memory_at(model, at)] == model->stamp) {
        return model_fail(model, "reads %s, which the same step has written", at);
    }
    if (0 == *value) {
        bool gone = IN == at.piece->buffer;
        return model_fail(model, gone ? "reads %s, which is overwritten" : "reads %s, which is undefined", at);
    }
    return true;
}

static bool write_block(model_t *model, cursor_t at, uint32_t value)
{
    size_t cell = cell_at(model, at), block = at.piece->first + at.done;

    if (model->writer[cell] == model->stamp) {
        return model_fail(model, "writes %s twice in one step", at);
    }
    model->writer[cell] = model->stamp;
    model->value[cell] = value;
    if (OUT == at.piece->buffer && model->call->in_place) {
        size_t under = block - model->call->process[at.step->rank].own_first;
        model->value[cell_of(model, at.step->rank, IN, under)] = 0;
    }
    return true;
}

/* Lets a receive, with the send that it receives, or a local step take effect. */
bool model_take_effect(model_t *model, const step_t *step, const step_t *send)
{
    bool combines = RECV_REDUCE == step->verb || LOCAL_REDUCE == step->verb;
    cursor_t into = model_begin(model, step, INTO);
    cursor_t left = NULL != send ? model_begin(model, send, FROM) : model_begin(model, step, combines ? LEFT : FROM);
    cursor_t right = !combines ? left : model_begin(model, step, NULL != send ? LOCAL : RIGHT);

    if (RECV_REDUCE == step->verb && !step->received_left) {
        cursor_t received = left;
        left = right;
        right = received;
    }
    model->stamp++;
    while (!model_is_behind(model, into, INTO)) {
        uint32_t value, other;
        if (!read_block(model, left, &value) || !read_block(model, right, &other)
            || !write_block(model, into, combines ? nodes_combine(value, other) : value)) {
            return false;
        }
        model_advance(&into);
        model_advance(&left);
        model_advance(&right);
    }
    return true;
}

/* The cells of each rank, and how many there are; false if that is too many. */
static bool deal_cells(model_t *model, size_t *cells)
{
    call_t *call = model->call;

    model->lane = call_reserve(model->lane, (size_t) call->processes, &model->lane_room, sizeof(model->lane[0]));
    *cells = 0;
    for (int rank = 0; rank < call->processes; rank++) {
        model->lane[rank].cells = *cells;
        *cells += call->process[rank].buffers * call->blocks;
        if (*cells > MOST_CELLS) {
            return call_fail(call, "rank %d: more memory than this program can play", rank);
        }
    }
    return true;
}

/* in holds the ranks' contributions; so does out where it lies over the same blocks. */
static void fill_memory(model_t *model)
{
    const call_t *call = model->call;

    for (int rank = 0; rank < call->processes; rank++) {
        const process_t *process = &call->process[rank];
        for (size_t block = 0; block < call->blocks; block++) {
            model->value[cell_of(model, rank, IN, block)] = nodes_leaf(rank);
            if (call->in_place && 0 == process->own_first && block < process->own_end) {
                model->value[cell_of(model, rank, OUT, block)] = nodes_leaf(rank);
            }
        }
    }
}

/* The steps rank by rank. */
static void sort_steps(model_t *model)
{
    const call_t *call = model->call;
    size_t first = 0;

    model->order = call_reserve(model->order, call->steps_used, &model->order_room, sizeof(model->order[0]));
    for (int rank = 0; rank < call->processes; rank++) {
        lane_t *lane = &model->lane[rank];
        lane->next = lane->locals = lane->end = lane->last = first;
        first += call->process[rank].steps;
    }
    for (size_t i = 0; i < call->steps_used; i++) {
        model->order[model->lane[call->steps[i].rank].last++] = i;
    }
}

bool model_lay_out(model_t *model, call_t *call)
{
    size_t cells, processes = (size_t) call->processes;

    model->call = call;
    model->stamp = 0;
    if (!deal_cells(model, &cells)) {
        return false;
    }
    model->value = call_reserve(model->value, cells, &model->value_room, sizeof(model->value[0]));
    model->writer = call_reserve(model->writer, cells, &model->writer_room, sizeof(model->writer[0]));
    model->sent = call_reserve(model->sent, processes * processes, &model->sent_room, sizeof(model->sent[0]));
    model->heard = call_reserve(model->heard, processes, &model->heard_room, sizeof(model->heard[0]));
    memset(model->value, 0, cells * sizeof(model->value[0]));
    memset(model->writer, 0, cells * sizeof(model->writer[0]));
    memset(model->sent, 0, processes * processes * sizeof(model->sent[0]));
    memset(model->heard, 0, processes * sizeof(model->heard[0]));
    nodes_reset(call->processes);
    fill_memory(model);
    sort_steps(model);
    return true;
}

uint32_t model_result(const model_t *model, int rank, size_t block)
{
    return model->value[cell_of(model, rank, OUT, block)];
}

void model_free(model_t *model)
{
    free(model->lane);
    free(model->order);
    free(model->value);
    free(model->writer);
    free(model->sent);
    free(model->heard);
}

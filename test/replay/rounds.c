/* The rounds of a call; see model.h. */
#include "model.h"

static const step_t *step_at(const model_t *model, size_t place)
{
    return &model->call->steps[model->order[place]];
}

/* Nothing that one transfer writes may be read or written by another. */
static bool check_conflicts(model_t *model, const lane_t *lane)
{
    uint32_t before = model->stamp;

    for (size_t i = lane->next; i < lane->locals; i++) {
        const step_t *step = step_at(model, i);
        model->stamp++;
        for (cursor_t at = model_begin(model, step, INTO); !model_is_behind(model, at, INTO); model_advance(&at)) {
            uint32_t *writer = &model->writer[model_memory_at(model, at)];
            if (*writer > before) {
                return model_fail(model, "transfers write %s twice", at);
            }
            *writer = model->stamp;
        }
    }
    for (size_t i = lane->next; i < lane->locals; i++) {
        const step_t *step = step_at(model, i);
        operand_t read = SEND == step->verb ? FROM : LOCAL;
        for (cursor_t at = model_begin(model, step, read); !model_is_behind(model, at, read); model_advance(&at)) {
            uint32_t writer = model->writer[model_memory_at(model, at)];
            if (writer > before && writer != before + 1 + (uint32_t) (i - lane->next)) {
                return model_fail(model, "one transfer reads and another writes %s", at);
            }
        }
    }
    return true;
}

static uint32_t *message(const model_t *model, int from, int to)
{
    return &model->sent[(size_t) from * (size_t) model->call->processes + (size_t) to];
}

/* Notes what the rank sends and from whom it receives. */
static bool post(model_t *model, const lane_t *lane)
{
    uint32_t before = model->stamp++;

    for (size_t i = lane->next; i < lane->locals; i++) {
        const step_t *step = step_at(model, i);
        uint32_t *last = SEND == step->verb ? message(model, step->rank, step->peer) : &model->heard[step->peer];
        if (SEND == step->verb ? 0 != *last : *last > before) {
            return call_fail_at(model->call, step->rank, step->round, "two messages %s rank %d",
                                SEND == step->verb ? "to" : "from", step->peer);
        }
        *last = SEND == step->verb ? (uint32_t) model->order[i] + 1 : model->stamp;
    }
    return check_conflicts(model, lane);
}

static bool same_pieces(const call_t *call, list_t one, list_t other)
{
    bool same = one.count == other.count;

    for (size_t i = 0; same && i < one.count; i++) {
        const piece_t *a = &call->pieces[one.first + i], *b = &call->pieces[other.first + i];
        same = a->first == b->first && a->count == b->count;
    }
    return same;
}

static bool receive(model_t *model, const lane_t *lane)
{
    for (size_t i = lane->next; i < lane->locals; i++) {
        const step_t *step = step_at(model, i);
        if (SEND == step->verb) {
            continue;
        }
        uint32_t *sent = message(model, step->peer, step->rank);
        if (0 == *sent) {
            return call_fail_at(model->call, step->rank, step->round,
                                "waits for ever for a message that rank %d does not send", step->peer);
        }
        const step_t *send = &model->call->steps[*sent - 1];
        *sent = 0;
        if (!same_pieces(model->call, send->operand[FROM], step->operand[INTO])) {
            return call_fail_at(model->call, step->rank, step->round,
                                "the message from rank %d is cut into other pieces at its other end", step->peer);
        }
        if (!model_take_effect(model, step, send)) {
            return false;
        }
    }
    return true;
}

static bool all_received(model_t *model, const lane_t *lane)
{
    for (size_t i = lane->next; i < lane->locals; i++) {
        const step_t *step = step_at(model, i);
        if (SEND == step->verb && 0 != *message(model, step->rank, step->peer)) {
            return call_fail_at(model->call, step->rank, step->round,
                                "waits for ever with a message that rank %d does not receive", step->peer);
        }
    }
    return true;
}

static bool play_local_steps(model_t *model, const lane_t *lane)
{
    bool good = true;

    for (size_t i = lane->locals; good && i < lane->end; i++) {
        good = model_take_effect(model, step_at(model, i), NULL);
    }
    return good;
}

/* Steps on to the next round in which any rank has a step. */
static bool next_round(model_t *model)
{
    size_t round = SIZE_MAX;

    for (int rank = 0; rank < model->call->processes; rank++) {
        lane_t *lane = &model->lane[rank];
        if (lane->end < lane->last && step_at(model, lane->end)->round < round) {
            round = step_at(model, lane->end)->round;
        }
    }
    for (int rank = 0; rank < model->call->processes; rank++) {
        lane_t *lane = &model->lane[rank];
        lane->next = lane->locals = lane->end;
        while (lane->end < lane->last && step_at(model, lane->end)->round == round) {
            if (step_at(model, lane->end++)->verb < LOCAL_REDUCE) {
                lane->locals = lane->end;
            }
        }
    }
    return SIZE_MAX != round;
}

bool model_play(model_t *model, call_t *call)
{
    static bool (*const parts[])(model_t *model, const lane_t *lane) = {post, receive, all_received, play_local_steps};
    bool good = model_lay_out(model, call);

    while (good && next_round(model)) {
        for (size_t part = 0; part < sizeof(parts) / sizeof(parts[0]); part++) {
            for (int rank = 0; good && rank < call->processes; rank++) {
                good = parts[part](model, &model->lane[rank]);
            }
        }
    }
    return good;
}

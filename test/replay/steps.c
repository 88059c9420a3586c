/* The lines of steps, checked as far as that needs no playing; see call.h. */
#include "call.h"

#include <stdio.h>
#include <string.h>

/* The operands stand first, in the order of operand_t. */
enum { KEY_RECEIVED = OPERANDS, KEY_PEER, KEY_RANK, KEY_ROUND, KEY_OP, KEYS };

static const char *const keys[KEYS] = {
    "into", "from", "local", "left", "right", "received", "peer", "rank", "round", "op"
};
static const char *const verbs[VERBS] = {"send", "recv", "recv_reduce", "reduce", "copy"};

/* The keys that a verb has beside rank, round and op. */
static const unsigned verb_keys[VERBS] = {
    [SEND] = 1u << KEY_PEER | 1u << FROM,
    [RECV] = 1u << KEY_PEER | 1u << INTO,
    [RECV_REDUCE] = 1u << KEY_PEER | 1u << INTO | 1u << LOCAL | 1u << KEY_RECEIVED,
    [LOCAL_REDUCE] = 1u << INTO | 1u << LEFT | 1u << RIGHT,
    [COPY] = 1u << INTO | 1u << FROM
};

const char *call_block_name(size_t buffer, size_t block)
{
    static char name[64];

    if (buffer < TMP) {
        snprintf(name, sizeof(name), "%s block %zu", IN == buffer ? "in" : "out", block);
    } else {
        snprintf(name, sizeof(name), "tmp%zu block %zu", buffer - TMP, block);
    }
    return name;
}

/* Whether the rank may touch all blocks of the piece. */
static bool piece_exists(const call_t *call, int rank, const piece_t *piece)
{
    const process_t *process = &call->process[rank];

    return OUT != piece->buffer
        || (piece->first >= process->own_first && piece->first + piece->count <= process->own_end);
}

static size_t read_buffer(json_t *json)
{
    json_word_t word = json_word(json);
    static const char *const fixed[TMP] = {"in", "out"};
    size_t buffer = json_find(word, fixed, TMP);

    if (buffer < TMP || NULL != json->wrong) {
        return buffer;
    }
    size_t index = 0;
    bool digits = word.length > 3 && word.length < 8 && 0 == strncmp(word.text, "tmp", 3)
        && ('0' != word.text[3] || 4 == word.length);
    for (size_t i = 3; digits && i < word.length; i++) {
        digits = word.text[i] >= '0' && word.text[i] <= '9';
        index = 10 * index + (size_t) (word.text[i] - '0');
    }
    if (!digits || index >= MOST_BUFFERS) {
        json_fail(json, "an unknown buffer");
    }
    return TMP + index;
}

static list_t read_list(json_t *json, call_t *call)
{
    list_t list = {call->pieces_used, 0};

    json_take(json, '[');
    for (bool first = true; json_more(json, ']', &first); list.count++) {
        call->pieces = call_reserve(call->pieces, call->pieces_used + 1, &call->pieces_room, sizeof(call->pieces[0]));
        piece_t *piece = &call->pieces[call->pieces_used++];
        json_take(json, '[');
        piece->buffer = read_buffer(json);
        json_take(json, ',');
        piece->first = json_number(json);
        json_take(json, ',');
        piece->count = json_number(json);
        json_take(json, ']');
        if (0 == piece->count) {
            json_fail(json, "an empty piece");
        } else if (piece->first + piece->count > call->blocks) {
            json_fail(json, "a piece beyond the last block");
        }
    }
    if (0 == list.count) {
        json_fail(json, "an empty list");
    }
    return list;
}

static void read_value(json_t *json, call_t *call, step_t *step, size_t key)
{
    static const char *const sides[2] = {"left", "right"};
    size_t side;

    switch (key) {
    case KEY_RANK: step->rank = (int) json_number(json); break;
    case KEY_ROUND: step->round = json_number(json); break;
    case KEY_PEER: step->peer = (int) json_number(json); break;
    case KEY_OP:
        step->verb = (verb_t) json_find(json_word(json), verbs, VERBS);
        if (VERBS == step->verb) {
            json_fail(json, "an unknown op");
        }
        break;
    case KEY_RECEIVED:
        side = json_find(json_word(json), sides, 2);
        step->received_left = 0 == side;
        if (2 == side) {
            json_fail(json, "received is neither left nor right");
        }
        break;
    default: step->operand[key] = read_list(json, call);
    }
}

/* Whether two operands name the same blocks in the same order, however cut into pieces. */
static bool same_blocks(const call_t *call, list_t one, list_t other)
{
    const piece_t *a = &call->pieces[one.first], *a_end = a + one.count;
    const piece_t *b = &call->pieces[other.first], *b_end = b + other.count;
    size_t a_done = 0, b_done = 0;

    while (a < a_end && b < b_end && a->first + a_done == b->first + b_done) {
        size_t rest_a = a->count - a_done, rest_b = b->count - b_done, taken = rest_a < rest_b ? rest_a : rest_b;
        a_done += taken;
        b_done += taken;
        if (a_done == a->count) {
            a++;
            a_done = 0;
        }
        if (b_done == b->count) {
            b++;
            b_done = 0;
        }
    }
    return a == a_end && b == b_end;
}

static bool check_operands(call_t *call, const step_t *step)
{
    process_t *process = &call->process[step->rank];

    for (size_t operand = 0; operand < OPERANDS; operand++) {
        list_t list = step->operand[operand];
        for (size_t i = list.first; i < list.first + list.count; i++) {
            const piece_t *piece = &call->pieces[i];
            if (INTO == operand && IN == piece->buffer) {
                return call_fail_at(call, step->rank, step->round, "writes in");
            }
            if (!piece_exists(call, step->rank, piece)) {
                return call_fail_at(call, step->rank, step->round, "has no memory for %s",
                                    call_block_name(piece->buffer, piece->first));
            }
            process->buffers = piece->buffer < process->buffers ? process->buffers : piece->buffer + 1;
        }
        if (INTO != operand && 0 != list.count && 0 != step->operand[INTO].count
            && !same_blocks(call, list, step->operand[INTO])) {
            return call_fail_at(call, step->rank, step->round, "into and %s name different blocks", keys[operand]);
        }
    }
    return true;
}

static bool check_step(call_t *call, const step_t *step)
{
    bool local = step->verb >= LOCAL_REDUCE;
    process_t *process = &call->process[step->rank];

    if (!local && (step->peer >= call->processes || step->peer == step->rank)) {
        return call_fail_at(call, step->rank, step->round, "%s is no peer",
                            step->peer == step->rank ? "the rank itself" : "a rank that is not below np");
    }
    if (process->steps > 0 && step->round < process->round) {
        return call_fail_at(call, step->rank, step->round, "stands after a step of round %zu", process->round);
    }
    if (process->steps > 0 && step->round == process->round && process->local && !local) {
        return call_fail_at(call, step->rank, step->round, "a transfer stands after a local step");
    }
    process->steps++;
    process->round = step->round;
    process->local = local;
    return check_operands(call, step);
}

bool call_read_step(call_t *call, size_t number, const char *line, size_t length)
{
    const unsigned always = 1u << KEY_RANK | 1u << KEY_ROUND | 1u << KEY_OP;
    json_t json = json_start(line, length);
    step_t step = {.peer = -1};
    unsigned seen = 0;

    json_take(&json, '{');
    for (bool first = true; json_more(&json, '}', &first);) {
        size_t key = json_find(json_key(&json), keys, KEYS);
        if (KEYS == key || 0 != (seen & 1u << key)) {
            json_fail(&json, KEYS == key ? "an unknown key" : "a key given twice");
            break;
        }
        seen |= 1u << key;
        read_value(&json, call, &step, key);
    }
    json_finish(&json);
    if (NULL == json.wrong && (0 == (seen & 1u << KEY_OP) || seen != (always | verb_keys[step.verb]))) {
        json.wrong = "not the keys that its op has";
    } else if (NULL == json.wrong && step.rank >= call->processes) {
        json.wrong = "rank is not below np";
    }
    if (NULL != json.wrong) {
        return call_fail(call, "line %zu, rank %d, round %zu: %s", number, step.rank, step.round, json.wrong);
    }
    call->steps = call_reserve(call->steps, call->steps_used + 1, &call->steps_room, sizeof(call->steps[0]));
    call->steps[call->steps_used++] = step;
    return check_step(call, &step);
}

/* The header line of a call, and what a call keeps; see call.h. */
#include "call.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_COLLECTIVE, KEY_ALGORITHM, KEY_NP, KEY_ROOT, KEY_BLOCKS, KEY_COUNTS, KEY_NODE_MAP, KEY_RADIX, KEY_IN_PLACE, KEY_PROMISES, KEYS
};

static const char *const keys[KEYS] = {
    "collective", "algorithm", "np", "root", "blocks", "counts", "node_map", "radix", "in_place", "promises"
};
static const char *const collectives[COLLECTIVES] = {"allreduce", "reduce", "reduce_scatter", "reduce_scatter_block"};
static const char *const promises[PROMISES] = {
    "same", "ordered", "one-bracketing", "canonical", "exact-only", "commutative-only"
};

void *call_reserve(void *array, size_t needed, size_t *room, size_t element)
{
    if (needed <= *room && NULL != array) {
        return array;
    }
    *room = needed < 32 ? 64 : 2 * needed;
    array = realloc(array, *room * element);
    if (NULL == array) {
        fprintf(stderr, "replay: out of memory\n");
        exit(2);
    }
    return array;
}

bool call_fail(call_t *call, const char *format, ...)
{
    if (0 == call->reason[0]) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(call->reason, sizeof(call->reason), format, arguments);
        va_end(arguments);
    }
    return false;
}

bool call_fail_at(call_t *call, int rank, size_t round, const char *format, ...)
{
    char what[200];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(what, sizeof(what), format, arguments);
    va_end(arguments);
    return call_fail(call, "rank %d, round %zu: %s", rank, round, what);
}

bool call_is_header(const char *line, size_t length)
{
    json_t json = json_start(line, length);

    json_take(&json, '{');
    json_word_t key = json_key(&json);
    return NULL == json.wrong && KEY_COLLECTIVE == json_find(key, keys, 1);
}

static void copy_word(json_t *json, char *into, size_t room)
{
    json_word_t word = json_word(json);

    if (word.length >= room) {
        json_fail(json, "a name that is too long");
        return;
    }
    memcpy(into, word.text, word.length);
    into[word.length] = 0;
}

static void read_promises(json_t *json, call_t *call)
{
    json_take(json, '[');
    for (bool first = true; json_more(json, ']', &first);) {
        size_t promise = json_find(json_word(json), promises, PROMISES);
        if (PROMISES == promise) {
            json_fail(json, "an unknown promise");
        } else if (call->promises[promise]) {
            json_fail(json, "a promise given twice");
        } else {
            call->promises[promise] = true;
        }
    }
}

static void read_counts(json_t *json, call_t *call)
{
    json_take(json, '[');
    for (bool first = true; json_more(json, ']', &first);) {
        call->counts = call_reserve(call->counts, call->counts_used + 1, &call->counts_room, sizeof(call->counts[0]));
        call->counts[call->counts_used++] = json_number(json);
    }
}

/* All that matters of it is whether it is the same as another one. */
static void read_node_map(json_t *json, call_t *call)
{
    json_take(json, '[');
    for (bool first = true; json_more(json, ']', &first);) {
        call->node_map = (call->node_map + json_number(json) + 1) * UINT64_C(0x9E3779B97F4A7C15);
    }
}

static void read_value(json_t *json, call_t *call, size_t key)
{
    switch (key) {
    case KEY_COLLECTIVE: copy_word(json, call->collective_name, sizeof(call->collective_name)); break;
    case KEY_ALGORITHM: copy_word(json, call->algorithm, sizeof(call->algorithm)); break;
    case KEY_NP: call->processes = (int) json_number(json); break;
    case KEY_ROOT: call->root = (int) json_number(json); break;
    case KEY_BLOCKS: call->blocks = json_number(json); break;
    case KEY_COUNTS: read_counts(json, call); break;
    case KEY_NODE_MAP: read_node_map(json, call); break;
    case KEY_IN_PLACE: call->in_place = json_truth(json); break;
    case KEY_RADIX: call->radix = json_number(json); break;
    case KEY_PROMISES: read_promises(json, call); break;
    default: json_skip(json);
    }
}

/* Which blocks of out each rank has. */
static bool deal_blocks(call_t *call)
{
    bool scatters = REDUCE_SCATTER == call->collective || REDUCE_SCATTER_BLOCK == call->collective;
    size_t first = 0;

    if (scatters && call->counts_used != (size_t) call->processes) {
        return call_fail(call, "header: %zu counts for %d processes", call->counts_used, call->processes);
    }
    for (int rank = 0; rank < call->processes; rank++) {
        process_t *process = &call->process[rank];
        *process = (process_t){.buffers = TMP};
        if (scatters) {
            process->own_first = first;
            process->own_end = first += call->counts[rank];
        } else if (ALLREDUCE == call->collective || rank == call->root) {
            process->own_end = call->blocks;
        }
        if (REDUCE_SCATTER_BLOCK == call->collective && call->counts[rank] != call->counts[0]) {
            return call_fail(call, "header: the counts of reduce_scatter_block differ");
        }
    }
    if (scatters && first != call->blocks) {
        return call_fail(call, "header: the counts make %zu blocks, not %zu", first, call->blocks);
    }
    return true;
}

static bool check_header(call_t *call, const bool *seen)
{
    json_word_t name = {call->collective_name, strlen(call->collective_name)};

    for (size_t key = 0; key < KEYS; key++) {
        bool optional = KEY_COUNTS == key || KEY_NODE_MAP == key || KEY_RADIX == key
                        || (KEY_ROOT == key && 0 != strcmp(call->collective_name, "reduce"));
        if (!seen[key] && !optional) {
            return call_fail(call, "header: no %s", keys[key]);
        }
    }
    call->collective = (collective_t) json_find(name, collectives, COLLECTIVES);
    if (COLLECTIVES == call->collective) {
        return call_fail(call, "header: an unknown collective");
    }
    if (call->processes < 1 || call->processes > MOST_PROCESSES) {
        return call_fail(call, "header: np is not between 1 and %d", MOST_PROCESSES);
    }
    if (call->root >= call->processes) {
        return call_fail(call, "header: root is not below np");
    }
    if (call->promises[ORDERED] && call->promises[COMMUTATIVE_ONLY]) {
        return call_fail(call, "header: promises both ordered and commutative-only");
    }
    call->process = call_reserve(call->process, (size_t) call->processes, &call->process_room,
                                 sizeof(call->process[0]));
    return deal_blocks(call);
}

bool call_read_header(call_t *call, size_t number, const char *line, size_t length)
{
    json_t json = json_start(line, length);
    bool seen[KEYS] = {false};

    call->line = number;
    strcpy(call->collective_name, "unknown");
    strcpy(call->algorithm, "unknown");
    call->processes = call->root = 0;
    call->radix = 0;
    memset(call->promises, 0, sizeof(call->promises));
    call->counts_used = call->steps_used = call->pieces_used = 0;
    call->node_map = 0;
    call->reason[0] = 0;
    json_take(&json, '{');
    for (bool first = true; json_more(&json, '}', &first);) {
        size_t key = json_find(json_key(&json), keys, KEYS);
        if (key < KEYS && seen[key]) {
            json_fail(&json, "a key given twice");
        } else if (key < KEYS) {
            seen[key] = true;
        }
        read_value(&json, call, key);
    }
    json_finish(&json);
    if (NULL != json.wrong) {
        return call_fail(call, "header in line %zu: %s", number, json.wrong);
    }
    return check_header(call, seen);
}

void call_free(call_t *call)
{
    free(call->counts);
    free(call->process);
    free(call->steps);
    free(call->pieces);
}

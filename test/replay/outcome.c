/* Results and promises; see outcome.h. */
#include "outcome.h"
#include "nodes.h"

#include <stdlib.h>
#include <string.h>

/* A bracketing that an earlier call has shown. */
typedef struct {
    collective_t collective;
    int processes;
    size_t radix;
    uint64_t node_map;
    char *algorithm;
    uint32_t *postfix;
    size_t line;
} bracketing_t;

static bracketing_t *bracketings;
static size_t used, room;

static uint32_t postfix[2 * MOST_PROCESSES];

static bool check_contributions(call_t *call, int rank, size_t block, uint32_t result)
{
    static bool seen[MOST_PROCESSES + 1];
    size_t leaves = nodes_leaves(result);
    uint32_t next = 1;

    if (leaves != (size_t) call->processes) {
        return call_fail(call, "rank %d, at the end: out block %zu holds %zu contributions", rank, block, leaves);
    }
    memset(seen, 0, sizeof(seen));
    size_t length = nodes_postfix(result, postfix);
    for (size_t i = 0; i < length; i++) {
        uint32_t leaf = postfix[i];
        if (0 == leaf) {
            continue;
        }
        if (seen[leaf]) {
            return call_fail(call, "rank %d, at the end: out block %zu holds what rank %u contributes twice", rank,
                             block, (unsigned) leaf - 1);
        }
        if (call->promises[ORDERED] && leaf != next++) {
            return call_fail(call, "rank %d, at the end: out block %zu is not in the order of ranks", rank, block);
        }
        seen[leaf] = true;
    }
    return true;
}

/* What the block's result is compared with, one promise after the other. */
static bool check_promises(const model_t *model, int rank, size_t block, uint32_t first, uint32_t canonical)
{
    call_t *call = model->call;
    uint32_t result = model_result(model, rank, block);

    if (call->promises[SAME] && !call->promises[EXACT_ONLY] && ALLREDUCE == call->collective
        && result != model_result(model, 0, block)) {
        return call_fail(call, "rank %d, at the end: out block %zu is not the same as at rank 0", rank, block);
    }
    if (call->promises[ONE_BRACKETING] && result != first) {
        return call_fail(call, "rank %d, at the end: out block %zu has a bracketing of its own", rank, block);
    }
    if (call->promises[CANONICAL] && result != canonical) {
        return call_fail(call, "rank %d, at the end: out block %zu is not canonical", rank, block);
    }
    return true;
}

bool outcome_check(model_t *model)
{
    call_t *call = model->call;
    uint32_t first = 0, last = 0, canonical = nodes_canonical();

    for (int rank = 0; rank < call->processes; rank++) {
        for (size_t block = call->process[rank].own_first; block < call->process[rank].own_end; block++) {
            uint32_t result = model_result(model, rank, block);
            if (0 == result) {
                return call_fail(call, "rank %d, at the end: out block %zu is undefined", rank, block);
            }
            bool known = result == last || (ALLREDUCE == call->collective && rank > 0
                                            && result == model_result(model, 0, block));
            first = 0 == first ? result : first;
            last = result;
            if ((!known && !check_contributions(call, rank, block, result))
                || !check_promises(model, rank, block, first, canonical)) {
                return false;
            }
        }
    }
    return true;
}

/* The earlier call that this one is compared with; a new one without a bracketing if there is none. */
static bracketing_t *find(const call_t *call, collective_t collective)
{
    for (size_t i = 0; i < used; i++) {
        if (call->processes == bracketings[i].processes && collective == bracketings[i].collective && call->radix == bracketings[i].radix
            && call->node_map == bracketings[i].node_map && 0 == strcmp(call->algorithm, bracketings[i].algorithm)) {
            return &bracketings[i];
        }
    }
    size_t length = strlen(call->algorithm) + 1;
    bracketings = call_reserve(bracketings, used + 1, &room, sizeof(bracketings[0]));
    bracketing_t *bracketing = &bracketings[used++];
    *bracketing = (bracketing_t){collective, call->processes, call->radix, call->node_map, NULL, NULL, call->line};
    bracketing->algorithm = memcpy(call_reserve(NULL, length, &(size_t){0}, 1), call->algorithm, length);
    return bracketing;
}

bool outcome_compare(model_t *model)
{
    call_t *call = model->call;
    collective_t collective = REDUCE_SCATTER_BLOCK == call->collective ? REDUCE_SCATTER : call->collective;
    int owner = 0;

    while (owner < call->processes && call->process[owner].own_first == call->process[owner].own_end) {
        owner++;
    }
    if (!call->promises[ONE_BRACKETING] || owner == call->processes) {
        return true;
    }
    bracketing_t *bracketing = find(call, collective);
    size_t length = nodes_postfix(model_result(model, owner, call->process[owner].own_first), postfix);
    if (NULL == bracketing->postfix) {
        bracketing->postfix = call_reserve(NULL, length, &(size_t){0}, sizeof(postfix[0]));
        memcpy(bracketing->postfix, postfix, length * sizeof(postfix[0]));
    }
    if (0 != memcmp(bracketing->postfix, postfix, length * sizeof(postfix[0]))) {
        return call_fail(call, "rank %d, at the end: the bracketing is not that of the call in line %zu", owner,
                         bracketing->line);
    }
    return true;
}

void outcome_free(void)
{
    for (size_t i = 0; i < used; i++) {
        free(bracketings[i].algorithm);
        free(bracketings[i].postfix);
    }
    free(bracketings);
}

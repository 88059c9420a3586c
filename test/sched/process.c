#include "process.h"

#include <stdarg.h>

bool fail(const process_t *p, size_t step, const char *format, ...)
{
    if ('\0' == p->report->error[0]) {
        va_list arguments;
        int n = snprintf(p->report->error, sizeof(p->report->error), "rank %d step %zu: ",
                         p->schedule->problem.rank, step);
        va_start(arguments, format);
        vsnprintf(p->report->error + n, sizeof(p->report->error) - (size_t) n, format, arguments);
        va_end(arguments);
    }
    return false;
}

static bool is_scatter(const coll_rabred_problem_t *problem)
{
    return coll_rabred_scatters(problem->collective);
}

coll_rabred_range_t out_range(const coll_rabred_problem_t *problem)
{
    bool exists = COLL_RABRED_ALLREDUCE == problem->collective || problem->rank == problem->root;

    if (is_scatter(problem)) {
        return coll_rabred_owned(problem, problem->rank);
    }
    return (coll_rabred_range_t) {0, exists ? problem->blocks : 0};
}

cell_t *cell(const process_t *p, uint32_t buffer, coll_rabred_blocks_t block)
{
    if (buffer >= p->schedule->buffers || block - p->there[buffer].first >= p->there[buffer].count) {
        return NULL;
    }
    const coll_rabred_blocks_t window = p->schedule->window[buffer];
    return &p->cells[buffer][window > 0 ? block % window : block - p->there[buffer].first];
}

/* In place reduce_scatter lays OUT over the start of IN: what stood there may be gone. */
static void destroy_input(process_t *p)
{
    for (coll_rabred_blocks_t i = 0; i < p->schedule->problem.blocks; i++) {
        p->cells[COLL_RABRED_IN][i].value = UNDEFINED;
    }
}

static bool overlays_input(const process_t *p, uint32_t buffer)
{
    return COLL_RABRED_OUT == buffer && p->schedule->problem.in_place && is_scatter(&p->schedule->problem);
}

bool store(process_t *p, size_t i, uint32_t buffer, coll_rabred_blocks_t block, value_t value)
{
    cell_t *at = cell(p, buffer, block);

    if (NULL == at || COLL_RABRED_IN == buffer) {
        return fail(p, i, "writes buffer %u block %u, which is not its to write", buffer, block);
    }
    if (overlays_input(p, buffer)) {
        destroy_input(p);
    }
    at->value = value;
    at->block = block;
    return true;
}

bool load(process_t *p, size_t i, uint32_t buffer, coll_rabred_blocks_t block, value_t *value)
{
    cell_t *at = cell(p, buffer, block);

    if (NULL == at || UNDEFINED == at->value || at->block != block) {
        return fail(p, i, "reads buffer %u block %u, which holds nothing", buffer, block);
    }
    *value = at->value;
    return true;
}

static uint32_t local_operand(const coll_rabred_step_t *step)
{
    return step->flags & COLL_RABRED_RECEIVED_LEFT ? step->right : step->left;
}

/* Operands of a reduction: `into` is the right one or neither. */
static bool check_operands(const process_t *p, size_t i)
{
    const coll_rabred_step_t *step = &p->schedule->step[i];

    if (step->into == step->left || step->left == step->right) {
        return fail(p, i, "a reduction onto its left operand, or of a buffer with itself");
    }
    if (overlays_input(p, step->into) && (COLL_RABRED_IN == step->left || COLL_RABRED_IN == step->right)) {
        return fail(p, i, "a reduction in place over its own input");
    }
    if (cell(p, step->into, step->range.first) == cell(p, step->left, step->range.first)
        || (step->into != step->right
            && cell(p, step->into, step->range.first) == cell(p, step->right, step->range.first))) {
        return fail(p, i, "a reduction onto an operand of another name");
    }
    if (COLL_RABRED_STEP_RECV_REDUCE == step->verb) {
        if (overlays_input(p, step->into)) {   /* segments are reduced while others of the round travel */
            return fail(p, i, "a message reduced over other blocks of the input");
        }
        uint32_t received = coll_rabred_received(step);
        if (received < COLL_RABRED_TMP && received != step->into) {
            return fail(p, i, "what is received needs a temporary or its target");
        }
    }
    return true;
}

/* What arrived beside `into` may not be read again. */
static void forget(process_t *p, uint32_t buffer, coll_rabred_range_t range)
{
    for (coll_rabred_blocks_t k = 0; k < range.count; k++) {
        cell(p, buffer, range.first + k)->value = UNDEFINED;
    }
}

bool apply_reduce(process_t *p, size_t i)
{
    const coll_rabred_step_t *step = &p->schedule->step[i];
    value_t left = UNDEFINED, right = UNDEFINED;

    if (!check_operands(p, i)) {
        return false;
    }
    for (coll_rabred_blocks_t k = 0; k < step->range.count; k++) {
        coll_rabred_blocks_t block = step->range.first + k;
        if (!load(p, i, step->left, block, &left) || !load(p, i, step->right, block, &right)
            || !store(p, i, step->into, block, value_of(left, right, step->into != step->right))) {
            return false;
        }
    }
    if (COLL_RABRED_STEP_RECV_REDUCE == step->verb && coll_rabred_received(step) != step->into) {
        forget(p, coll_rabred_received(step), step->range);
    }
    p->cost.reduced += step->range.count;
    p->cost.three_address += step->into != step->right ? step->range.count : 0;
    return true;
}

bool apply_copy(process_t *p, size_t i)
{
    const coll_rabred_step_t *step = &p->schedule->step[i];
    value_t value = UNDEFINED;

    if (overlays_input(p, step->into) && COLL_RABRED_IN == step->from) {
        return fail(p, i, "a copy in place out of its own input");
    }
    for (coll_rabred_blocks_t k = 0; k < step->range.count; k++) {
        if (!load(p, i, step->from, step->range.first + k, &value)
            || !store(p, i, step->into, step->range.first + k, value)) {
            return false;
        }
    }
    p->cost.copied += step->range.count;
    return true;
}

/* Claims blocks for transfer i of the round: nothing that one transfer or its reduction writes is touched by another. */
static bool claim(process_t *p, size_t i, uint32_t buffer, bool writes)
{
    const coll_rabred_step_t *step = &p->schedule->step[i];

    for (coll_rabred_blocks_t k = 0; k < step->range.count; k++) {
        cell_t *at = cell(p, buffer, step->range.first + k);
        if (NULL == at) {
            return fail(p, i, "names buffer %u block %u, which is not there", buffer, step->range.first + k);
        }
        bool written = at->written_round == p->round && at->written_by != i;
        bool read = at->read_round == p->round;
        if (written || (writes && read)) {
            return fail(p, i, "touches what another transfer of the round writes");
        }
        if (writes) {
            at->written_round = p->round;
            at->written_by = (uint32_t) i;
        }
    }
    return true;
}

/* All reads of local operands are claimed after the writes, all sources before them. */
bool claim_transfers(process_t *p)
{
    const coll_rabred_step_t *step = p->schedule->step;

    for (size_t i = p->open; i < p->end; i++) {
        if (COLL_RABRED_STEP_SEND == step[i].verb) {
            for (coll_rabred_blocks_t k = 0; k < step[i].range.count; k++) {
                cell_t *at = cell(p, step[i].from, step[i].range.first + k);
                if (NULL != at) {
                    at->read_round = p->round;
                }
            }
        }
    }
    for (size_t i = p->open; i < p->end; i++) {
        bool reduces = COLL_RABRED_STEP_RECV_REDUCE == step[i].verb;
        bool sends = COLL_RABRED_STEP_SEND == step[i].verb;
        if ((!sends && !claim(p, i, step[i].into, true))
            || (reduces && (!check_operands(p, i) || !claim(p, i, coll_rabred_received(&step[i]), true)))) {
            return false;
        }
        if (!sends && (COLL_RABRED_IN == step[i].into || overlays_input(p, step[i].into))) {
            /* a received result may overlay the input only when nothing of the input is needed */
            if (COLL_RABRED_IN == step[i].into) {
                return fail(p, i, "receives into the input");
            }
            destroy_input(p);
        }
    }
    for (size_t i = p->open; i < p->end; i++) {
        if (COLL_RABRED_STEP_RECV != step[i].verb
            && !claim(p, i, COLL_RABRED_STEP_SEND == step[i].verb ? step[i].from : local_operand(&step[i]), false)) {
            return false;
        }
    }
    return true;
}


/*
 * The memory of the processes of a played call.
 */
#include "process.h"

#include <stdlib.h>
#include <string.h>

/* The blocks of memory that a buffer has of its own. */
static coll_rabred_range_t memory_of(const coll_rabred_schedule_t *schedule, size_t buffer)
{
    if (COLL_RABRED_OUT == buffer) {
        return out_range(&schedule->problem);
    }
    if (COLL_RABRED_IN == buffer) {
        return (coll_rabred_range_t) {0, schedule->problem.blocks};
    }
    return coll_rabred_buffer_blocks(schedule, buffer);
}

static size_t places_of(const coll_rabred_schedule_t *schedule, size_t buffer)
{
    return schedule->window[buffer] > 0 ? schedule->window[buffer] : memory_of(schedule, buffer).count;
}

/* Memory for n objects that starts as zeros, good until the next call; grows as needed. */
static void *arena(void **memory, size_t *capacity, size_t n, size_t size)
{
    if (n > *capacity) {
        free(*memory);
        *capacity = n + n / 2;
        *memory = malloc(*capacity * size);
        if (NULL == *memory) {
            abort();
        }
    }
    return memset(*memory, 0, n * size);
}

/* Gives a process its buffers out of the memory for all; returns the rest. */
static cell_t *take_cells(process_t *p, cell_t *memory)
{
    const coll_rabred_schedule_t *schedule = p->schedule;
    bool overlaid = schedule->problem.in_place && !coll_rabred_scatters(schedule->problem.collective);

    for (size_t buffer = 0; buffer < schedule->buffers; buffer++) {
        p->there[buffer] = memory_of(schedule, buffer);
        p->cells[buffer] = memory;
        memory += places_of(schedule, buffer);
        p->cost.scratch += buffer < COLL_RABRED_TMP ? 0 : places_of(schedule, buffer);
    }
    if (overlaid) {
        p->cells[COLL_RABRED_OUT] = p->cells[COLL_RABRED_IN];
    }
    for (coll_rabred_blocks_t block = 0; block < schedule->problem.blocks; block++) {
        p->cells[COLL_RABRED_IN][block].value = value_leaf(schedule->problem.rank);
        p->cells[COLL_RABRED_IN][block].block = block;
        /* the first process's own blocks lie over themselves */
        if (schedule->problem.in_place && 0 == schedule->problem.rank && block < p->there[COLL_RABRED_OUT].count) {
            p->cells[COLL_RABRED_OUT][block].value = value_leaf(0);
            p->cells[COLL_RABRED_OUT][block].block = block;
        }
    }
    return memory;
}

void prepare(process_t *processes, coll_rabred_schedule_t *const *schedule, int count, played_t *played)
{
    static void *all_cells, *all_there, *all_first, *all_matched, *all_posted;
    static size_t cell_capacity, there_capacity, first_capacity, matched_capacity, posted_capacity;
    size_t cells = 0, buffers = 0, steps = 0;

    for (int rank = 0; rank < count; rank++) {
        buffers += schedule[rank]->buffers;
        steps += schedule[rank]->steps;
        for (size_t buffer = 0; buffer < schedule[rank]->buffers; buffer++) {
            cells += places_of(schedule[rank], buffer);
        }
    }
    cell_t *cell = arena(&all_cells, &cell_capacity, cells, sizeof(*cell));
    coll_rabred_range_t *there = arena(&all_there, &there_capacity, buffers, sizeof(*there));
    cell_t **first = arena(&all_first, &first_capacity, buffers, sizeof(*first));
    bool *matched = arena(&all_matched, &matched_capacity, steps + 1, sizeof(*matched));
    uint32_t (*posted)[2] = arena(&all_posted, &posted_capacity, (size_t) count * (size_t) count, sizeof(*posted));
    for (int rank = 0; rank < count; rank++) {
        process_t *p = &processes[rank];
        *p = (process_t) {.schedule = schedule[rank], .there = there, .cells = first, .matched = matched, .posted = posted, .report = played};
        cell = take_cells(p, cell);
        there += schedule[rank]->buffers;
        first += schedule[rank]->buffers;
        matched += schedule[rank]->steps;
        posted += count;
    }
}

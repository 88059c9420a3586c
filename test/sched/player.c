#include "process.h"

#include <stdlib.h>
#include <string.h>

static process_t *processes;
static int process_count;
static int *ready;
static int ready_count;

static bool is_transfer(const coll_rabred_step_t *step)
{
    return step->verb <= COLL_RABRED_STEP_RECV_REDUCE;
}

/* Order within the round, one label, one message a peer and direction. */
static bool check_round(process_t *p)
{
    const coll_rabred_step_t *step = p->schedule->step;
    int rank = p->schedule->problem.rank;

    for (size_t i = p->open; i < p->end; i++) {
        bool sends = COLL_RABRED_STEP_SEND == step[i].verb;
        bool continues = i > p->open && step[i - 1].flags & COLL_RABRED_MORE;
        if (step[i].round != step[p->open].round || (p->open > 0 && step[p->open - 1].round >= step[i].round)) {
            return fail(p, i, "rounds out of order");
        }
        if (i > p->open && !sends && COLL_RABRED_STEP_SEND == step[i - 1].verb) {
            return fail(p, i, "a receive after a send");
        }
        if (0 == step[i].range.count || step[i].peer == rank || step[i].peer < 0 || step[i].peer >= process_count) {
            return fail(p, i, "an empty message or no such peer");
        }
        if (continues && (step[i].verb != step[i - 1].verb || step[i].peer != step[i - 1].peer)) {
            return fail(p, i, "a piece of another message");
        }
        for (size_t other = p->open; other < i && !continues; other++) {
            if (step[other].peer == step[i].peer && sends == (COLL_RABRED_STEP_SEND == step[other].verb)) {
                return fail(p, i, "a second message to or from a peer in one round");
            }
        }
    }
    return true;
}

/* Runs local steps, then posts the transfers of the next round. */
static bool advance(process_t *p)
{
    const coll_rabred_schedule_t *s = p->schedule;

    for (size_t i = p->open; i < p->end; i++) {
        if (COLL_RABRED_STEP_RECV_REDUCE == s->step[i].verb && !apply_reduce(p, i)) {
            return false;
        }
    }
    for (; p->next < s->steps && !is_transfer(&s->step[p->next]); p->next++) {
        uint8_t verb = s->step[p->next].verb;
        if ((COLL_RABRED_STEP_REDUCE == verb && !apply_reduce(p, p->next))
            || (COLL_RABRED_STEP_COPY == verb && !apply_copy(p, p->next))) {
            return false;
        }
    }
    p->clock = p->round_clock;
    p->open = p->end = p->next;
    p->round++;
    while (p->end < s->steps && is_transfer(&s->step[p->end])) {
        p->outstanding += s->step[p->end].flags & COLL_RABRED_MORE ? 0 : 1;
        p->end++;
    }
    p->next = p->end;
    if (p->open < p->end && (p->end == s->steps || COLL_RABRED_STEP_WAIT != s->step[p->end].verb)) {
        return fail(p, p->end, "transfers that nothing waits for");
    }
    return check_round(p) && claim_transfers(p);
}

static bool touch(coll_rabred_range_t a, coll_rabred_range_t b)
{
    return a.first + a.count == b.first || b.first + b.count == a.first;
}

/* Moves the pieces of a matched message. */
static bool deliver(process_t *from, size_t send, process_t *to, size_t recv)
{
    for (bool more = true; more; send++, recv++) {
        const coll_rabred_step_t *source = &from->schedule->step[send], *target = &to->schedule->step[recv];
        bool reduces = COLL_RABRED_STEP_RECV_REDUCE == target->verb;
        more = source->flags & COLL_RABRED_MORE;
        if (source->range.first != target->range.first || source->range.count != target->range.count
            || source->round != target->round || more != !!(target->flags & COLL_RABRED_MORE)) {
            return fail(to, recv, "does not match step %zu of rank %d", send, from->schedule->problem.rank);
        }
        if (more && touch(source->range, source[1].range)) {
            return fail(from, send, "a piece that could be one with the next");
        }
        if (reduces != !!(source->flags & COLL_RABRED_RECEIVER_REDUCES)) {
            return fail(to, recv, "sender and receiver disagree on who reduces");
        }
        if ((source->flags ^ target->flags) & (COLL_RABRED_TWO_WAY | COLL_RABRED_RETURNS)) {
            return fail(to, recv, "sender and receiver disagree on how segments travel");
        }
        for (coll_rabred_blocks_t k = 0; k < source->range.count; k++) {
            value_t value;
            if (!load(from, send, source->from, source->range.first + k, &value)
                || !store(to, recv, reduces ? coll_rabred_received(target) : target->into, source->range.first + k, value)) {
                return false;
            }
        }
        from->cost.sent += source->range.count;
        from->matched[send] = to->matched[recv] = true;
    }
    return true;
}

/* The first unmatched transfer of p's round to (or from) a peer; p->end if there is none. */
static size_t find_transfer(const process_t *p, int peer, bool send)
{
    for (size_t i = p->open; i < p->end; i++) {
        const coll_rabred_step_t *step = &p->schedule->step[i];
        if (!p->matched[i] && step->peer == peer && send == (COLL_RABRED_STEP_SEND == step->verb)) {
            return i;
        }
    }
    return p->end;
}

static void complete(process_t *p, size_t clock)
{
    p->round_clock = clock > p->round_clock ? clock : p->round_clock;
    if (0 == --p->outstanding) {
        ready[ready_count++] = p->schedule->problem.rank;
    }
}

/* Matches what a process has just posted with what others wait for. */
static bool match(process_t *p)
{
    int rank = p->schedule->problem.rank;

    for (size_t i = p->open; i < p->end; i++) {
        const coll_rabred_step_t *step = &p->schedule->step[i];
        process_t *peer = &processes[step->peer];
        bool sends = COLL_RABRED_STEP_SEND == step->verb;
        size_t other = p->matched[i] ? peer->end : find_transfer(peer, rank, !sends);
        if (other == peer->end) {
            continue;
        }
        if (!(sends ? deliver(p, i, peer, other) : deliver(peer, other, p, i))) {
            return false;
        }
        size_t clock = 1 + (p->clock > peer->clock ? p->clock : peer->clock);
        complete(p, clock);
        complete(peer, clock);
    }
    return true;
}

static bool run(void)
{
    for (int rank = 0; rank < process_count; rank++) {
        ready[ready_count++] = rank;
    }
    while (ready_count > 0) {
        process_t *p = &processes[ready[--ready_count]];
        if (!advance(p) || !match(p)) {
            return false;
        }
    }
    for (int rank = 0; rank < process_count; rank++) {
        if (processes[rank].next < processes[rank].schedule->steps || processes[rank].outstanding > 0) {
            return fail(&processes[rank], processes[rank].open, "waits for ever");
        }
    }
    return true;
}

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

/* Sets up all processes with their memory. */
static void prepare(coll_rabred_schedule_t *const *schedule, int count, played_t *played)
{
    static void *all_cells, *all_there, *all_first, *all_matched;
    static size_t cell_capacity, there_capacity, first_capacity, matched_capacity;
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
    for (int rank = 0; rank < count; rank++) {
        process_t *p = &processes[rank];
        *p = (process_t) {.schedule = schedule[rank], .there = there, .cells = first, .matched = matched, .report = played};
        cell = take_cells(p, cell);
        there += schedule[rank]->buffers;
        first += schedule[rank]->buffers;
        matched += schedule[rank]->steps;
    }
}

static void add_up(const process_t *p, coll_rabred_cost_t *all, value_t *result)
{
    const coll_rabred_problem_t *problem = &p->schedule->problem;
    const coll_rabred_cost_t *own = &p->cost;

    all->rounds = p->round_clock > all->rounds ? p->round_clock : all->rounds;
    all->sent = own->sent > all->sent ? own->sent : all->sent;
    all->reduced = own->reduced > all->reduced ? own->reduced : all->reduced;
    all->copied = own->copied > all->copied ? own->copied : all->copied;
    all->three_address = own->three_address > all->three_address ? own->three_address : all->three_address;
    all->scratch = own->scratch > all->scratch ? own->scratch : all->scratch;
    for (coll_rabred_blocks_t block = 0; block < problem->blocks; block++) {
        cell_t *at = cell(p, COLL_RABRED_OUT, block);
        result[(size_t) problem->rank * problem->blocks + block] = NULL == at ? UNDEFINED : at->value;
    }
}

bool play(coll_rabred_schedule_t *const *schedule, int count, value_t *result, played_t *played)
{
    *played = (played_t) {.error = ""};
    process_count = count;
    processes = calloc((size_t) count, sizeof(*processes));
    ready = calloc(2 * (size_t) count, sizeof(*ready));
    ready_count = 0;
    if (NULL == processes || NULL == ready) {
        abort();
    }
    prepare(schedule, count, played);
    bool right = run();
    for (int rank = 0; rank < count; rank++) {
        if (right) {
            add_up(&processes[rank], &played->cost, result);
        }
    }
    free(processes);
    free(ready);
    return right;
}

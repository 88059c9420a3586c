#include "process.h"

#include <stdlib.h>

static process_t *processes;
static int process_count;
static int *ready;
static int ready_count;

static bool is_transfer(const coll_rabred_step_t *step)
{
    return step->verb <= COLL_RABRED_STEP_RECV_REDUCE;
}

/* The message of the round to (or from) a peer that begins before step `end`, and was posted; `end` if there is none. */
static size_t find_message(const process_t *p, size_t end, int peer, bool sends)
{
    size_t at = p->posted[peer][sends];

    return at >= p->open && at < end && peer == p->schedule->step[at].peer && sends == (COLL_RABRED_STEP_SEND == p->schedule->step[at].verb) ? at : end;
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
        if (!continues && find_message(p, i, step[i].peer, sends) < i) {
            return fail(p, i, "a second message to or from a peer in one round");
        }
        if (!continues) {
            p->posted[step[i].peer][sends] = (uint32_t) i;
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
        size_t other = find_message(peer, peer->end, rank, !sends);
        if (p->matched[i] || other == peer->end || peer->matched[other]) {
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
    prepare(processes, schedule, count, played);
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

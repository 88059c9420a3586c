#include "rivals.h"

#include <math.h>

/* A machine's picoseconds, and picoseconds a byte. */
typedef struct {
    double latency, transfer, exchange, reduction, handshake, exchange_handshake, eager, eager_copy, gap, exchange_gap;
    int processes, rounds;           /* rounds: of doubling */
    double shortest;                 /* bytes of a segment */
} rival_t;

/* Where the model holds for few pieces only (coll_rabred_may_be_cut), it does so for everybody. */
static rival_t rival_of(const coll_rabred_model_t *model, size_t bytes)
{
    const coll_rabred_wish_t wish = {.elements = (bytes + 7) / 8, .element = 8};
    const coll_rabred_machine_t *machine = &model->machine[model->class];
    rival_t rival = {
        .latency = (double) machine->latency, .gap = (double) machine->gap, .transfer = (double) machine->transfer / 1000,
        .exchange = (double) machine->exchange / 1000, .reduction = (double) machine->reduction / 1000,
        .eager = (double) machine->eager, .eager_copy = (double) machine->eager_copy / 1000,
        .handshake = (double) machine->handshake, .exchange_handshake = (double) machine->exchange_handshake,
        .exchange_gap = (double) machine->exchange_gap, .processes = model->processes, .shortest = (double) bytes
    };

    while (1 << rival.rounds < model->processes) {
        rival.rounds++;
    }
    for (size_t pieces = 2; pieces <= bytes / 512 && coll_rabred_may_be_cut(model, &wish, pieces); pieces *= 2) {
        rival.shortest /= 2;
    }
    return rival;
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

/* Of a message: what comes before its first byte; of one of a row, where long ones wait for their receiver. */
static double start(const rival_t *r, double bytes)
{
    return r->latency + (bytes > r->eager ? r->handshake : 0);
}

/* Between two of a row, beyond their bytes: while the receiver copies what travels at once. */
static double gap_behind(const rival_t *r, double segment)
{
    return r->gap - (segment > r->eager ? 0 : smaller(r->gap, segment * r->eager_copy));
}

static double next(const rival_t *r, double segment)
{
    return gap_behind(r, segment) + (segment > r->eager ? r->handshake : 0);
}

/* And its bytes, one way, and while others go the other way. */
static double one_way(const rival_t *r, double bytes)
{
    return bytes * (r->transfer + (bytes > r->eager ? 0 : r->eager_copy));
}

static double crossing(const rival_t *r, double bytes)
{
    return bytes > r->eager ? r->exchange_handshake + bytes * r->exchange : bytes * (r->exchange + r->eager_copy);
}

/* Down a chain, segment after segment; each process receives and sends at once. */
static double chain(const rival_t *r, double bytes, double segment, double reduction)
{
    const double passes = r->processes > 2 ? crossing(r, segment) + r->exchange_gap : one_way(r, segment);

    return (r->processes - 1) * (start(r, segment) + one_way(r, segment) + segment * reduction)
           + (bytes / segment - 1) * (next(r, segment) + passes + segment * reduction);
}

/* Up a binary tree, segment after segment: two come for one that goes. */
static double binary_reduce(const rival_t *r, double bytes, double segment)
{
    const double pair = 2 * (one_way(r, segment) + segment * r->reduction) + gap_behind(r, segment);

    return r->processes < 3 ? INFINITY
                            : floor(log2(r->processes)) * (start(r, segment) + pair) + (bytes / segment - 1) * (next(r, segment) + pair);
}

/* With the segments that suit it best; of one that is not cut. */
static double reduce(const rival_t *r, double bytes)
{
    double best = r->rounds * (start(r, bytes) + one_way(r, bytes) + bytes * r->reduction);   /* a binomial tree */

    for (double segment = bytes; segment >= r->shortest; segment /= 2) {
        best = smaller(best, smaller(chain(r, bytes, segment, r->reduction), binary_reduce(r, bytes, segment)));
    }
    return best;
}

/* A binomial tree; a chain of segments; scattered, and round a ring. */
static double broadcast(const rival_t *r, double bytes)
{
    const double part = bytes / r->processes;
    double best = r->rounds * (start(r, bytes) + one_way(r, bytes));

    for (double segment = bytes; segment >= r->shortest; segment /= 2) {
        best = smaller(best, chain(r, bytes, segment, 0));
    }
    return smaller(best, r->rounds * r->latency + (bytes - part) * r->transfer
                             + (r->processes - 1) * (start(r, part) + crossing(r, part)));
}

double rivals_time(const coll_rabred_model_t *model, coll_rabred_collective_t collective, size_t bytes)
{
    const rival_t r = rival_of(model, bytes);
    const double m = (double) bytes;

    switch (collective) {
    case COLL_RABRED_ALLREDUCE:
        return reduce(&r, m) + broadcast(&r, m);
    case COLL_RABRED_REDUCE:
        return reduce(&r, m);
    default:   /* reduced to one process, which scatters */
        return reduce(&r, m) + r.rounds * r.latency + m * (r.processes - 1) / r.processes * r.transfer;
    }
}

double rivals_lower_bound(const coll_rabred_model_t *model, size_t bytes)
{
    const rival_t r = rival_of(model, bytes);
    const double share = (double) bytes * (r.processes - 1) / r.processes;

    return r.rounds * r.latency + 2 * share * r.exchange + share * r.reduction;
}

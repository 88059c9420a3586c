#include "consistency.h"
#include "operators.h"

static double predicted(const coll_rabred_model_t *model, coll_rabred_collective_t collective, const operator_t *operator, size_t elements)
{
    const coll_rabred_wish_t wish = {collective, operator->traits, operator->promises, elements, 8};

    return (double) coll_rabred_plan(model, &wish).picoseconds;
}

/* What a message takes in addition to its latency and rate. */
static double beyond_rate(const coll_rabred_machine_t *machine, double bytes)
{
    return bytes > (double) machine->eager ? (double) machine->handshake : bytes * (double) machine->eager_copy / 1000;
}

/* Up a binomial tree's way back. */
static double broadcast(const coll_rabred_model_t *model, size_t elements)
{
    const coll_rabred_machine_t *machine = &model->machine[model->class];
    double bytes = 8 * (double) elements, rounds = 0;

    for (size_t reach = 1; reach < (size_t) model->processes; reach *= 2) {
        rounds++;
    }
    return rounds * ((double) machine->latency + bytes * (double) machine->transfer / 1000
                     + beyond_rate(machine, bytes));
}

/* By rounds of twice as much each time. */
static double allgather(const coll_rabred_model_t *model, size_t elements)
{
    const coll_rabred_machine_t *machine = &model->machine[model->class];
    double part = 8 * (double) elements / model->processes, time = 0;

    for (size_t reach = 1; reach < (size_t) model->processes; reach *= 2) {
        size_t rest = (size_t) model->processes - reach, parts = reach < rest ? reach : rest;
        double bytes = part * (double) parts;
        time += (double) machine->latency + bytes * (double) machine->exchange / 1000
                + beyond_rate(machine, bytes);
    }
    return time;
}

/* How many times as long as a reduce_scatter and an allgather an allreduce may take, up to 1024 processes, and as an allreduce a reduce_scatter. */
static const struct { double composed, scatter; } most[OPERATORS] = {
    [ORDERED] = {1.17, 1.1}, [COMMUTATIVE] = {1.055, 1.05}, [EXACT] = {1.055, 1.05}, [CANONICAL] = {1.23, 1.21}
};

/* time[3]: of the collectives for half the length, 0 if there is none; then for this one. */
static bool is_right(const coll_rabred_model_t *model, int kind, size_t elements, double *time, char *error, size_t error_size)
{
    const char *wrong = NULL;

    for (int i = 0; i < COLL_RABRED_REDUCE_SCATTER_BLOCK; i++) {
        const double shorter = time[i];
        time[i] = predicted(model, (coll_rabred_collective_t) i, &operators[kind], elements);
        wrong = shorter > 1.02 * time[i] ? "half the length takes longer" : wrong;
    }
    const double allreduce = time[COLL_RABRED_ALLREDUCE], reduce = time[COLL_RABRED_REDUCE], scatter = time[COLL_RABRED_REDUCE_SCATTER];
    const double composed = most[kind].composed + (model->processes > 1024 ? 0.06 : 0);

    wrong = allreduce > 1.05 * (reduce + broadcast(model, elements)) ? "allreduce takes longer than reduce and broadcast" : wrong;
    const bool even = elements >= (size_t) model->processes;   /* else some own nothing, and others send it all at once */
    wrong = even && allreduce > composed * (scatter + allgather(model, elements)) ? "allreduce takes longer than reduce_scatter and allgather" : wrong;
    wrong = scatter > most[kind].scatter * allreduce ? "reduce_scatter takes longer than allreduce" : wrong;
    if (NULL != wrong) {
        snprintf(error, error_size, "%s, %d processes, %s operator, %zu bytes: %s (allreduce %.0f, reduce %.0f, reduce_scatter %.0f ps)",
                 coll_rabred_class_names[model->class], model->processes, operators[kind].name, 8 * elements, wrong, allreduce, reduce, scatter);
    }
    return NULL == wrong;
}

bool consistency_is_right(const coll_rabred_model_t *model, char *error, size_t error_size)
{
    coll_rabred_model_t of = *model;
    bool right = true;

    for (int i = 0; i < COLL_RABRED_CLASSES * OPERATORS; i++) {
        double time[COLL_RABRED_REDUCE_SCATTER_BLOCK] = {0};
        of.class = (coll_rabred_class_t) (i / OPERATORS);
        for (size_t elements = 1; elements <= (size_t) 8 << 20; elements *= 2) {
            right = right && is_right(&of, i % OPERATORS, elements, time, error, error_size);
        }
    }
    return right;
}

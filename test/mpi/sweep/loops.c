/* Which calls are made: the sweep over everything, and the endurance run. */
#include "sweep.h"

#include <stdio.h>
#include <string.h>

/* How the elements of a reduce_scatter are dealt out. */
enum shape { EQUALLY, BY_HALVES, TO_EVEN_RANKS, TO_ONE_RANK, SHAPES };
static const char *const shape_names[SHAPES] = {
    "dealt equally", "dealt by halves", "dealt to even ranks", "dealt to one rank",
};

static int shapes_of(enum collective collective)
{
    return collective == REDUCE_SCATTER ? SHAPES : 1;
}

/* What a rank gets of the elements left. */
static int share(enum shape shape, int rank, int size, int left)
{
    switch (shape) {
    case BY_HALVES:
        return rank < size - 1 ? (left + 1) / 2 : left;
    case TO_EVEN_RANKS:
        return rank % 2 == 0 ? share(EQUALLY, rank / 2, (size + 1) / 2, left) : 0;
    case TO_ONE_RANK:
        return rank == size / 2 ? left : 0;
    default:
        return (left + size - rank - 1) / (size - rank);
    }
}

/* Sets the total, rounded up where every rank must get the same, and what each rank gets. */
static void deal(struct trial *t, enum shape shape, size_t total)
{
    const size_t p = (size_t) t->size;
    t->total = total;
    if (t->collective == ALLREDUCE || t->collective == REDUCE)
        return;
    if (shape == EQUALLY)
        t->total = (total + p - 1) / p * p;
    int left = (int) t->total;
    for (int rank = 0; rank < t->size; rank++)
        left -= t->counts[rank] = share(shape, rank, t->size, left);
    t->shape = shape_names[shape];
}

/* Whether the call that comes next is one of those to be made. */
static bool chosen(struct trial *t)
{
    return options.every < 2 || (t->calls++ + t->size + t->algorithm) % options.every == 0;
}

/* All roots, in place and not. */
static void sweep_roots(struct trial *t)
{
    for (int root = 0; root < (t->collective == REDUCE ? t->size : 1); root++)
        for (int in_place = 0; in_place < 2; in_place++) {
            t->root = t->collective == REDUCE ? root : -1;
            t->in_place = in_place;
            if (chosen(t))
                trial_run(t);
        }
}

static void sweep_operators(struct trial *t)
{
    const size_t p = (size_t) t->size, totals[] = { 0, 1, 2, p - 1, p, p + 1, MEDIUM, LARGE };
    for (t->operator = operators; t->operator < operators + OPERATORS; t->operator++)
        for (size_t i = 0; i < sizeof totals / sizeof *totals; i++)
            for (int shape = 0; shape < shapes_of(t->collective); shape++) {
                if ((totals[i] == LARGE && !t->operator->large) || (!t->operator->exact && t->collective != ALLREDUCE))
                    continue;
                deal(t, shape, totals[i]);
                sweep_roots(t);
            }
}

/* Whether the options ask for an algorithm; on one rank nothing can be forced. */
static bool wanted(enum collective collective, int algorithm, int size)
{
    const char *c = options.collective, *a = options.algorithm;
    return (size > 1 || algorithm == 0) && (c == NULL || strcmp(c, collective_names[collective]) == 0)
        && (a == NULL || strcmp(a, rabred_name(collective, algorithm)) == 0);
}

void sweep(MPI_Comm comm)
{
    struct trial t;
    int size;
    MPI_Comm_size(comm, &size);
    for (enum collective collective = 0; collective < COLLECTIVES; collective++)
        for (int algorithm = 0; algorithm < rabred_algorithms(collective); algorithm++) {
            if (!wanted(collective, algorithm, size))
                continue;
            trial_begin(&t, comm, collective, algorithm);
            if (options.verbose && t.rank == 0)
                printf("p %d, %s %s\n", size, collective_names[collective], rabred_name(collective, algorithm));
            sweep_operators(&t);
            trial_end(&t);
            tally_gather(comm);
        }
}

/* One of many small calls, all different. */
static void small_call(struct trial *t, int i)
{
    t->operator = &operators[i % OPERATORS];
    if (!t->operator->exact && t->collective != ALLREDUCE)
        return;
    t->root = t->collective == REDUCE ? i % t->size : -1;
    t->in_place = i / OPERATORS % 2;
    deal(t, i % shapes_of(t->collective), (size_t) (1 + i % 13));
    trial_run(t);
}

void endure(MPI_Comm comm)
{
    enum { COMMUNICATORS = 100, CALLS_EACH = 8, CALLS_IN_A_ROW = 10000 };
    struct trial t;
    for (int i = 0; i < COMMUNICATORS; i++) {
        enum collective collective = i % COLLECTIVES;
        trial_begin(&t, comm, collective, i / COLLECTIVES % rabred_algorithms(collective));
        for (int call = 0; call < CALLS_EACH; call++)
            small_call(&t, i + call);
        trial_end(&t);
    }
    trial_begin(&t, comm, ALLREDUCE, 0);
    for (int call = 0; call < CALLS_IN_A_ROW; call++)
        small_call(&t, call);
    trial_end(&t);
    tally_gather(comm);
}

/* One call of a collective, and the checks of what it leaves behind: values, untouched bytes, counters. */
#include "sweep.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void trial_begin(struct trial *t, MPI_Comm parent, enum collective collective, int algorithm)
{
    *t = (struct trial) { .collective = collective, .algorithm = algorithm, .shape = "whole", .root = -1 };
    rabred_force(collective, algorithm);
    MPI_Comm_dup(parent, &t->comm);
    rabred_force(collective, 0);
    MPI_Comm_set_errhandler(t->comm, MPI_ERRORS_RETURN);
    MPI_Comm_size(t->comm, &t->size);
    MPI_Comm_rank(t->comm, &t->rank);
    /* Different paints, so that a hole sent along with its element shows in the receive buffer. */
    buffer_create(&t->send, 0xa5);
    buffer_create(&t->receive, 0x5a);
}

void trial_end(struct trial *t)
{
    buffer_free(&t->send);
    buffer_free(&t->receive);
    MPI_Comm_free(&t->comm);
}

/* Notes what is wrong, unless something was noted before. */
static void blame(struct trial *t, const char *format, ...)
{
    if (t->problem[0] != '\0')
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(t->problem, sizeof t->problem, format, arguments);
    va_end(arguments);
}

/* Whether this rank's input stands in the receive buffer. */
static bool here_in_place(const struct trial *t)
{
    return t->in_place && (t->collective != REDUCE || t->rank == t->root);
}

/* The elements this rank receives. */
static size_t result_elements(const struct trial *t)
{
    if (t->collective == REDUCE)
        return t->rank == t->root ? t->total : 0;
    return t->collective == ALLREDUCE ? t->total : (size_t) t->counts[t->rank];
}

/* What this rank must receive, packed. Where that is not known it is what rank 0 received. */
static const unsigned char *expected_result(const struct trial *t, const unsigned char *received)
{
    size_t first = t->window;
    for (int i = 0; i < t->rank; i++)
        first += (size_t) t->counts[i];
    unsigned char *expected = t->operator->expected + first * t->operator->value_bytes;
    if (!t->operator->exact) {
        memcpy(expected, received, t->total * t->operator->value_bytes);
        MPI_Bcast(expected, (int) t->total, t->operator->packed, 0, t->comm);
    }
    return expected;
}

/* Whether the forced algorithm may leave the call to another one: the operator or p may not suit it. */
static bool may_leave(const struct trial *t)
{
    bool power_of_two = (t->size & (t->size - 1)) == 0;
    bool pairs = t->operator->data_bytes > 0;   /* with a floating-point value: zeros of two signs */
    return !power_of_two || !t->operator->commutative || !t->operator->exact || pairs;
}

/* Checks that rabred served the call, once, and by the forced algorithm, unless that always leaves such calls. */
static void check_service(struct trial *t, const unsigned long long before[ALGORITHMS])
{
    unsigned long long now[ALGORITHMS], calls = 0;
    enum service *usual = &t->service[t->operator - operators];
    if (options.stock || t->size == 1)
        return;
    rabred_calls(t->collective, now);
    for (int i = 1; i < rabred_algorithms(t->collective); i++)
        calls += now[i] - before[i];
    if (calls != (t->total > 0))          /* Open MPI itself returns from empty calls */
        blame(t, "%llu calls were counted", calls);
    if (t->algorithm == 0 || t->total == 0)
        return;
    enum service service = now[t->algorithm] == before[t->algorithm] ? LEFT : SERVED;
    if (service == LEFT && !may_leave(t))
        blame(t, "it was left to another algorithm");
    if (*usual != UNKNOWN && *usual != service)
        blame(t, "it was %sleft to another algorithm, unlike others", service == LEFT ? "" : "not ");
    if (*usual == UNKNOWN && service == LEFT && t->rank == 0 && options.verbose)
        printf("    left to another algorithm: %s\n", t->operator->name);
    *usual = service;
}

static int call(const struct trial *t, const void *from, void *to)
{
    return way_call(options.way, &(struct reduction) {
        .collective = t->collective, .from = from, .to = to, .count = (int) t->total, .counts = t->counts,
        .type = t->operator->type, .op = t->operator->op, .root = t->root, .comm = t->comm });
}

/*
 * Makes the call and checks it. The receive buffer of a rank that has no result is large but must stay untouched;
 * where reduce is in place at the root, there is none on the other ranks.
 */
static void call_and_check(struct trial *t)
{
    const bool in_place = here_in_place(t);
    const size_t elements = result_elements(t), loose = in_place ? t->total - elements : 0;
    const unsigned char *input = t->operator->source + t->window * t->operator->value_bytes;
    void *from = buffer_reset(&t->send, t->operator, in_place ? 0 : t->total);
    void *to = buffer_reset(&t->receive, t->operator, in_place || elements == 0 ? t->total : elements);
    buffer_put(in_place ? &t->receive : &t->send, input, t->total);

    char where[80];
    unsigned long long calls[ALGORITHMS];
    rabred_calls(t->collective, calls);
    if (call(t, in_place ? MPI_IN_PLACE : from, t->in_place && !in_place ? NULL : to) != MPI_SUCCESS)
        blame(t, "an error was returned");
    check_service(t, calls);
    if (!buffer_holds(&t->receive, expected_result(t, to), elements, loose, where, sizeof where))
        blame(t, "receive buffer: %s", where);
    if (!buffer_holds(&t->send, input, t->send.room, 0, where, sizeof where))
        blame(t, "send buffer: %s", where);
}

void trial_run(struct trial *t)
{
    char line[sizeof t->name + sizeof t->problem + 2];
    snprintf(t->name, sizeof t->name, "%s%s%s %s: p %d, rank %d, root %d, count %zu %s, %s, %s",
             options.way == BLOCKING ? "" : way_names[options.way], options.way == BLOCKING ? "" : " ",
             collective_names[t->collective], rabred_name(t->collective, t->algorithm), t->size, t->rank, t->root,
             t->total, t->shape, t->operator->name, t->in_place ? "in place" : "not in place");
    t->problem[0] = '\0';
    tally_running(t->name);
    operator_expect(t->operator, t->size);
    call_and_check(t);
    tally_running(NULL);
    snprintf(line, sizeof line, "%s: %s", t->name, t->problem);
    bool left = t->service[t->operator - operators] == LEFT;
    tally(t->problem[0] != '\0' ? FAILED : left ? SKIPPED : PASSED, line);
    t->window = (t->window + 97) % WINDOWS;          /* nothing left over from this call looks right in the next */
}

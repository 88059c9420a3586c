/*
 * Reductions in which something fails on purpose on one rank: every point-to-point call in turn, the completion
 * of every message, every allocation, and the agreement of the ranks on the count. Each must end on all ranks, with
 * an error of MPI where it failed, without anything left behind; then another communicator must work. For 3
 * processes or more. errors [WAY [allreduce]]: by that kind of call; only allreduce. Prints "started" from rank 0 once MPI_Init
 * has ended, then how many calls failed of each kind and "all right", or aborts. To the file errors.words each process
 * adds what is wrong, or "ended" as its last act: that does not pass through an mpirun that may be stuck.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#define _DEFAULT_SOURCE
#include "errors.h"
#include "way.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Elements: messages of a third of CUT travel in two packets or more in shared memory, those of LONG wait for their receivers. */
enum { SHORT = 100, CUT = 2400, LONG = 16000, CANARY = 0x5a };
typedef enum { CALL, COMPLETION, MEMORY, CREATION, ELEMENTS, KINDS } kind_t;

typedef struct {
    kind_t kind;
    enum collective collective;
    int elements, rank;      /* of the vector; where it fails */
    size_t number;           /* which call or allocation fails */
} trial_t;

static const char *const kinds[KINDS] = {"call", "completion", "memory", "creation", "elements"};

static int rank, processes, words = -1;
static enum way way;
static long in[LONG + 1], out[LONG + 1];
static MPI_Comm other;
static atomic_size_t *ended;           /* [processes], shared: the last trial that ended with an error there */
static size_t epoch, failures[KINDS];
static char place[200] = "hangs: MPI_Init or before the first trial\n";   /* what to say if nothing ends */

/* Also from a signal's handler. */
static void say(const char *line)
{
    (void) !write(STDERR_FILENO, line, strlen(line));
    (void) !write(words, line, strlen(line));
}

static void fail(const char *what, const trial_t *trial)
{
    char line[200];

    snprintf(line, sizeof(line), "rank %d: %s: %s number %zu fails at rank %d in %s of %d elements\n", rank, what, kinds[trial->kind],
             trial->number, trial->rank, collective_names[trial->collective], trial->elements);
    say(line);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void hangs(int signal)
{
    (void) signal;
    say(place);
    _exit(1);
}

/* All processes tell each other directly; so nothing sent before is still on its way. Nonzero if any gave it. */
static int meet(int given)
{
    int tell[processes], told[processes], any = 0;

    for (int i = 0; i < processes; i++) {
        tell[i] = given;
    }
    MPI_Alltoall(tell, 1, MPI_INT, told, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < processes; i++) {
        any = any || told[i];
    }
    return any;
}

static int call(MPI_Comm comm, enum collective collective, int elements)
{
    int counts[processes];

    for (int i = 0; i < processes; i++) {
        counts[i] = elements / processes;
    }
    return way_call(way, &(struct reduction) {collective, in, out, elements, counts, MPI_LONG, MPI_SUM, processes - 1, comm});
}

/* Of the vector: the first element of what this rank gets, and how many. */
static void own(const trial_t *trial, int *first, int *elements)
{
    bool scatters = REDUCE_SCATTER <= trial->collective, gets = REDUCE != trial->collective || rank == processes - 1;

    *elements = scatters ? trial->elements / processes : gets ? trial->elements : 0;
    *first = scatters ? rank * *elements : 0;
}

static void check_result(const trial_t *trial)
{
    int first, elements;

    own(trial, &first, &elements);
    for (int i = 0; i < elements; i++) {
        if (out[i] != (long) processes * (processes - 1) / 2 + (long) processes * (first + i)) {
            fail("a wrong result without an error", trial);
        }
    }
}

/* What the failed call returned; true if it is an error. */
static bool check_error(const trial_t *trial, int error, bool reached)
{
    char text[MPI_MAX_ERROR_STRING];
    int class, characters;

    MPI_Error_class(error, &class);
    if (class < MPI_SUCCESS || class > MPI_ERR_LASTCODE || MPI_SUCCESS != MPI_Error_string(error, text, &characters)) {
        fail("an error that is none of MPI", trial);
    }
    if (reached && MPI_SUCCESS == class && (CALL == trial->kind || COMPLETION == trial->kind)) {
        fail("no error", trial);
    }
    return MPI_SUCCESS != class;
}

static void check_nothing_written(const trial_t *trial)
{
    for (size_t i = 0; i < sizeof(out); i++) {
        if (CANARY != ((const char *) out)[i]) {
            fail("written to after the error", trial);
        }
    }
}

static void check_other(const trial_t *trial)
{
    long one = 1, sum = 0;

    MPI_Allreduce(&one, &sum, 1, MPI_LONG, MPI_SUM, other);
    if (processes != sum) {
        fail("then another communicator", trial);
    }
}

/* Of what lived before: a message that nobody receives keeps its communicator; requests that nobody uses keep some
   memory for the next ones, so that only by many calls it shows whether any is lost. */
static void check_memory(const trial_t *trial, size_t before, bool unheard)
{
    enum { REQUESTS = 16, ALLOCATIONS = 4 };
    static size_t first, kept = REQUESTS * ALLOCATIONS;
    size_t now = errors_memory_live();

    first = 0 == first ? before : first;
    if (unheard) {
        kept += now > before ? now - before : 0;
    } else if (BLOCKING == way ? now != before : now > first + kept) {
        fail("memory that nobody frees", trial);
    }
}

/* One call on a communicator of its own; true if what was to fail took place on any rank. */
static bool try(const trial_t *trial)
{
    bool here = rank == trial->rank, wire = CALL == trial->kind || COMPLETION == trial->kind;
    size_t live = errors_memory_live();
    int more = here && ELEMENTS == trial->kind ? REDUCE_SCATTER <= trial->collective ? processes : 1 : 0, class;
    MPI_Comm comm;

    snprintf(place, sizeof(place), "hangs: %s number %zu at rank %d in %s of %d elements\n", kinds[trial->kind],
             trial->number, trial->rank, collective_names[trial->collective], trial->elements);
    alarm(20);
    epoch++;
    errors_memory_begin(here && CREATION == trial->kind ? trial->number : 0);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    bool reached = errors_memory_end();
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    errors_wire_begin(comm, here && wire ? trial->number : 0, COMPLETION == trial->kind, ended, epoch);
    errors_memory_begin(here && MEMORY == trial->kind ? trial->number : 0);
    int error = call(comm, trial->collective, trial->elements + more);
    ended[rank] = MPI_SUCCESS == error ? 0 : epoch;
    reached = errors_memory_end() || reached;
    /* What the first call does for all goes on where the call itself has failed. */
    for (int flag; BLOCKING != way && errors_wire_open() > 0;) {
        MPI_Iprobe(0, 0, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
    }
    const errors_wire_t end = errors_wire_end();
    reached = end.reached || reached;
    if (end.open > 0 || end.lost) {
        fail(end.lost ? "a send lost its buffer" : "requests that nobody frees", trial);
    }
    bool failed = check_error(trial, error, reached);
    /* The first messages tell what the processes decide by. */
    if (here && wire && 1 == trial->number && MPI_SUCCESS == call(comm, trial->collective, trial->elements)) {
        fail("a later call decides without the others", trial);
    }
    if (failed && BLOCKING == way) {
        memset(out, CANARY, sizeof(out));
    } else if (!failed && ELEMENTS != trial->kind) {
        check_result(trial);
    }
    MPI_Error_class(error, &class);
    reached = meet(ELEMENTS == trial->kind ? MPI_ERR_TRUNCATE == class : reached);
    if (failed && BLOCKING != way) {
        memset(out, CANARY, sizeof(out));   /* only now: a request that fails does not wait for its other messages */
    }
    check_other(trial);
    if (failed) {
        check_nothing_written(trial);
    }
    MPI_Comm_free(&comm);
    meet(0);
    check_memory(trial, live, end.left > 0);
    failures[trial->kind] += reached;
    return reached;
}

/* Everything that can fail in one collective, at every rank. */
static void try_all(enum collective collective, int elements)
{
    for (kind_t kind = CALL; kind < KINDS; kind++) {
        if (CREATION == kind && (ALLREDUCE != collective || SHORT != elements)) {
            continue;   /* the same for all */
        }
        for (int at = 0; at < processes; at++) {
            /* The first allocation of a communicator is the module: a process without one has another component's calls. */
            trial_t trial = {kind, collective, elements / processes * processes, at, CREATION == kind ? 2 : 1};
            while (try(&trial) && ELEMENTS != kind) {
                trial.number++;
            }
        }
    }
}

int main(int argc, char **argv)
{
    MPI_Win window;
    MPI_Aint bytes;
    int unit;
    char path[4096];

    snprintf(path, sizeof(path), "%s.words", argv[0]);
    words = open(path, O_WRONLY | O_CREAT | O_APPEND, 0644);
    signal(SIGALRM, hangs);
    alarm(100);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    if (0 == rank) {
        puts("started");
        fflush(stdout);
    }
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);   /* where 4.1 raises the errors of requests */
    MPI_Win_allocate_shared(0 == rank ? (MPI_Aint) sizeof(*ended) * processes : 0, sizeof(*ended), MPI_INFO_NULL,
                            MPI_COMM_WORLD, &ended, &window);
    MPI_Win_shared_query(window, 0, &bytes, &unit, &ended);
    ended[rank] = 0;
    for (int i = 0; i < LONG + 1; i++) {
        in[i] = rank + i;
    }
    errors_memory_begin(0);
    errors_wire_init();
    check_other(&(trial_t) {0});
    way = argc > 1 ? way_of(argv[1]) : BLOCKING;
    for (enum collective collective = ALLREDUCE; collective < (argc > 2 ? REDUCE : COLLECTIVES); collective++) {
        try_all(collective, SHORT);
        if (argc > 2) {
            try_all(collective, CUT);
        }
        try_all(collective, LONG);
    }
    for (kind_t kind = CALL; kind < KINDS && 0 == rank; kind++) {
        printf("failed %s %zu\n", kinds[kind], failures[kind]);
    }
    MPI_Win_free(&window);
    MPI_Comm_free(&other);
    if (0 == rank) {
        puts("all right");
    }
    snprintf(place, sizeof(place), "hangs: MPI_Finalize\n");   /* of rabred, or of mpirun, which it needs */
    alarm(60);
    MPI_Finalize();
    (void) !write(words, "ended\n", 6);
    return 0;
}

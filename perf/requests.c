/*
 * What non-blocking and persistent reductions take beside blocking ones, and how much of their time a program can
 * compute: all in one run, taking turns. See requests in this folder.
 *
 *     mpirun -n P requests [SAMPLES [BYTES ...]]      200 samples of 8, 1024, 32768 and 1048576 bytes unless told
 *
 * Prints CSV: collective, bytes, p, and for each way the median over the samples of the slowest rank's microseconds a call;
 * `overlap` is the part of that time, in percent, that MPI_Test every tenth of it leaves to the program. The bytes are those
 * that were reduced: whole elements of 8, of reduce-scatters as many for each rank.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "../test/mpi/way.h"
#include "bench_order.h"

#include <stdio.h>
#include <stdlib.h>

enum { SHORT = 65536, REPEATED = 20, TESTS = 10 };   /* of a short call a sample has several, one after the other */

/* Who serves, and how it is called. */
static const struct contestant {
    const char *name;
    int rabred;
    enum way way;
    int computes;
} contestants[] = {
    { "blocking", 1, BLOCKING, 0 },          { "nonblocking", 1, NONBLOCKING, 0 },
    { "persistent", 1, PERSISTENT, 0 },      { "overlapped", 1, NONBLOCKING, 1 },
    { "stock_blocking", 0, BLOCKING, 0 },    { "stock_nonblocking", 0, NONBLOCKING, 0 },
    { "stock_persistent", 0, PERSISTENT, 0 }, { "stock_overlapped", 0, NONBLOCKING, 1 },
    { "again", 1, BLOCKING, 0 },             /* how far two that are the same differ */
};
enum { CONTESTANTS = sizeof contestants / sizeof *contestants };

static int rank, ranks, samples = 200, wrong;
static MPI_Comm comms[2];                    /* without rabred, with it */
static long *in, *out;
static int counts[1024];

/* From now on new communicators are served by rabred, or not. */
static void let_rabred_serve(int serve)
{
    int index, elements, priority = serve ? 34 : -1;
    MPI_T_cvar_handle handle;
    if (MPI_T_cvar_get_index("coll_rabred_priority", &index) != MPI_SUCCESS) {
        fprintf(stderr, "requests: rabred is not loaded\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_T_cvar_handle_alloc(index, NULL, &handle, &elements);
    MPI_T_cvar_write(handle, &priority);
    MPI_T_cvar_handle_free(&handle);
}

/* Computes so long, and tests meanwhile. */
static void compute(MPI_Request *request, double seconds)
{
    for (int i = 0; i < TESTS; i++) {
        int done;
        double end = MPI_Wtime() + seconds / TESTS;
        while (MPI_Wtime() < end)
            ;
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
    }
}

/* Seconds of one call; of computing, too, where it is done meanwhile. */
static double call(const struct contestant *c, const struct reduction *reduction, MPI_Request *persistent, double meanwhile)
{
    const int repeat = reduction->count * (int) sizeof(long) <= SHORT && !c->computes ? REPEATED : 1;
    MPI_Request request;
    MPI_Barrier(comms[0]);
    MPI_Barrier(comms[0]);
    double start = MPI_Wtime();
    for (int i = 0; i < repeat; i++) {
        if (c->way == PERSISTENT) {
            MPI_Start(persistent);
            MPI_Wait(persistent, MPI_STATUS_IGNORE);
            continue;
        }
        way_begin(c->way, reduction, &request);
        if (c->computes)
            compute(&request, meanwhile);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    return (MPI_Wtime() - start) / repeat;
}

static void check(const struct reduction *r)
{
    int elements = r->collective == ALLREDUCE || (r->collective == REDUCE && rank == 0) ? r->count
                   : r->collective >= REDUCE_SCATTER ? counts[rank] : 0;
    for (int i = 0; i < elements; i++)
        wrong += out[i] != (long) ranks * (ranks - 1) / 2;
    for (int i = 0; i < elements; i++)
        out[i] = -1;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *) a, y = *(const double *) b;
    return (x > y) - (x < y);
}

/* The median over the samples of the slowest rank's time, on all ranks. */
static double median(double *mine)
{
    double *slowest = malloc((size_t) samples * sizeof *slowest), value;
    MPI_Allreduce(mine, slowest, samples, MPI_DOUBLE, MPI_MAX, comms[0]);
    qsort(slowest, (size_t) samples, sizeof *slowest, by_value);
    value = (slowest[(samples - 1) / 2] + slowest[samples / 2]) / 2;
    free(slowest);
    return value;
}

/* All contestants take turns; those that compute come after the others, since they compute as long as these take. */
static void measure(enum collective collective, const char *name, int bytes)
{
    static double seconds[CONTESTANTS];
    int part = bytes / (int) sizeof(long) / ranks, elements = bytes / (int) sizeof(long);
    struct reduction reductions[2];
    MPI_Request persistent[2];
    double *times = malloc(CONTESTANTS * (size_t) samples * sizeof *times);

    for (int i = 0; i < ranks; i++)
        counts[i] = part;
    if (collective >= REDUCE_SCATTER)
        elements = part * ranks;
    for (int i = 0; i < 2; i++) {
        reductions[i] = (struct reduction) { collective, in, out, elements, counts, MPI_LONG, MPI_SUM, 0, comms[i] };
        way_begin(PERSISTENT, &reductions[i], &persistent[i]);
    }
    for (int computes = 0; computes < 2; computes++) {
        int called[CONTESTANTS];
        size_t count = 0;
        for (int i = 0; i < CONTESTANTS; i++)
            if (contestants[i].computes == computes)
                called[count++] = i;
        for (int sample = -3; sample < samples; sample++)
            for (size_t position = 0; position < count; position++) {
                int i = called[bench_order((size_t) (sample + 3), position, count)], serves = contestants[i].rabred;
                double time = call(&contestants[i], &reductions[serves], &persistent[serves], computes ? seconds[serves ? 1 : 5] : 0);
                times[i * samples + (sample < 0 ? 0 : sample)] = time;
                check(&reductions[serves]);
            }
        for (int i = 0; i < CONTESTANTS; i++)
            if (contestants[i].computes == computes)
                seconds[i] = median(&times[i * samples]);
    }
    if (rank == 0) {
        printf("%s,%d,%d", name, elements * (int) sizeof(long), ranks);
        for (int i = 0; i < CONTESTANTS; i++) {
            double pure = seconds[contestants[i].rabred ? 1 : 5], overlap = 100 * (1 - (seconds[i] - pure) / pure);
            printf(",%.2f", contestants[i].computes ? (overlap < 0 ? 0 : overlap > 100 ? 100 : overlap) : seconds[i] * 1e6);
        }
        printf("\n");
        fflush(stdout);
    }
    for (int i = 0; i < 2; i++)
        MPI_Request_free(&persistent[i]);
    free(times);
}

int main(int arguments, char **argument)
{
    static const int usual[] = { 8, 1024, 32768, 1048576 };
    int provided, lengths = arguments > 2 ? arguments - 2 : (int) (sizeof usual / sizeof *usual), all_wrong, most = 1 << 20;

    MPI_Init(&arguments, &argument);
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    samples = arguments > 1 && atoi(argument[1]) > 0 ? atoi(argument[1]) : samples;
    for (int i = 0; i < 2; i++) {
        let_rabred_serve(i);
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    }
    for (int i = 2; i < arguments; i++)
        most = atoi(argument[i]) > most ? atoi(argument[i]) : most;
    in = malloc((size_t) most);
    out = malloc((size_t) most);
    for (size_t i = 0; i < (size_t) most / sizeof(long); i++) {
        in[i] = rank;
        out[i] = -1;
    }
    if (rank == 0) {
        printf("collective,bytes,p");
        for (int i = 0; i < CONTESTANTS; i++)
            printf(",%s_%s", contestants[i].name, contestants[i].computes ? "percent" : "us");
        printf("\n");
    }
    for (enum collective collective = ALLREDUCE; collective < COLLECTIVES; collective++)
        for (int i = 0; i < lengths; i++) {
            int bytes = arguments > 2 ? atoi(argument[i + 2]) : usual[i];
            if (collective < REDUCE_SCATTER || bytes >= ranks * (int) sizeof(long))
                measure(collective, collective_names[collective], bytes);
        }
    MPI_Allreduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, comms[0]);
    if (rank == 0 && all_wrong > 0)
        fprintf(stderr, "requests: %d results are wrong\n", all_wrong);
    MPI_T_finalize();
    MPI_Finalize();
    return all_wrong > 0;
}

/*
 * The variables that MPI_T shows: performance variables tell what known calls have done, and what is written to control
 * variables holds for communicators made after it. Three processes and more, but no power of two. Prints each promise
 * that is broken, and last "N passed, N failed, N skipped".
 *
 *     variables [WHAT] [timed]   timed: the job runs with coll_rabred_time or coll_rabred_summary; WHAT:
 *     packet NODE NETWORK   messages within a node, and between nodes, are cut into packets of so many bytes; 0: into none
 *     blocking BYTES        messages of up to so many bytes are sent by calls that block although others of their round follow
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "variables_tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reduce(MPI_Comm comm, int count, int calls)
{
    double *in = calloc((size_t) count, sizeof(*in)), *out = calloc((size_t) count, sizeof(*out));
    int size;

    MPI_Comm_size(comm, &size);
    for (int i = 0; i < count; i++) {
        in[i] = i;
    }
    for (int call = 0; call < calls; call++) {
        MPI_Allreduce(in, out, count, MPI_DOUBLE, MPI_SUM, comm);
        check("result", out[count - 1] == (double) (count - 1) * size);
    }
    free(in);
    free(out);
}

static void check_counters(bool timed)
{
    watched_t calls = watch("coll_rabred_allreduce_ring_calls", MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG);
    watched_t bytes = watch("coll_rabred_allreduce_ring_bytes", MPI_T_PVAR_CLASS_AGGREGATE, MPI_UNSIGNED_LONG_LONG);
    watched_t seconds = watch("coll_rabred_allreduce_ring_seconds", MPI_T_PVAR_CLASS_TIMER, MPI_DOUBLE);
    watched_t others = watch("coll_rabred_allreduce_linear_calls", MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG);
    MPI_Comm ring = forced("ring"), plain;
    double start = MPI_Wtime();

    reduce(ring, 3, 7);
    reduce(ring, 100000, 2);
    double elapsed = MPI_Wtime() - start;
    check("calls", 9 == value_of(calls));
    check("bytes", 7 * 24 + 2 * 800000 == value_of(bytes));
    check("time that is not asked for is not measured", timed || 0 == value_of(seconds));
    check("time", !timed || (value_of(seconds) > 0 && value_of(seconds) < elapsed));
    MPI_Comm_dup(MPI_COMM_WORLD, &plain);
    reduce(plain, 3, 5);
    reduce(MPI_COMM_WORLD, 3, 5);
    check("a communicator made before or after follows the value of its time", 9 == value_of(calls));
    check("no other algorithm is counted", 0 == value_of(others));
    MPI_Comm_free(&ring);
    MPI_Comm_free(&plain);
}

static void check_fallbacks(void)
{
    watched_t fallbacks = watch("coll_rabred_allreduce_fallbacks", MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG);
    MPI_Comm comm = forced("butterfly");   /* for powers of two only */

    reduce(MPI_COMM_WORLD, 5, 4);
    check("no fallback where nothing was asked for", 0 == value_of(fallbacks));
    reduce(comm, 5, 6);
    check("fallbacks", 6 == value_of(fallbacks));
    MPI_Comm_free(&comm);
}

static void call(int collective, MPI_Comm comm, const double *in, double *out, int count)
{
    int counts[64], size;

    MPI_Comm_size(comm, &size);
    for (int i = 0; i < size; i++) {
        counts[i] = count;
    }
    switch (collective) {
    case 0: MPI_Reduce(in, out, count * size, MPI_DOUBLE, MPI_SUM, 0, comm); break;
    case 1: MPI_Reduce_scatter(in, out, counts, MPI_DOUBLE, MPI_SUM, comm); break;
    default: MPI_Reduce_scatter_block(in, out, count, MPI_DOUBLE, MPI_SUM, comm);
    }
}

/* The counters of the other collectives: by what serves, and by what does not fit. */
static void check_collectives(void)
{
    static const char *const collective[] = {"reduce", "reduce_scatter", "reduce_scatter_block"};
    enum { COUNT = 10, CALLS = 4, MOST = 64 };
    static const double in[COUNT * MOST];
    static double out[COUNT * MOST];
    char name[128];
    int size;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof(name), "coll_rabred_%s_linear_calls", collective[i]);
        watched_t calls = watch(name, MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG);
        snprintf(name, sizeof(name), "coll_rabred_%s_linear_bytes", collective[i]);
        watched_t bytes = watch(name, MPI_T_PVAR_CLASS_AGGREGATE, MPI_UNSIGNED_LONG_LONG);
        snprintf(name, sizeof(name), "coll_rabred_%s_fallbacks", collective[i]);
        watched_t fallbacks = watch(name, MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG);
        MPI_Comm linear = forced_for(collective[i], "linear"), misfit = forced_for(collective[i], "butterfly");   /* of a power of two only */
        for (int n = 0; n < CALLS; n++) {
            call(i, linear, in, out, COUNT);
        }
        check(collective[i], CALLS == value_of(calls) && CALLS * COUNT * size * sizeof(double) == value_of(bytes) && 0 == value_of(fallbacks));
        call(i, misfit, in, out, COUNT);
        check(collective[i], 1 == value_of(fallbacks));
        MPI_Comm_free(&linear);
        MPI_Comm_free(&misfit);
    }
}

/* Rules, and a number, of communicators made after they were written. */
static void check_controls(void)
{
    watched_t calls = watch("coll_rabred_allreduce_ring_calls", MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG);
    watched_t cut = watch("coll_rabred_node_cut", MPI_T_PVAR_CLASS_SIZE, MPI_UNSIGNED_LONG_LONG);
    const double most = value_of(cut);
    char rules[4096] = "";
    size_t limit;
    MPI_Comm comm = controlled("coll_rabred_allreduce_rules", "0-:ring", rules);

    reduce(comm, 3, 5);
    check("rules that were written", 5 == value_of(calls));
    reduce(MPI_COMM_WORLD, 3, 5);
    check("rules hold for later communicators only", 5 == value_of(calls));
    MPI_Comm_free(&comm);
    comm = controlled("coll_rabred_node_cut_limit", &(size_t) {0}, &limit);
    check("a limit that was written", 0 == value_of(cut));
    MPI_Comm_free(&comm);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    check("and written back", most == value_of(cut));
    MPI_Comm_free(&comm);
}

static void check_memory(void)
{
    watched_t schedules = watch("coll_rabred_schedules", MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG);
    watched_t peak = watch("coll_rabred_scratch_peak", MPI_T_PVAR_CLASS_HIGHWATERMARK, MPI_UNSIGNED_LONG_LONG);
    enum { COUNT = 65536 };
    MPI_Comm comm = forced("recursive_doubling");

    reduce(comm, 8, 1);
    double built = value_of(schedules), before = value_of(peak);
    check("schedules", built >= 1);
    reduce(comm, 8, 3);
    check("a schedule serves again", built == value_of(schedules));
    reduce(comm, COUNT, 1);
    double after = value_of(peak);
    check("a vector of scratch", after >= before && after >= COUNT / 2 * sizeof(double));
    MPI_Comm_free(&comm);
    check("the peak stays", after == value_of(peak));
    comm = forced("recursive_doubling");
    reduce(comm, COUNT, 1);
    check("memory that was freed is not counted again", after == value_of(peak));
    reduce(comm, 64 * COUNT, 1);   /* of 16 * COUNT at most */
    check("a long vector is reduced in slices", value_of(peak) < after + 17 * COUNT * sizeof(double));
    MPI_Comm_free(&comm);
}

/* What may be done with longer messages, of `most` bytes at most by default. */
static void check_packets(const char *packet, double expected, const char *cut, double most)
{
    watched_t packets = watch(packet, MPI_T_PVAR_CLASS_SIZE, MPI_UNSIGNED_LONG_LONG);
    watched_t messages = watch(cut, MPI_T_PVAR_CLASS_SIZE, MPI_UNSIGNED_LONG_LONG);

    check("bytes of a packet", expected == value_of(packets));
    check("bytes of a message in packets", (0 == expected ? 0 : most) == value_of(messages));
}

int main(int argc, char **argv)
{
    int all[2];

    MPI_Init(&argc, &argv);
    variables_open();
    check_counters(0 == strcmp(argv[argc - 1], "timed"));
    check_fallbacks();
    check_collectives();
    check_controls();
    check_memory();
    if (argc > 3 && 0 == strcmp(argv[1], "packet")) {
        check_packets("coll_rabred_node_packet", atof(argv[2]), "coll_rabred_node_cut", 7168);
        check_packets("coll_rabred_network_packet", atof(argv[3]), "coll_rabred_network_cut", 1048576);
    }
    if (argc > 2 && 0 == strcmp(argv[1], "blocking")) {
        check("bytes of a message that blocks",
              atof(argv[2]) == value_of(watch("coll_rabred_blocking", MPI_T_PVAR_CLASS_SIZE, MPI_UNSIGNED_LONG_LONG)));
    }
    const char *names[] = {"coll_rabred_reduce_algorithm", "coll_rabred_allreduce_rules", "coll_rabred_segment_size", "coll_rabred_time", "coll_rabred_node_latency"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        check_scope(names[i]);
    }
    MPI_Reduce((int[]) {passed, failed}, all, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    variables_close();
    MPI_Finalize();
    if (0 == rank) {
        printf("%d passed, %d failed, 0 skipped\n", all[0], all[1]);
    }
    return failed > 0;
}

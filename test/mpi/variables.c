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
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, passed, failed;
static MPI_T_pvar_session session;

static void check(const char *what, bool right)
{
    passed += right;
    failed += !right;
    if (!right) {
        printf("FAILED on rank %d: %s\n", rank, what);
    }
}

/* Performance variables. */

typedef struct {
    MPI_T_pvar_handle handle;
    bool real;
} watched_t;

static watched_t watch(const char *name, int class, MPI_Datatype type)
{
    int index, count, verbosity, class_found, binding, read_only, continuous, atomic, name_size = 0, help_size = 0;
    MPI_Datatype type_found;
    MPI_T_enum enumeration;
    watched_t watched = {.real = MPI_DOUBLE == type};

    if (MPI_SUCCESS != MPI_T_pvar_get_index(name, class, &index)
        || MPI_SUCCESS != MPI_T_pvar_get_info(index, NULL, &name_size, &verbosity, &class_found, &type_found, &enumeration, NULL,
                                              &help_size, &binding, &read_only, &continuous, &atomic)
        || MPI_SUCCESS != MPI_T_pvar_handle_alloc(session, index, NULL, &watched.handle, &count) || count != 1) {
        printf("FAILED: there is no %s\n", name);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    check("type", type == type_found);
    check("help", help_size > 10);
    check("read only and continuous", read_only && continuous && MPI_T_BIND_NO_OBJECT == binding);
    return watched;
}

/* Since it is watched; the most ever of what is no sum. */
static double value_of(watched_t watched)
{
    unsigned long long number = 0;
    double seconds = 0;

    MPI_T_pvar_read(session, watched.handle, watched.real ? (void *) &seconds : &number);
    return watched.real ? seconds : (double) number;
}

/* Control variables. */

static MPI_T_cvar_handle open_control(const char *name)
{
    int index, count;
    MPI_T_cvar_handle handle;

    if (MPI_SUCCESS != MPI_T_cvar_get_index(name, &index) || MPI_SUCCESS != MPI_T_cvar_handle_alloc(index, NULL, &handle, &count)) {
        printf("FAILED: there is no %s\n", name);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return handle;
}

static void check_scope(const char *name)
{
    int index, name_size = 0, help_size = 0, verbosity, binding, scope = -1;
    MPI_Datatype type;
    MPI_T_enum enumeration;

    if (MPI_SUCCESS == MPI_T_cvar_get_index(name, &index)) {
        MPI_T_cvar_get_info(index, NULL, &name_size, &verbosity, &type, &enumeration, NULL, &help_size, &binding, &scope);
    }
    check(name, MPI_T_SCOPE_ALL == scope || MPI_T_SCOPE_ALL_EQ == scope);
}

/* The number of an algorithm in the enumeration of a control variable. */
static int number_of(MPI_T_cvar_handle handle, const char *variable, const char *algorithm)
{
    int index, name_size = 0, help_size = 0, verbosity, binding, scope, items = 0, number = -1;
    MPI_Datatype type;
    MPI_T_enum enumeration;

    (void) handle;
    MPI_T_cvar_get_index(variable, &index);
    MPI_T_cvar_get_info(index, NULL, &name_size, &verbosity, &type, &enumeration, NULL, &help_size, &binding, &scope);
    MPI_T_enum_get_info(enumeration, &items, NULL, &name_size);
    for (int i = 0; i < items; i++) {
        char item[64];
        int size = sizeof(item);
        MPI_T_enum_get_item(enumeration, i, &number, item, &size);
        if (0 == strcmp(item, algorithm)) {
            return number;
        }
    }
    check(algorithm, false);
    return 0;
}

static MPI_Comm forced(const char *algorithm)
{
    const char *variable = "coll_rabred_allreduce_algorithm";
    MPI_T_cvar_handle handle = open_control(variable);
    int number = number_of(handle, variable, algorithm), before;
    MPI_Comm comm;

    MPI_T_cvar_read(handle, &before);
    check("written", MPI_SUCCESS == MPI_T_cvar_write(handle, &number));
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_T_cvar_write(handle, &before);
    MPI_T_cvar_handle_free(&handle);
    return comm;
}

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
    int provided, all[2];

    MPI_Init(&argc, &argv);
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_T_pvar_session_create(&session);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    check_counters(0 == strcmp(argv[argc - 1], "timed"));
    check_fallbacks();
    check_memory();
    if (argc > 3 && 0 == strcmp(argv[1], "packet")) {
        check_packets("coll_rabred_node_packet", atof(argv[2]), "coll_rabred_node_cut", 7168);
        check_packets("coll_rabred_network_packet", atof(argv[3]), "coll_rabred_network_cut", 1048576);
    }
    if (argc > 2 && 0 == strcmp(argv[1], "blocking")) {
        check("bytes of a message that blocks",
              atof(argv[2]) == value_of(watch("coll_rabred_blocking", MPI_T_PVAR_CLASS_SIZE, MPI_UNSIGNED_LONG_LONG)));
    }
    const char *names[] = {"coll_rabred_reduce_algorithm", "coll_rabred_allreduce_rules", "coll_rabred_segment_size", "coll_rabred_time"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        check_scope(names[i]);
    }
    MPI_T_pvar_session_free(&session);
    MPI_Reduce((int[]) {passed, failed}, all, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_T_finalize();
    MPI_Finalize();
    if (0 == rank) {
        printf("%d passed, %d failed, 0 skipped\n", all[0], all[1]);
    }
    return failed > 0;
}

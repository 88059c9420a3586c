/*
 * Switches rabred on and off for each new communicator, and tells from its own counters which calls it served.
 * Both go through MPI_T: the control variable coll_rabred_priority, and the performance variables
 * coll_rabred_<collective>_<algorithm>_calls, which are found by their names' beginning and end.
 */
#ifndef BENCH_RABRED_H
#define BENCH_RABRED_H

#include <stdbool.h>
#include <stddef.h>

#include <mpi.h>

struct bench_counter {
    const char *collective;
    char algorithm[64];
    MPI_T_pvar_handle handle;
    bool is_long_long;
};

struct bench_rabred {
    bool loaded;         /* false: this Open MPI has no rabred; all communicators are stock and there are no counters */
    int normal_priority;
    MPI_T_cvar_handle priority;
    MPI_T_pvar_session session;
    struct bench_counter *counters;
    size_t counter_count;
};

/* To be called after MPI_Init. */
void bench_rabred_open(struct bench_rabred *rabred);
void bench_rabred_close(struct bench_rabred *rabred);

/* A copy of MPI_COMM_WORLD that rabred may serve, at the priority the user gave it, or must leave alone. */
MPI_Comm bench_rabred_communicator(const struct bench_rabred *rabred, bool with_rabred);

/* The value of every counter of this process; values has room for counter_count of them. */
void bench_rabred_read(const struct bench_rabred *rabred, unsigned long long *values);

/* How many calls of the collective rabred served between two readings on this process. */
unsigned long long bench_rabred_growth(const struct bench_rabred *rabred, const char *collective, const unsigned long long *before,
                                       const unsigned long long *after);

/* The algorithms that served them, "ring" or "ring+linear", or "none". */
void bench_rabred_algorithms(const struct bench_rabred *rabred, const char *collective, const unsigned long long *before,
                             const unsigned long long *after, char *text, size_t text_bytes);

#endif

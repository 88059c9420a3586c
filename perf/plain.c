/*
 * Any MPI library but Open MPI: nothing is forced, nothing is known about who serves a call.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "bench_library.h"

#include <stdio.h>
#include <unistd.h>

#ifdef OPEN_MPI
#error "Open MPI: compile bench*.c with openmpi*.c, not with plain.c"
#endif

const char bench_library_entries[] = "default";

void bench_library_prepare(const struct bench_entry *entries, size_t count)
{
    (void)entries, (void)count;
}

struct bench_library *bench_library_open(void)
{
    return NULL;
}

void bench_library_close(struct bench_library *library)
{
    (void)library;
}

bool bench_library_communicator(struct bench_library *library, const struct bench_entry *entry,
                                const struct bench_collective *const *collectives, size_t count, bool *applies, MPI_Comm *comm,
                                char reason[BENCH_REASON_BYTES])
{
    (void)library, (void)collectives;
    if (!bench_entry_is(entry, "default")) {
        snprintf(reason, BENCH_REASON_BYTES, "%s: this MPI is not Open MPI; allowed: default", entry->name);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        applies[i] = true;
    }
    MPI_Comm_dup(MPI_COMM_WORLD, comm);
    return true;
}

void bench_library_look(struct bench_server *server)
{
    snprintf(server->component, sizeof server->component, "-");
    snprintf(server->algorithm, sizeof server->algorithm, "-");
}

void bench_library_mark(struct bench_library *library)
{
    (void)library;
}

size_t bench_library_served(struct bench_library *library, const struct bench_collective *collective, char *algorithms,
                            size_t algorithms_bytes)
{
    (void)library, (void)collective;
    snprintf(algorithms, algorithms_bytes, "-");
    return 0;
}

void bench_library_leave(int status)
{
#ifdef MPICH_VERSION /* its MPI_Finalize was seen to hang */
    MPI_Barrier(MPI_COMM_WORLD);
    fflush(NULL);
    _exit(status);
#else
    (void)status;
    MPI_Finalize();
#endif
}

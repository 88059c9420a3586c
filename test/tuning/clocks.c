/*
 * tune/clocks.c, where the clock of each rank is a thousand seconds behind that of the rank before and a message takes 20 ms: prints whether
 * all meet at one moment, whoever comes last, and the last of them ends what they do; again, when clocks have drifted and are compared anew;
 * and whether one that hears too late of a moment does so once, until clocks are compared again.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "../../tune/clocks.h"

#include <stdio.h>
#include <time.h>

static const double way = 0.02, late = 0.03, longest = 0.5, close = 0.01;
static double behind, heard_late;

static void pass(double seconds)
{
    nanosleep(&(struct timespec) {.tv_nsec = (long) (1e9 * seconds)}, NULL);
}

/* In place of Open MPI's, which may begin at 0 in each process. */
double MPI_Wtime(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec - behind;
}

/* Likewise. */
int MPI_Sendrecv(const void *out, int sent, MPI_Datatype sent_type, int to, int tag, void *in, int received, MPI_Datatype received_type,
                 int from, int received_tag, MPI_Comm comm, MPI_Status *status)
{
    pass(way);
    int error = PMPI_Sendrecv(out, sent, sent_type, to, tag, in, received, received_type, from, received_tag, comm, status);
    pass(way);
    return error;
}

/* Likewise. */
int MPI_Bcast(void *data, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    int error = PMPI_Bcast(data, count, type, root, comm);
    pass(heard_late);
    return error;
}

/* What comes of a meeting to which the second rank comes later than any notice, and after which it is late; of the first rank. */
static const char *meet(clocks_t *clocks, int rank)
{
    double least[3], most[3];

    pass(1 == rank ? longest : 0);
    const double moment = clocks_meet(clocks), waited = MPI_Wtime() - moment;
    pass(1 == rank ? late : 0);
    const double own[3] = {moment + behind, clocks_last(clocks, moment), waited};
    MPI_Reduce(own, least, 3, MPI_DOUBLE, MPI_MIN, 0, MPI_COMM_WORLD);
    MPI_Reduce(own, most, 3, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    return 0 != rank                                  ? NULL
           : least[2] < 0                             ? "too early"
           : most[2] > close                          ? "too late"
           : most[0] - least[0] > close               ? "moments differ"
           : least[1] < late || least[1] < most[1]    ? "not the last one's"
                                                      : "right";
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    behind = 1000.0 * rank;
    clocks_t clocks = clocks_compare(MPI_COMM_WORLD);
    const char *first = meet(&clocks, rank);
    behind -= rank;   /* clocks drift; what was compared is too old */
    clocks.due = 0 == rank ? 0 : clocks.due;
    meet(&clocks, rank);
    const char *anew = meet(&clocks, rank);
    clocks.notice = 0;
    heard_late = 1 == rank ? late : 0;
    clocks_last(&clocks, clocks_meet(&clocks));
    heard_late = 0;
    const double longer = clocks.notice;
    clocks.notice = 1;
    clocks.due = 0 == rank ? 0 : clocks.due;
    clocks_last(&clocks, clocks_meet(&clocks));
    if (0 == rank) {
        printf("clocks: %s\nanew: %s\nnotice: %s\nagain: %s\n", first, anew, longer > late ? "longer" : "as short as before",
               clocks.notice < 1 ? "shorter" : "as long as before");
    }
    MPI_Finalize();
    return 0;
}

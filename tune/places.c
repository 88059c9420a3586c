/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#define _GNU_SOURCE
#include "places.h"

#include "fit.h"

#include <sched.h>
#include <stdlib.h>
#include <time.h>

/* Do the ranks of this node own fewer processors than there are ranks? */
static bool is_crowded(MPI_Comm node, int size)
{
    cpu_set_t mine, all;

    CPU_ZERO(&mine);
    sched_getaffinity(0, sizeof(mine), &mine);
    MPI_Allreduce(&mine, &all, (int) sizeof(mine), MPI_BYTE, MPI_BOR, node);
    return CPU_COUNT(&all) < size;
}

/* The rank that places[place] of a node has, in an array of [ranks][node, place]; MPI_PROC_NULL: none. */
static int find(const int *where, int ranks, int node, int place)
{
    for (int rank = 0; rank < ranks; rank++) {
        if (where[2 * rank] == node && where[2 * rank + 1] == place) {
            return rank;
        }
    }
    return MPI_PROC_NULL;
}

/* All ranks' node and place; to be freed. */
static int *gather(const places_t *places)
{
    int *where = calloc(2 * (size_t) places->ranks, sizeof(*where));

    if (NULL == where) {
        MPI_Abort(MPI_COMM_WORLD, 1);
        abort();
    }
    MPI_Allgather((const int[]) {places->node, places->place}, 2, MPI_INT, where, 2, MPI_INT, MPI_COMM_WORLD);
    return where;
}

places_t places_find(void)
{
    places_t places = {.rank = 0};
    MPI_Comm node;
    int size, first, mine;

    MPI_Comm_rank(MPI_COMM_WORLD, &places.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &places.ranks);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &places.place);
    MPI_Comm_size(node, &size);
    /* Firsts are numbered by a scan: each node's first rank counts those before it and tells its node. */
    mine = 0 == places.place;
    MPI_Scan(&mine, &first, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    places.node = first - 1;
    MPI_Bcast(&places.node, 1, MPI_INT, 0, node);
    MPI_Allreduce(&mine, &places.nodes, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    int crowded = is_crowded(node, size), any;
    MPI_Allreduce(&crowded, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    places.crowded = any;
    MPI_Allreduce(&size, &places.largest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Comm_free(&node);
    return places;
}

bool places_have(const places_t *places, coll_rabred_class_t class)
{
    return COLL_RABRED_NODE == class ? places->largest > 1 : places->nodes > 1;
}

int places_partner(const places_t *places, coll_rabred_class_t class, bool one)
{
    int *where = gather(places), partner, chosen = 0;

    if (COLL_RABRED_NODE == class) {
        partner = find(where, places->ranks, places->node, places->place ^ 1);
    } else {
        partner = 0 == places->place ? find(where, places->ranks, places->node ^ 1, 0) : MPI_PROC_NULL;
    }
    free(where);
    if (one) {   /* the pair of the lowest rank that has one */
        int lowest = MPI_PROC_NULL == partner ? places->ranks : places->rank < partner ? places->rank : partner;
        MPI_Allreduce(&lowest, &chosen, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
        partner = lowest == chosen ? partner : MPI_PROC_NULL;
    }
    return partner;
}

MPI_Comm places_group(const places_t *places, coll_rabred_class_t class)
{
    MPI_Comm group;
    int member = 0 == places->place, chosen;

    if (COLL_RABRED_NODE == class) {   /* the lowest number of a node with as many ranks as the largest */
        int last = places->place + 1 == places->largest ? places->node : places->nodes;
        MPI_Allreduce(&last, &chosen, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
        member = chosen == places->node;
    }
    MPI_Comm_split(MPI_COMM_WORLD, member ? 0 : MPI_UNDEFINED, 0, &group);
    return group;
}

void places_wait(void)
{
    MPI_Request request;
    int done = 0;

    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    for (MPI_Test(&request, &done, MPI_STATUS_IGNORE); !done; MPI_Test(&request, &done, MPI_STATUS_IGNORE)) {
        nanosleep(&(struct timespec) {.tv_nsec = 200000}, NULL);
    }
}

double places_median(double own)
{
    double *all, median;
    int ranks, found = 0;

    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    all = calloc((size_t) ranks, sizeof(*all));
    if (NULL == all) {
        MPI_Abort(MPI_COMM_WORLD, 1);
        abort();
    }
    places_wait();
    MPI_Allgather(&own, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int rank = 0; rank < ranks; rank++) {
        if (all[rank] >= 0) {
            all[found++] = all[rank];
        }
    }
    median = fit_median(all, (size_t) found);
    free(all);
    return median;
}

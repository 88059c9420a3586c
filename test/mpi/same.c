/*
 * Whether all processes end MPI_Allreduce with the same bits: integers of all lengths, any bits, so that sums and products overflow, by
 * every operator on them, by each of the algorithms named. Prints, from rank 0,
 *
 *     N results, of which M differ from those of rank 0
 *
 * with the first of each process before it, and ends with status 1 if any differs. Usage: same ALGORITHM ...
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 333 };   /* elements */

static long long results, differ;

static uint64_t random_bits(void)
{
    static uint64_t state = UINT64_C(0x9e3779b97f4a7c15);   /* the same on all ranks */

    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return state ^ state >> 33;
}

static void compare(MPI_Comm comm, const char *algorithm, MPI_Datatype type, MPI_Op op, int count, const char *what)
{
    static uint64_t in[MOST], out[MOST], first[MOST];
    char name[MPI_MAX_OBJECT_NAME];
    int rank, processes, length, size;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &processes);
    MPI_Type_size(type, &size);
    for (int i = 0; i < MOST * processes; i++) {
        uint64_t bits = random_bits();
        if (i / MOST == rank) {
            in[i % MOST] = bits;
        }
    }
    MPI_Allreduce(in, out, count, type, op, comm);
    memcpy(first, out, sizeof(first));
    MPI_Bcast(first, count, type, 0, comm);
    results++;
    if (0 != memcmp(first, out, (size_t) count * (size_t) size)) {
        MPI_Type_get_name(type, name, &length);
        if (0 == differ++) {
            printf("rank %d of %d, %s: %s of %d %s\n", rank, processes, algorithm, what, count, name);
        }
    }
}

int main(int argc, char **argv)
{
    int rank;
    long long sums[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const MPI_Datatype types[] = {MPI_INT8_T, MPI_UINT8_T, MPI_INT16_T, MPI_UINT16_T, MPI_INT32_T, MPI_UINT32_T, MPI_INT64_T, MPI_UINT64_T,
                                  MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_SHORT, MPI_UNSIGNED_SHORT, MPI_INT, MPI_UNSIGNED, MPI_LONG,
                                  MPI_UNSIGNED_LONG, MPI_LONG_LONG, MPI_UNSIGNED_LONG_LONG};
    const struct { MPI_Op op; const char *name; } operators[] = {
        {MPI_SUM, "MPI_SUM"}, {MPI_PROD, "MPI_PROD"}, {MPI_MIN, "MPI_MIN"}, {MPI_MAX, "MPI_MAX"}, {MPI_LAND, "MPI_LAND"}, {MPI_LOR, "MPI_LOR"},
        {MPI_LXOR, "MPI_LXOR"}, {MPI_BAND, "MPI_BAND"}, {MPI_BOR, "MPI_BOR"}, {MPI_BXOR, "MPI_BXOR"}
    };
    const int counts[] = {1, 7, 64, MOST};

    for (int i = 1; i < argc; i++) {
        MPI_Comm comm;
        MPI_Info info;
        MPI_Info_create(&info);
        MPI_Info_set(info, "rabred_allreduce_algorithm", argv[i]);
        MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm);
        MPI_Info_free(&info);
        for (size_t type = 0; type < sizeof(types) / sizeof(types[0]); type++) {
            for (size_t op = 0; op < sizeof(operators) / sizeof(operators[0]); op++) {
                for (size_t count = 0; count < sizeof(counts) / sizeof(counts[0]); count++) {
                    compare(comm, argv[i], types[type], operators[op].op, counts[count], operators[op].name);
                }
            }
        }
        MPI_Comm_free(&comm);
    }
    MPI_Allreduce((long long[]) {results, differ}, sums, 2, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (0 == rank) {
        printf("%lld results, of which %lld differ from those of rank 0\n", sums[0], sums[1]);
    }
    MPI_Finalize();
    return sums[1] > 0;
}

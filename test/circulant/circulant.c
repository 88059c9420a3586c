/*
 * The block schedules of the n-block broadcast on circulant graphs: circulant [TO]
 *
 * For every number of processes to TO (1024) the conditions at the head of sched/circulant_blocks.c, which make a schedule
 * right whatever the number of blocks. Last line: N passed, N failed, N skipped.
 */
#include "../../coll_rabred/sched/phases.h"

#include <stdio.h>
#include <stdlib.h>

static int skip[COLL_RABRED_LEVELS], rounds;      /* s_k, by its definition; q */

static void set_skips(int processes)
{
    int exact[COLL_RABRED_LEVELS], n = 0;

    for (exact[0] = processes; exact[n] > 1; n++) {
        exact[n + 1] = (exact[n] + 1) / 2;
    }
    rounds = n;
    for (int k = 0; k <= n; k++) {
        skip[k] = exact[n - k];
    }
}

/* The index of the smallest skip in the greedy decomposition; q for none. */
static int base(int distance)
{
    int smallest = rounds;

    for (int k = rounds - 1; k >= 0; k--) {
        if (skip[k] <= distance) {
            distance -= skip[k];
            smallest = k;
        }
    }
    return 0 == distance ? smallest : -1;
}

/* In a phase a process receives -1 .. -q, one of them replaced by its base block. */
static bool receives_all(int distance, const int *received)
{
    uint64_t seen = 0;

    for (int k = 0; k < rounds; k++) {
        bool new = received[k] == base(distance);
        int block = new ? base(distance) - rounds : received[k];
        if (block >= 0 || block < -rounds || (!new && block == base(distance) - rounds)) {
            return false;
        }
        seen |= UINT64_C(1) << -block;
    }
    return seen == (UINT64_C(1) << (rounds + 1)) - 2;
}

/* True if the process has, in round k, the block that it is to send then. */
static bool has(int distance, const int *received, int k, int block)
{
    if (0 == distance) {
        return block == k;
    }
    bool there = block == base(distance) - rounds;
    for (int earlier = 0; earlier < k; earlier++) {
        there = there || block == received[earlier];
    }
    return there;
}

/* NULL if the schedules of all processes are right. */
static const char *wrong(int processes, int (*received)[COLL_RABRED_LEVELS])
{
    for (int r = 0; r < processes; r++) {
        if (base(r) != coll_rabred_circulant_base(processes, r)) {
            return "another base block";
        }
        if (r > 0 && !receives_all(r, received[r])) {
            return "not every block is received once";
        }
        for (int k = 0; k < rounds; k++) {
            int to = (r + skip[k]) % processes;
            if (to != 0 && !has(r, received[r], k, received[to][k])) {
                return "a block is sent that is not there";
            }
        }
    }
    return NULL;
}

int main(int argc, char **argv)
{
    long to = argc > 1 ? strtol(argv[1], NULL, 10) : 1024;
    int passed = 0, failed = 0;

    for (int p = 2; p <= to; p++) {
        int (*received)[COLL_RABRED_LEVELS] = calloc((size_t) p, sizeof(*received));
        if (NULL == received) {
            return 2;
        }
        set_skips(p);
        for (int r = 0; r < p; r++) {
            coll_rabred_circulant_blocks(p, r, received[r]);
        }
        const char *problem = wrong(p, received);
        if (NULL != problem) {
            printf("FAILED p %d: %s\n", p, problem);
        }
        *(NULL == problem ? &passed : &failed) += 1;
        free(received);
    }
    printf("%d passed, %d failed, 0 skipped\n", passed, failed);
    return 0 == failed ? 0 : 1;
}

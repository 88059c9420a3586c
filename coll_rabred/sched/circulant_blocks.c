/*
 * Which block a process receives when in the round-optimal broadcast of n blocks on the circulant graph.
 *
 * Traeff (Round-optimal n-block broadcast schedules in logarithmic time, doi 10.1145/3735139). Skips s_q = p,
 * s_k = ceil(s_k+1 / 2), q = ceil(log2 p); processes are counted from the root. In round k of a phase of q
 * rounds r receives from r - s_k and sends to r + s_k; blocks are numbered from the first that the root sends in
 * the phase, those below 0 are of the phases before. base(r) is the index of the smallest skip in the greedy
 * decomposition of r into skips. p = 5, skips 5, 3, 2, 1:
 *
 *     r               0    1    2    3    4
 *     base            -    0    1    2    0
 *     round 0         -    0   -3   -2   -1     from r-1
 *     round 1         -   -1    1   -3   -2     from r-2
 *     round 2         -   -2   -1    2    0     from r-3
 *
 * These are right since, for every r: (1) what r receives in round k is what r - s_k sends then: senders look
 * up what their receivers expect; (2) in a phase, r > 0 receives -1 .. -q but for base(r) - q, and base(r);
 * (3) what r > 0 sends is base(r) - q or what it received in an earlier round of the phase; (4) the root sends
 * block k in round k. test/circulant tests this for all p to 1024.
 *
 * A block received in round k is the base block of a process on the way: each round looks for the
 * next one down a tree of sums of falling skips, at most s_k short of r, with a base that no earlier round has.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

typedef struct {
    int rounds, round;                /* q, and the one that a block is looked for */
    int skip[COLL_RABRED_LEVELS];
    bool taken[COLL_RABRED_LEVELS];   /* base blocks */
    int64_t distance;                 /* of the process, p added: the root's own blocks come from there */
    int64_t last;                     /* distance of the one whose base block was taken last */
    int *block;
} search_t;

static int find_base(const int *skip, int rounds, int distance)
{
    int k = rounds;

    while (distance > 0) {
        k--;
        distance -= skip[k] <= distance ? skip[k] : 0;
    }
    return k;
}

int coll_rabred_circulant_base(int processes, int distance)
{
    int skip[COLL_RABRED_LEVELS], rounds = coll_rabred_skips(processes, skip);

    return find_base(skip, rounds, distance);
}

/* Looks for blocks below the process at distance `at`, the sum of skips of which the smallest is above `top`. */
static void look_below(search_t *s, int64_t at, int top)
{
    for (int e = top; e >= 0 && s->round < s->rounds; e--) {
        int64_t next = at + s->skip[e];
        if (s->taken[e] || next >= s->last || next > s->distance - s->skip[s->round]) {
            continue;
        }
        look_below(s, next, e - 1);
        if (s->round == s->rounds || at > s->distance - s->skip[s->round + 1]) {
            return;
        }
        s->block[s->round++] = e - s->rounds;
        s->taken[e] = true;
        s->last = next;
    }
}

void coll_rabred_circulant_blocks(int processes, int distance, int block[COLL_RABRED_LEVELS])
{
    search_t search = {.distance = (int64_t) processes + distance, .last = 2 * (int64_t) processes, .block = block};
    int rounds = search.rounds = coll_rabred_skips(processes, search.skip), base = find_base(search.skip, rounds, distance);

    search.taken[base] = true;
    look_below(&search, 0, rounds);
    for (int k = 0; k < rounds; k++) {
        block[k] = 0 == block[k] ? base : block[k];   /* the root's own way, p = s_q, stands for the base block */
    }
}

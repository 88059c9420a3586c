/*
 * The planner: of all algorithms that may serve a call, with all arguments worth trying, the one that the model says is the
 * fastest. It depends on nothing but what is asked, in integers, so that all processes find the same; of equals one that
 * makes fewer pieces of a short vector, and the first in the table's order.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_CHOOSE_PLANNER_H
#define COLL_RABRED_CHOOSE_PLANNER_H

#include "machine.h"

/*
 * Where a node has more processes than processors these take turns, and what they do altogether counts beside what the last one waits for.
 * Whoever waits for a message waits for the turns of others, too; a message that is announced takes two more turns, there and back.
 */
typedef struct {
    size_t processors;                  /* of the node; 0: as many as it has processes */
    unsigned long long turn;            /* picoseconds: that the latency takes more for each further process on a processor; twice, the handshake */
    size_t at_once;                     /* bytes of the longest message that is cut into packets of which none is announced; 0: none is */
} coll_rabred_turns_t;

/* Picoseconds, by default (perf/results/2026-11-26-turns). Bytes: messages of up to so many travel in packets at least, since while processes
   take turns an announcement takes longer (perf/results/2026-11-25-packets). */
enum { COLL_RABRED_TURN = 1500000, COLL_RABRED_TURN_CUT_LIMIT = 32256 };

/* What the model knows of a communicator. */
typedef struct {
    int processes;
    coll_rabred_class_t class;
    coll_rabred_machine_t machine[COLL_RABRED_CLASSES];
    const coll_rabred_nodes_t *nodes;   /* NULL: unknown */
    coll_rabred_turns_t turns;          /* where the class is that of a node */
} coll_rabred_model_t;

/* A call. */
typedef struct {
    coll_rabred_collective_t collective;
    unsigned traits, promises;          /* what it offers to algorithms, and what they must promise */
    size_t elements, element;           /* of the vector, and bytes of one; both above 0 */
} coll_rabred_wish_t;

typedef struct {
    int algorithm;
    size_t argument[COLL_RABRED_ARGUMENTS];   /* as schedules take them: sizes in blocks */
    uint64_t picoseconds;                     /* predicted */
    bool scattered;                           /* blocks of a short vector, none empty, in the order that halvings leave: in pieces */
    bool announced;                           /* pieces of a pipeline, too long to travel at once */
    bool played;                              /* the time is that of its schedules, not of its formula */
} coll_rabred_candidate_t;

typedef void (*coll_rabred_visit_t)(void *context, const coll_rabred_candidate_t *candidate);

/*
 * False if that many pieces are not worth trying. Where a piece takes less than two gaps, or an eighth of the latency, shorter ones
 * save little and each message keeps the processor longer than the gap tells. In shared memory, pieces that travel at once fill
 * buffers faster than the receiver reduces: a stream of them takes many times what the model says (perf/results/2026-11-21-pieces).
 */
bool coll_rabred_may_be_cut(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish, size_t pieces);

/* True where the bytes take less than the latency: there messages and their pieces count, which take instructions. */
bool coll_rabred_latency_counts(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish);

/* Visits all candidates, algorithms in the table's order. */
void coll_rabred_candidates(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish, coll_rabred_visit_t visit,
                            void *context);

/* Those of one algorithm, whether it fits the call or not. */
void coll_rabred_candidates_of(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish, int algorithm,
                               coll_rabred_visit_t visit, void *context);

/* What a candidate asks of the processes, but for their rank. */
coll_rabred_problem_t coll_rabred_candidate_problem(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish,
                                                    const coll_rabred_candidate_t *candidate);

/* Is faster, by so much that the leading bits of their times differ, a 128th at most, nearer than which no model is right; or is not
   scattered; or comes first in the table and so sends less at a time, or less far. */
bool coll_rabred_comes_before(const coll_rabred_candidate_t *a, const coll_rabred_candidate_t *b);

/* True if processes of a node are more than its processors. */
bool coll_rabred_takes_turns(const coll_rabred_model_t *model);

/* The model by whose numbers a call's processes take turns; or without turns, where they need not, and where the latency counts. */
coll_rabred_model_t coll_rabred_in_turns(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish);

/*
 * Those that the formulas find the fastest, but none that takes half as long again as the first, with their times as played: the
 * fastest first. For at most 128 processes, and so many steps that it takes some tenths of a millisecond; the first of those that
 * cannot be played for so little stands among them with its formula's time. Where processes share
 * nodes, of which formulas only estimate what they do to each other, the fastest few of each algorithm, and of pipelines of each kind of
 * pieces, however slow, for up to twice as many steps; where processes take turns, of which formulas know nothing, one of each. In both cases
 * only the formulas' first stands among them where it is not played.
 */
enum { COLL_RABRED_MOST_FINALISTS = 32 };

typedef struct {
    size_t number;
    coll_rabred_candidate_t candidate[COLL_RABRED_MOST_FINALISTS];
} coll_rabred_finalists_t;

/* False when out of memory. */
bool coll_rabred_find_finalists(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish, coll_rabred_finalists_t *finalists);

/* The fastest by the formulas, which takes no memory. */
coll_rabred_candidate_t coll_rabred_plan_by_formula(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish);

/* The first of the finalists; some algorithm serves any call. Algorithm -1 when out of memory. */
coll_rabred_candidate_t coll_rabred_plan(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish);

/* The candidate as a rule names it: algorithm(argument=value,..), without what is the default. */
void coll_rabred_candidate_text(const coll_rabred_model_t *model, const coll_rabred_wish_t *wish,
                                const coll_rabred_candidate_t *candidate, char *text, size_t size);

/* What the algorithm needs and the call does not have, or what it does not promise, as a clause; NULL if it fits. */
const char *coll_rabred_misfit(const coll_rabred_algorithm_t *algorithm, int processes, unsigned traits,
                               unsigned promises);

#endif

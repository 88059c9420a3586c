/*
 * One case of the proof: an algorithm, a collective and a number of processes, played in many calls.
 */
#ifndef TEST_SCHED_CASE_H
#define TEST_SCHED_CASE_H

#include "player.h"

/* What one algorithm does for one collective and p, over all roots. */
typedef struct {
    const coll_rabred_algorithm_t *algorithm;
    coll_rabred_problem_t problem;
    coll_rabred_cost_t worst;
    value_t bracketing;          /* of the first call; UNDEFINED before */
    bool bound_reached;          /* the scratch stated was needed, in place or not */
    bool print_costs, print_schedules;
    char error[512];             /* the first thing wrong; empty if nothing was */
} case_t;

enum { ALL_TO = 64 };           /* processes: up to there a case is played with everything, above with a sample */

/* Notes what is wrong, with the call. */
void wrong(case_t *c, const char *what);

/* Plays one call, and checks its result against what the algorithm promises. */
void prove_call(case_t *c);

/* Checks the worst of the calls so far against what the table states; `all_roots`: the costliest root was among them. */
void check_cost(case_t *c, bool all_roots);

/* In variations.c: plays the case with all its roots, arguments and so on. */
void prove_case(case_t *c);

#endif

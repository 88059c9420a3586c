/*
 * Who calls, and by what algorithm, for tests of choices.
 */
#ifndef TEST_CHOOSE_PROCESSES_H
#define TEST_CHOOSE_PROCESSES_H

#include "../../coll_rabred/choose/planner.h"

enum { PROCESSES_MOST = 130 };

/* A model of at most PROCESSES_MOST, by the built-in numbers: adjacent ranks, so many a node; none are known for 1. processes_free frees
   what it knows. */
coll_rabred_model_t processes_model(int processes, int members, coll_rabred_class_t class);
void processes_free(coll_rabred_model_t *model);

/* The place of an algorithm in the table; there must be one of this name. */
int processes_algorithm(const char *name);

#endif

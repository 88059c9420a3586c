#ifndef TEST_CHOOSE_NODES_TEST_H
#define TEST_CHOOSE_NODES_TEST_H

#include <stdbool.h>

/* True if the formulas of some calls on nodes come near what their schedules take; tells which do not. */
bool times_on_nodes_are_near(void);

/* True if of a pipeline on nodes pieces on both sides of the eager limit are played. */
bool pieces_of_both_kinds_are_played(void);

/* By few processes on nodes more candidates of an algorithm are played, and pipelines of up to 96 pieces as they are. */
bool few_on_nodes_are_played_longer(void);

#endif

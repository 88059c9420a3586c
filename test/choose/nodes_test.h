#ifndef TEST_CHOOSE_NODES_TEST_H
#define TEST_CHOOSE_NODES_TEST_H

#include <stdbool.h>

/* True if the formulas of some calls on nodes come near what their schedules take; tells which do not. */
bool times_on_nodes_are_near(void);

/* True if of a pipeline on nodes pieces on both sides of the eager limit are played. */
bool pieces_of_both_kinds_are_played(void);

#endif

#ifndef TEST_CHOOSE_FINALISTS_TEST_H
#define TEST_CHOOSE_FINALISTS_TEST_H

#include <stdbool.h>

/* True if the finalists are the nearest by their formulas, their times those of their schedules, played, and the fastest comes first. */
bool finalists_are_right(void);

/* True if processes take turns where processors are fewer, on a node, and messages not short; if then the best of each algorithm is
   played, what all do counts, and those that do less come first the fewer processors there are. */
bool turns_are_right(void);

/* True if nothing is played that takes long. */
bool finalists_are_few(void);

/* True if a plan fails where memory does, whichever allocation that is, and one by formulas takes none. */
bool memory_may_end(void);

#endif

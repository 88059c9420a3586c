#ifndef TEST_CHOOSE_MACHINE_TEST_H
#define TEST_CHOOSE_MACHINE_TEST_H

#include <stdbool.h>

/* True if texts are read as the numbers that they say, to the last that fits, and what is none is refused. */
bool numbers_are_right(void);

/* True if files with the model's numbers are read as they are written, and wrong ones refused. */
bool machine_is_right(void);

/* In shared memory no candidate has pieces that travel at once; on the network some have. */
bool pieces_are_worth_trying(void);

/* Times that differ by a 128th to a 256th at most, by their leading bits; of such candidates the first is taken. */
bool near_times_are_equal(void);

/* Of candidates that take the same time for a short vector one is taken that needs few pieces. */
bool short_vectors_stay_whole(void);

#endif

#ifndef TEST_CHOOSE_PLAY_TEST_H
#define TEST_CHOOSE_PLAY_TEST_H

#include <stdbool.h>

/* True if schedules take the time that can be told by hand. */
bool play_is_right(void);

#endif

#ifndef TEST_CHOOSE_CACHE_TEST_H
#define TEST_CHOOSE_CACHE_TEST_H

#include <stdbool.h>

/* True if the cache hands out the right schedules; `lanes`: the number of an algorithm that looks at nodes. */
bool cache_is_right(int lanes);
bool cache_is_bounded(void);   /* in bytes */

#endif

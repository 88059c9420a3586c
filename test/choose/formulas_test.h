#ifndef TEST_CHOOSE_FORMULAS_TEST_H
#define TEST_CHOOSE_FORMULAS_TEST_H

#include <stdbool.h>

/* True if formulas come as near to what calls take when they are played as is known of them. */
bool formulas_are_right(void);

#endif

#ifndef TEST_CHOOSE_MODEL_TEST_H
#define TEST_CHOOSE_MODEL_TEST_H

#include <stdbool.h>

/* True if what the model finds fits the call, and is found again for others of its class. */
bool models_are_right(void);

#endif

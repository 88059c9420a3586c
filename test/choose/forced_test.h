#ifndef TEST_CHOOSE_FORCED_TEST_H
#define TEST_CHOOSE_FORCED_TEST_H

#include <stdbool.h>

/* True if the words that force an algorithm are understood, and no others. */
bool forced_words_are_right(void);

/* True if a decision tells what was replaced: only what somebody asked for. */
bool replacements_are_right(void);

/* True if the rule that a candidate's text is means the candidate; of fewer bytes than blocks, as far as it divides at all. */
bool candidates_are_rules(void);

#endif

/* What must hold when a call has been played: every result is complete, and the promises are kept. */
#ifndef REPLAY_OUTCOME_H
#define REPLAY_OUTCOME_H

#include "model.h"

bool outcome_check(model_t *model);

/* Whether the call's one bracketing is that of all calls before it of the same collective, algorithm, radix
 * and number of processes that promise one. Calls without that promise pass. */
bool outcome_compare(model_t *model);
void outcome_free(void);

#endif

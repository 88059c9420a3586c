/*
 * Called at every basic block of what is compiled with -fsanitize-coverage=trace-pc.
 */
#include "blocks.h"

static size_t run;

void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void)
{
    run++;
}

size_t blocks_run(void)
{
    size_t blocks = run;

    run = 0;
    return blocks;
}

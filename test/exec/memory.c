/*
 * What scratch promises when it is asked for, given back and retained.
 */
#include "process.h"

/* Memory is reused only where it suffices, and stays up to the limit. */
const char *check_scratch(bool *allocations_fail)
{
    coll_rabred_scratch_t scratch = {.limit = 1000};
    bool right = NULL != coll_rabred_scratch_get(&scratch, 600);

    coll_rabred_scratch_put(&scratch);
    *allocations_fail = true;
    right = right && NULL != coll_rabred_scratch_get(&scratch, 500) && NULL == coll_rabred_scratch_get(&scratch, 5000);
    *allocations_fail = false;
    right = right && NULL != coll_rabred_scratch_get(&scratch, 5000);
    coll_rabred_scratch_put(&scratch);
    right = right && NULL == scratch.current;
    coll_rabred_scratch_free(&scratch);
    return right ? NULL : "scratch reused or kept wrongly";
}

/* Memory that unfinished sends of several failed calls read is all freed in the end: a leak would show. */
const char *check_retained(void)
{
    coll_rabred_scratch_t scratch = {.limit = 1000};
    bool right = true;

    for (int i = 0; i < 3; i++) {
        right = right && NULL != coll_rabred_scratch_get(&scratch, 100);
        coll_rabred_scratch_retain(&scratch);
    }
    size_t retained = 0;
    for (const void *chunk = scratch.retained; NULL != chunk; chunk = *(const void *const *) chunk) {
        retained++;
    }
    coll_rabred_scratch_free(&scratch);
    return right && 3 == retained ? NULL : "retained memory lost";
}

/* A call that runs again finds its temporaries where the scratch is by then. */
const char *check_places(const setting_t *setting)
{
    process_t p;
    ptrdiff_t offset[2];

    set_up(&p, setting, 0);
    for (int i = 0; i < 2; i++) {
        p.error = coll_rabred_run_start(&p.run, &p.call);
        offset[i] = (char *) p.call.base[COLL_RABRED_TMP] - coll_rabred_scratch_get(&p.scratch, 1);
        (void) coll_rabred_scratch_grow(&p.scratch, 1 << 20);
    }
    bool right = 0 == p.error && offset[0] == offset[1];
    tear_down(&p);
    return right ? NULL : "temporaries where scratch was before";
}

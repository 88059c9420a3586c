/*
 * Memory that runs out when a test wants it to; what scratch promises when it is asked for, given back and retained.
 */
#include "process.h"

bool allocations_fail;
long allocations_left = -1;

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t bytes);
void *__wrap_realloc(void *memory, size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);
void *__wrap_aligned_alloc(size_t alignment, size_t bytes);

static bool runs_out(void)
{
    return 0 == allocations_left || (allocations_left > 0 && 0 > --allocations_left);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return runs_out() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t bytes)
{
    return runs_out() ? NULL : __real_realloc(memory, bytes);
}

void *__wrap_aligned_alloc(size_t alignment, size_t bytes)
{
    return allocations_fail ? NULL : __real_aligned_alloc(alignment, bytes);
}

/* Memory is reused only where it suffices, and stays up to the limit. */
const char *check_scratch(void)
{
    coll_rabred_scratch_t scratch = {.limit = 1000};
    bool right = NULL != coll_rabred_scratch_get(&scratch, 600);

    coll_rabred_scratch_put(&scratch);
    allocations_fail = true;
    right = right && NULL != coll_rabred_scratch_get(&scratch, 500) && NULL == coll_rabred_scratch_get(&scratch, 5000);
    allocations_fail = false;
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

/* What two scratches hold together, and held at most. */
const char *check_use(void)
{
    coll_rabred_scratch_use_t use = {0, 0};
    coll_rabred_scratch_t first = {.use = &use}, second = {.use = &use};

    (void) coll_rabred_scratch_get(&first, 640);
    (void) coll_rabred_scratch_get(&second, 1280);
    bool right = 1920 == use.held && 1920 == use.peak;
    coll_rabred_scratch_put(&first);
    right = right && 1280 == use.held && 1920 == use.peak;
    (void) coll_rabred_scratch_get(&first, 64);
    coll_rabred_scratch_retain(&first);
    (void) coll_rabred_scratch_get(&first, 320);
    (void) coll_rabred_scratch_get(&first, 384);
    right = right && 1280 + 64 + 384 == use.held && 1920 == use.peak;
    coll_rabred_scratch_free(&first);
    coll_rabred_scratch_free(&second);
    return right && 0 == use.held && 1920 == use.peak ? NULL : "scratch that is held is counted wrongly";
}

/* What is handed over is no longer the first one's to free, and all of it the other's. */
const char *check_handed_over(void)
{
    coll_rabred_scratch_t scratch = {.limit = 1000}, other = {.limit = 1000};
    bool right = true;

    for (int i = 0; i < 4; i++) {
        coll_rabred_scratch_t *at = i < 2 ? &scratch : &other;
        right = right && NULL != coll_rabred_scratch_get(at, 100);
        coll_rabred_scratch_retain(at);
    }
    coll_rabred_scratch_hand_over(&scratch, &other);
    right = right && NULL == scratch.retained;
    coll_rabred_scratch_free(&scratch);
    coll_rabred_scratch_free(&other);
    return right ? NULL : "retained memory not handed over";
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

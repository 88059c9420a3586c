#include "bench_rabred.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_collective.h"

#define COUNTER_PREFIX "coll_rabred_"
#define COUNTER_SUFFIX "_calls"

enum { NAME_BYTES = 256 };

static void fail(const char *reason, const char *name)
{
    fprintf(stderr, "bench: %s: %s\n", name, reason);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The collective whose name is the longest beginning of text: reduce_scatter_block before reduce_scatter before reduce. */
static const char *longest_collective(const char *text)
{
    const char *found = NULL;
    size_t found_length = 0;
    for (size_t i = 0; i < BENCH_COLLECTIVES; i++) {
        const char *name = bench_collectives[i].name;
        size_t length = strlen(name);
        if (length > found_length && strncmp(text, name, length) == 0 && text[length] == '_') {
            found = name;
            found_length = length;
        }
    }
    return found;
}

/* Splits coll_rabred_<collective>_<algorithm>_calls; false for any other name. */
static bool parse_counter_name(const char *name, struct bench_counter *counter)
{
    const size_t prefix = strlen(COUNTER_PREFIX), suffix = strlen(COUNTER_SUFFIX), length = strlen(name);
    if (strncmp(name, COUNTER_PREFIX, prefix) != 0 || length < prefix + suffix || strcmp(name + length - suffix, COUNTER_SUFFIX) != 0) {
        return false;
    }
    counter->collective = longest_collective(name + prefix);
    if (counter->collective == NULL) {
        return false;
    }
    const char *algorithm = name + prefix + strlen(counter->collective) + 1;
    int bytes = (int)(name + length - suffix - algorithm);
    snprintf(counter->algorithm, sizeof counter->algorithm, "%.*s", bytes > 0 ? bytes : 0, algorithm);
    return bytes > 0;
}

/* Opens performance variable `index` as the next counter, if it is one of rabred's. */
static void add_counter(struct bench_rabred *rabred, int index)
{
    char name[NAME_BYTES];
    int name_bytes = NAME_BYTES, description_bytes = 0, verbosity, class, binding, readonly, continuous, atomic, count;
    MPI_Datatype type;
    MPI_T_enum enumeration;
    struct bench_counter *counter = &rabred->counters[rabred->counter_count];
    if (MPI_T_pvar_get_info(index, name, &name_bytes, &verbosity, &class, &type, &enumeration, NULL, &description_bytes, &binding,
                            &readonly, &continuous, &atomic) != MPI_SUCCESS ||
        !parse_counter_name(name, counter)) {
        return;
    }
    counter->is_long_long = type == MPI_UNSIGNED_LONG_LONG;
    if (!counter->is_long_long && type != MPI_UNSIGNED_LONG) {
        fail("the counter is neither unsigned long nor unsigned long long", name);
    }
    if (MPI_T_pvar_handle_alloc(rabred->session, index, NULL, &counter->handle, &count) != MPI_SUCCESS || count != 1) {
        fail("the counter cannot be opened", name);
    }
    if (!continuous && MPI_T_pvar_start(rabred->session, counter->handle) != MPI_SUCCESS) {
        fail("the counter cannot be started", name);
    }
    rabred->counter_count++;
}

static void open_counters(struct bench_rabred *rabred)
{
    int variables;
    MPI_T_pvar_get_num(&variables);
    rabred->counters = calloc((size_t)variables + 1, sizeof *rabred->counters);
    if (rabred->counters == NULL || MPI_T_pvar_session_create(&rabred->session) != MPI_SUCCESS) {
        fail("no memory for the counters", "coll_rabred");
    }
    for (int index = 0; index < variables; index++) {
        add_counter(rabred, index);
    }
}

void bench_rabred_open(struct bench_rabred *rabred)
{
    int provided, index, count;
    memset(rabred, 0, sizeof *rabred);
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    open_counters(rabred);
    rabred->loaded = MPI_T_cvar_get_index("coll_rabred_priority", &index) == MPI_SUCCESS;
    if (rabred->loaded && (MPI_T_cvar_handle_alloc(index, NULL, &rabred->priority, &count) != MPI_SUCCESS ||
                           MPI_T_cvar_read(rabred->priority, &rabred->normal_priority) != MPI_SUCCESS)) {
        fail("the variable cannot be read", "coll_rabred_priority");
    }
}

void bench_rabred_close(struct bench_rabred *rabred)
{
    for (size_t i = 0; i < rabred->counter_count; i++) {
        MPI_T_pvar_handle_free(rabred->session, &rabred->counters[i].handle);
    }
    free(rabred->counters);
    MPI_T_pvar_session_free(&rabred->session);
    if (rabred->loaded) {
        MPI_T_cvar_handle_free(&rabred->priority);
    }
    MPI_T_finalize();
}

MPI_Comm bench_rabred_communicator(const struct bench_rabred *rabred, bool with_rabred)
{
    const int declines = -1;
    MPI_Comm comm;
    if (rabred->loaded && MPI_T_cvar_write(rabred->priority, with_rabred ? &rabred->normal_priority : &declines) != MPI_SUCCESS) {
        fail("the variable cannot be written", "coll_rabred_priority");
    }
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    if (rabred->loaded) {
        MPI_T_cvar_write(rabred->priority, &rabred->normal_priority);
    }
    return comm;
}

void bench_rabred_read(const struct bench_rabred *rabred, unsigned long long *values)
{
    for (size_t i = 0; i < rabred->counter_count; i++) {
        const struct bench_counter *counter = &rabred->counters[i];
        unsigned long value = 0;
        int status = MPI_T_pvar_read(rabred->session, counter->handle, counter->is_long_long ? (void *)&values[i] : (void *)&value);
        if (status != MPI_SUCCESS) {
            fail("the counter cannot be read", counter->algorithm);
        }
        if (!counter->is_long_long) {
            values[i] = value;
        }
    }
}

unsigned long long bench_rabred_growth(const struct bench_rabred *rabred, const char *collective, const unsigned long long *before,
                                       const unsigned long long *after)
{
    unsigned long long growth = 0;
    for (size_t i = 0; i < rabred->counter_count; i++) {
        growth += strcmp(rabred->counters[i].collective, collective) == 0 ? after[i] - before[i] : 0;
    }
    return growth;
}

void bench_rabred_algorithms(const struct bench_rabred *rabred, const char *collective, const unsigned long long *before,
                             const unsigned long long *after, char *text, size_t text_bytes)
{
    size_t used = 0;
    snprintf(text, text_bytes, "none");
    for (size_t i = 0; i < rabred->counter_count && used < text_bytes; i++) {
        const struct bench_counter *counter = &rabred->counters[i];
        if (strcmp(counter->collective, collective) == 0 && after[i] != before[i]) {
            used += (size_t)snprintf(text + used, text_bytes - used, "%s%s", used > 0 ? "+" : "", counter->algorithm);
        }
    }
}

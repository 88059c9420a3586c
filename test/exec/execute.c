/*
 * Runs the schedules of the table with the real step loop over the fake wire and compares every
 * element: all processes in one thread that goes on with one after the other, and one thread a process
 * that blocks; rendezvous and eager sends; elements with gaps; vectors shorter than the blocks; in
 * place; operators with and without a three-buffer form; failures of the wire and of memory.
 */
#include "fake_wire.h"

#include "../../coll_rabred/exec/run.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 16, GUARD = 64, FILL = 0xA5 };

typedef struct {
    coll_rabred_problem_t problem;
    size_t count;                    /* elements */
    bool uneven, three_buffer, eager, threads;
} setting_t;

/* One process's memory and call. */
typedef struct {
    struct ompi_datatype_t type;
    struct ompi_op_t op;
    struct ompi_communicator_t comm;
    coll_rabred_schedule_t *schedule;
    coll_rabred_scratch_t scratch;
    coll_rabred_call_t call;
    coll_rabred_run_t run;
    char *in, *out;                  /* with guards on both sides */
    size_t in_elements, out_elements, out_start;
    bool done;
    int error;
    int unread_at_error;             /* sends not read when the run ended with an error */
} process_t;

static int passed, failed;
static size_t starts[MOST + 1];
static bool allocations_fail;

void *__real_aligned_alloc(size_t alignment, size_t bytes);
void *__wrap_aligned_alloc(size_t alignment, size_t bytes);

void *__wrap_aligned_alloc(size_t alignment, size_t bytes)
{
    return allocations_fail ? NULL : __real_aligned_alloc(alignment, bytes);
}

static bool is_scatter(const coll_rabred_problem_t *problem)
{
    return COLL_RABRED_REDUCE_SCATTER == problem->collective || COLL_RABRED_REDUCE_SCATTER_BLOCK == problem->collective;
}

static coll_rabred_layout_t layout_of(const setting_t *setting, coll_rabred_blocks_t blocks)
{
    coll_rabred_layout_t layout = coll_rabred_layout_even(setting->count, blocks);

    if (!setting->uneven) {
        return layout;
    }
    /* Block i of weight 0, 1, 4, 9, ... modulo 5; the last takes what is left. */
    starts[0] = 0;
    for (coll_rabred_blocks_t i = 0; i < blocks; i++) {
        size_t weight = i * i % 5 * (setting->count / (5 * blocks));
        starts[i + 1] = i + 1 == blocks ? setting->count : starts[i] + weight;
    }
    layout.start = starts;
    return layout;
}

static char *allocate(const struct ompi_datatype_t *type, size_t elements)
{
    size_t bytes = elements * (size_t) type->extent + 2 * GUARD + sizeof(value_t);
    char *memory = malloc(bytes);

    memset(memory, FILL, bytes);
    return memory + GUARD - type->offset;
}

static value_t *element(const process_t *p, char *memory, size_t i)
{
    return (value_t *) (memory + (ptrdiff_t) i * p->type.extent + p->type.offset);
}

/* Every byte of a vector that is no value of it must still be FILL. */
static bool holes_untouched(const process_t *p, char *memory, size_t elements)
{
    char *from = memory + p->type.offset - GUARD;
    size_t bytes = elements * (size_t) p->type.extent + GUARD;

    for (size_t i = 0; i < bytes; i++) {
        ptrdiff_t at = (ptrdiff_t) i - GUARD;
        bool in_value = at >= 0 && at / p->type.extent < (ptrdiff_t) elements
                        && at % p->type.extent < (ptrdiff_t) sizeof(value_t);
        if (!in_value && (char) FILL != from[i]) {
            return false;
        }
    }
    return true;
}

static void set_up(process_t *p, const setting_t *setting, int rank)
{
    coll_rabred_problem_t problem = setting->problem;

    *p = (process_t) {.type = {16 * (rank % 3) - 16, 16 + 16 * (rank % 2)}, .op = {setting->three_buffer}, .comm = {rank}};
    problem.rank = rank;
    problem.in_place = problem.in_place && (COLL_RABRED_REDUCE != problem.collective || rank == problem.root);
    p->schedule = coll_rabred_schedule_build(&problem);
    p->scratch.limit = rank % 2 ? 0 : 1 << 20;
    p->call = (coll_rabred_call_t) {
        .schedule = p->schedule, .layout = layout_of(setting, p->schedule->problem.blocks),
        .wire = {&p->comm, 7}, .scratch = &p->scratch
    };
    coll_rabred_data_init(&p->call.data, &p->type, &p->op);
    coll_rabred_range_t own = coll_rabred_owned(&p->schedule->problem, rank);
    bool scatter = is_scatter(&problem);
    bool has_out = scatter || COLL_RABRED_REDUCE != problem.collective || rank == problem.root;
    p->in_elements = setting->count;
    p->out_elements = !has_out ? 0 : scatter ? coll_rabred_layout_elements(&p->call.layout, own) : setting->count;
    p->out_start = scatter ? coll_rabred_layout_start(&p->call.layout, own.first) : 0;
    p->in = allocate(&p->type, p->in_elements);
    p->out = problem.in_place ? p->in : allocate(&p->type, p->out_elements);
    for (size_t i = 0; i < setting->count; i++) {
        *element(p, p->in, i) = (value_t) {(uint32_t) i, rank, rank + 1};
    }
    p->call.in = p->in;
    p->call.out = p->out;
}

static void tear_down(process_t *p)
{
    free(p->in + p->type.offset - GUARD);
    if (p->out != p->in) {
        free(p->out + p->type.offset - GUARD);
    }
    coll_rabred_scratch_free(&p->scratch);
    coll_rabred_schedule_free(p->schedule);
}

static const char *check(const process_t *p, int processes)
{
    if (0 != p->error || !p->done) {
        return p->done ? "an error" : "not done";
    }
    for (size_t i = 0; i < p->out_elements; i++) {
        const value_t *value = element(p, p->out, i);
        if (value->index != p->out_start + i || 0 != value->first || processes != value->end) {
            return "a wrong element";
        }
    }
    for (size_t i = 0; i < p->in_elements && p->in != p->out; i++) {
        const value_t *value = element(p, p->in, i);
        if (value->index != i || value->first != p->comm.rank || value->end != p->comm.rank + 1) {
            return "a changed input";
        }
    }
    if (!holes_untouched(p, p->in, p->in_elements) || (p->in != p->out && !holes_untouched(p, p->out, p->out_elements))) {
        return "bytes written outside the values";
    }
    return NULL;
}

static void *run_blocking(void *argument)
{
    process_t *p = argument;

    p->error = coll_rabred_run(&p->call);
    p->done = true;
    return NULL;
}

static void run_threads(process_t *process, int count)
{
    pthread_t thread[MOST];

    for (int rank = 0; rank < count; rank++) {
        pthread_create(&thread[rank], NULL, run_blocking, &process[rank]);
    }
    for (int rank = 0; rank < count; rank++) {
        pthread_join(thread[rank], NULL);
    }
}

/* Goes on with one process after the other until all are done or nothing has moved for long. */
static void run_in_turn(process_t *process, int count)
{
    for (int rank = 0; rank < count; rank++) {
        process[rank].error = coll_rabred_run_start(&process[rank].run, &process[rank].call);
        process[rank].done = 0 != process[rank].error;
    }
    for (int turn = 0, left = count; left > 0 && turn < 1000; turn++) {
        left = 0;
        for (int rank = count - 1; rank >= 0; rank--) {
            process_t *p = &process[rank];
            if (!p->done) {
                p->error = coll_rabred_run_continue(&p->run, false, &p->done);
                p->unread_at_error = 0 == p->error ? 0 : fake_wire_unread_sends(rank);
                left++;
            }
        }
    }
}

static void count_case(const setting_t *setting, const char *error, int rank)
{
    const coll_rabred_problem_t *problem = &setting->problem;

    if (NULL == error) {
        passed++;
        return;
    }
    failed++;
    printf("FAILED %s %s p %d root %d count %zu%s%s%s%s%s: rank %d: %s\n",
           coll_rabred_collective_names[problem->collective], coll_rabred_algorithms[problem->algorithm].name,
           problem->processes, problem->root, setting->count, problem->in_place ? " in place" : "",
           setting->uneven ? " uneven" : "", setting->eager ? " eager" : "", setting->threads ? " blocking" : "",
           setting->three_buffer ? " three-buffer" : "", rank, error);
}

static void execute(const setting_t *setting)
{
    process_t process[MOST];
    int count = setting->problem.processes, at = 0;
    const char *error = NULL;

    fake_wire_reset((uint32_t) (setting->count + 17 * (size_t) count), setting->eager);
    for (int rank = 0; rank < count; rank++) {
        set_up(&process[rank], setting, rank);
    }
    (setting->threads ? run_threads : run_in_turn)(process, count);
    for (int rank = 0; rank < count && NULL == error; rank++) {
        error = check(&process[rank], count);
        at = rank;
    }
    if (NULL == error && 0 != fake_wire_requests()) {
        error = "requests left";
    }
    count_case(setting, error, at);
    fake_wire_reset(0, false);
    for (int rank = 0; rank < count; rank++) {
        tear_down(&process[rank]);
    }
}

/* One process fails at its n-th message; it must end with that error and leave nothing posted. */
static void execute_failure(const setting_t *setting, int rank, int n)
{
    process_t process[MOST];
    int count = setting->problem.processes;
    const char *error = NULL;

    fake_wire_reset((uint32_t) n, setting->eager);
    fake_wire_fail(rank, n);
    for (int i = 0; i < count; i++) {
        set_up(&process[i], setting, i);
    }
    run_in_turn(process, count);
    process_t *p = &process[rank];
    if (p->done && 0 == p->error) {
        error = check(p, count);   /* it had fewer messages than n */
    } else if (!p->done || FAKE_WIRE_ERROR != p->error) {
        error = "not the error of the wire";
    } else if (0 != fake_wire_posted_receives(rank)) {
        error = "receives left posted";
    } else if ((p->unread_at_error > 0) != (NULL != p->scratch.retained)) {
        error = "scratch not kept for exactly the sends that still read it";
    }
    count_case(setting, error, rank);
    for (int i = 0; i < count; i++) {
        if (!process[i].done) {
            (void) coll_rabred_wire_abandon(process[i].run.receives, process[i].run.requests, process[i].run.request);
        }
    }
    fake_wire_reset(0, false);
    for (int i = 0; i < count; i++) {
        tear_down(&process[i]);
    }
}

static void execute_without_memory(const setting_t *setting)
{
    process_t process;

    set_up(&process, setting, 0);
    allocations_fail = true;
    int error = coll_rabred_run(&process.call);
    allocations_fail = false;
    count_case(setting, COLL_RABRED_OUT_OF_MEMORY == error ? NULL : "no out-of-memory error", 0);
    tear_down(&process);
}

static void execute_counts(setting_t setting)
{
    size_t p = (size_t) setting.problem.processes, counts[] = {0, 1, p - 1, p, p + 1, 2 * p + 1, 53};
    bool scatter = is_scatter(&setting.problem);

    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        setting.count = counts[i];
        for (unsigned bits = 0; bits < 16; bits++) {
            setting.problem.in_place = bits & 1;
            setting.eager = bits & 2;
            setting.uneven = scatter && bits & 4;
            setting.three_buffer = bits & 8;
            execute(&setting);
        }
    }
    setting.threads = true;
    setting.uneven = setting.problem.in_place = false;
    execute(&setting);
}

static void execute_failures(setting_t setting)
{
    setting.count = 29;
    for (int rank = 0; rank < setting.problem.processes; rank++) {
        for (int n = 0; n < 12; n++) {
            setting.eager = n % 2;
            execute_failure(&setting, rank, n);
        }
    }
    execute_without_memory(&setting);
}

int main(void)
{
    setting_t setting = {.count = 0};
    coll_rabred_problem_t *problem = &setting.problem;

    for (problem->algorithm = 0; NULL != coll_rabred_algorithms[problem->algorithm].name; problem->algorithm++) {
        for (int collective = 0; collective < COLL_RABRED_COLLECTIVES; collective++) {
            problem->collective = (coll_rabred_collective_t) collective;
            if (NULL == coll_rabred_recipe(&coll_rabred_algorithms[problem->algorithm], problem->collective)[0]) {
                continue;
            }
            for (problem->processes = 1; problem->processes <= 9; problem->processes++) {
                int roots = COLL_RABRED_REDUCE == collective ? problem->processes : 1;
                for (problem->root = 0; problem->root < roots; problem->root++) {
                    execute_counts(setting);
                }
                problem->root = 0;
                if (3 == problem->processes || 6 == problem->processes) {
                    execute_failures(setting);
                }
            }
        }
    }
    printf("%d passed, %d failed, 0 skipped\n", passed, failed);
    return 0 == failed ? 0 : 1;
}

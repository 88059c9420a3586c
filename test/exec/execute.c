/*
 * Runs the schedules of the table with the real step loop over the fake wire and compares every
 * element: all processes in one thread that goes on with one after the other, and one thread a process
 * that blocks; rendezvous and eager sends; elements with gaps; vectors shorter than the blocks; in
 * place; messages of several pieces packed or not; operators with and without a three-buffer form;
 * long messages cut into segments; failures of the wire and of memory; what is copied and the scratch that is taken.
 */
#include "process.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int passed, failed;

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

static void count_case(const setting_t *setting, const char *error, int rank)
{
    const coll_rabred_problem_t *problem = &setting->problem;

    if (NULL == error) {
        passed++;
        return;
    }
    failed++;
    printf("FAILED %s %s p %d root %d count %zu pack limit %zu segment %zu scratch %zu segments %zu temporaries %zu packets %zu to %zu%s%s%s%s%s%s: rank %d: %s\n",
           coll_rabred_collective_names[problem->collective], coll_rabred_algorithms[problem->algorithm].name,
           problem->processes, problem->root, setting->count, setting->pack_limit, setting->segment,
           setting->scratch, setting->segments, setting->temporaries, setting->packet, setting->packets, problem->in_place ? " in place" : "",
           setting->uneven ? " uneven" : "", setting->eager ? " eager" : "", setting->threads ? " blocking" : "",
           setting->three_buffer ? " three-buffer" : "", setting->changes_sides ? " changes sides" : "", rank, error);
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

/* One process fails at its n-th message, `late` when that completes; it must end with that error, even if it is
   `alone` and nothing else ever completes, and leave nothing posted. */
static void execute_failure(const setting_t *setting, int rank, int n, bool late, bool alone)
{
    process_t process[MOST];
    int count = setting->problem.processes;
    const char *error = NULL;

    fake_wire_reset((uint32_t) n, setting->eager);
    fake_wire_fail(rank, n, late);
    for (int i = 0; i < count; i++) {
        set_up(&process[i], setting, i);
    }
    run_in_turn(alone ? &process[rank] : process, alone ? 1 : count);
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
        if (!process[i].done && (!alone || i == rank)) {
            coll_rabred_run_give_up(&process[i].run);
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
    /* However early memory runs out, a call is prepared whole or not at all. */
    coll_rabred_call_release(&process.call);
    process.call.schedule = process.schedule;
    for (long allowed = 0; allowed < 20; allowed++) {
        allocations_left = allowed;
        error = coll_rabred_call_prepare(&process.call);
        allocations_left = -1;
        if (0 == error) {
            break;
        }
    }
    count_case(setting, 0 == error ? NULL : "not prepared with enough memory", 0);
    tear_down(&process);
}

/* However early memory runs out, a schedule is built whole or not at all. */
static void check_builder_memory(setting_t setting)
{
    setting.problem.processes = 13;
    for (int rank = 0; rank < 13; rank++) {
        coll_rabred_schedule_t *schedule = NULL;
        setting.problem.rank = rank;
        setting.problem.argument[COLL_RABRED_PERMUTED] = (size_t) rank % 2;
        for (long allowed = 0; NULL == schedule && allowed < 100; allowed++) {
            allocations_left = allowed;
            schedule = coll_rabred_schedule_build(&setting.problem);
            allocations_left = -1;
        }
        count_case(&setting, NULL != schedule ? NULL : "not built with enough memory", rank);
        coll_rabred_schedule_free(schedule);
    }
}

static void execute_counts(setting_t setting)
{
    size_t p = (size_t) setting.problem.processes, counts[] = {0, 1, p - 1, p, p + 1, 2 * p + 1, 53};
    const size_t pack_limits[] = {UINT32_MAX, 0, 6 * sizeof(value_t)};
    const size_t segments[] = {0, 1, 0, 5 * sizeof(value_t) + 1}, scratches[] = {SIZE_MAX, 0, 20 * sizeof(value_t)};
    bool scatter = is_scatter(&setting.problem);

    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        setting.count = counts[i];
        const size_t arguments[] = {[COLL_RABRED_THRESHOLD] = i * i % 5, [COLL_RABRED_PERMUTED] = i % 2,   /* for those that take them */
                                    [COLL_RABRED_RADIX] = i % 4 > 0 ? i % 4 + 1 : 0, [COLL_RABRED_DOUBLING] = i / 4 % 2, [COLL_RABRED_PIECES] = 4 * i};
        memcpy(setting.problem.argument, arguments, sizeof(arguments));
        setting.pack_limit = pack_limits[i % 3];
        for (unsigned bits = 0; bits < 16; bits++) {
            setting.segment = segments[(i + bits) % 4] * (setting.count > 20 ? 2 : 1);
            setting.scratch = scratches[(i + bits / 2) % 3];
            setting.segments = (i + bits) % 3;
            setting.packet = (i + bits) % 5 > 0 ? 0 : (1 + i % 3) * sizeof(value_t) + bits % 2;
            setting.packets = 10 * sizeof(value_t);
            setting.places = (i + bits / 2) % PLACES;
            setting.blocking = i % 2 * SIZE_MAX;
            setting.temporaries = (i + bits) % 5 < 2 ? (1 + 20 * (bits % 4)) * sizeof(value_t) : 0;
            setting.problem.in_place = bits & 1;
            setting.eager = bits & 2;
            setting.uneven = scatter && bits & 4;
            setting.three_buffer = bits & 8;
            setting.gaps = (3 * i + bits) % 4 > 2;
            execute(&setting);
            if ((i + bits / 3) % 2 > 0) {
                setting.changes_sides = true;
                execute(&setting);
                setting.changes_sides = false;
            }
        }
    }
    setting.threads = true;
    setting.uneven = setting.problem.in_place = setting.gaps = false;
    execute(&setting);
}

/* Vectors of which parts, too, are no short messages: sent one after the other by a call that blocks, all, some or none. */
static void execute_blocking(setting_t setting)
{
    setting.threads = true;
    setting.count = 9 * COLL_RABRED_AT_ONCE / sizeof(value_t) + 9;
    for (size_t i = 0; i < 4; i++) {
        setting.eager = 3 == i;
        setting.blocking = (size_t[]) {0, 2 * COLL_RABRED_AT_ONCE, SIZE_MAX, SIZE_MAX}[i];
        setting.pack_limit = i % 2 > 0 ? UINT32_MAX : 0;
        execute(&setting);
        setting.scratch = SIZE_MAX;
        setting.gaps = true;
        execute(&setting);
        setting.gaps = false;
    }
}

/* Whole vectors in segments of 7 elements, which travel whole, and one of 2, which does not. */
static void execute_short_end(const coll_rabred_problem_t *problem)
{
    setting_t setting = {.problem = *problem, .count = 16, .segment = 7 * sizeof(value_t), .scratch = SIZE_MAX,
                         .packet = sizeof(value_t), .packets = 3 * sizeof(value_t)};

    execute(&setting);
    setting.gaps = true;
    execute(&setting);
}

static void execute_failures(setting_t setting)
{
    setting.count = 29;
    for (int rank = 0; rank < setting.problem.processes; rank++) {
        for (int n = 0; n < 12; n++) {
            setting.eager = n % 2;
            setting.pack_limit = n % 4 < 2 ? UINT32_MAX : 0;
            setting.segment = (size_t) (n % 3) * sizeof(value_t);
            setting.scratch = n % 5 < 2 ? 0 : SIZE_MAX;
            setting.temporaries = n % 7 < 2 ? 9 * sizeof(value_t) : 0;
            setting.changes_sides = n / 2 % 2;
            setting.gaps = n / 3 % 2;
            setting.packet = 3 == n % 4 ? 2 * sizeof(value_t) : 0;
            setting.packets = 9 * sizeof(value_t);
            execute_failure(&setting, rank, n, false, false);
            execute_failure(&setting, rank, n, true, false);
        }
        execute_failure(&setting, rank, 0, true, true);
    }
    execute_without_memory(&setting);
}

/* What is the same for all algorithms, and quickly told. */
static void execute_others(void)
{
    setting_t setting = {.count = 29, .pieces = true, .problem = {.collective = COLL_RABRED_ALLREDUCE, .processes = 2}};

    execute_counts(setting);
    count_case(&setting, check_scratch(), 0);
    count_case(&setting, check_packets(), 0);
    count_case(&setting, check_retained(), 0);
    count_case(&setting, check_use(), 0);
    count_case(&setting, check_handed_over(), 0);
    check_costs(&passed, &failed);
    count_case(&setting, check_places(&setting), 0);
    for (setting.problem.processes = 2; setting.problem.processes <= 9; setting.problem.processes++) {
        for (uint32_t seed = 0; seed < 40; seed++) {
            count_case(&setting, check_flight(setting.problem.processes, seed), 0);
        }
    }
}

int main(void)
{
    setting_t setting = {.count = 0};
    coll_rabred_problem_t *problem = &setting.problem;

    execute_others();
    for (problem->algorithm = 0; NULL != coll_rabred_algorithms[problem->algorithm].name; problem->algorithm++) {
        for (int collective = 0; collective < COLL_RABRED_COLLECTIVES; collective++) {
            problem->collective = (coll_rabred_collective_t) collective;
            if (!coll_rabred_serves(&coll_rabred_algorithms[problem->algorithm], problem->collective)) {
                continue;
            }
            for (problem->processes = 1; problem->processes <= 9; problem->processes++) {
                if (!coll_rabred_admits(&coll_rabred_algorithms[problem->algorithm], problem->processes)) {
                    continue;
                }
                for (problem->root = 0; problem->root < (COLL_RABRED_REDUCE == collective ? problem->processes : 1); problem->root++) {
                    execute_counts(setting);
                }
                problem->root = 0;
                execute_blocking(setting);
                execute_short_end(problem);
                if (3 == problem->processes || 6 == problem->processes) {
                    execute_failures(setting);
                }
            }
            if (coll_rabred_admits(&coll_rabred_algorithms[problem->algorithm], 13)) {
                check_builder_memory(setting);
            }
        }
    }
    printf("%d passed, %d failed, 0 skipped\n", passed, failed);
    return 0 == failed ? 0 : 1;
}

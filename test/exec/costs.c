/*
 * What calls copy, reduce into neither operand, pack and take of scratch, compared with what the table states: vectors of
 * many elements a block, whole and in segments. So no vector is copied but where the table says so, and the first
 * reduction reads the input where it stands.
 */
#include "process.h"

#include "../../coll_rabred/sched/cost.h"

#include <stdio.h>
#include <string.h>

enum { ELEMENTS = 96 };              /* of a block */
enum { HALVES = 1 << 17 };           /* elements of a long vector */
enum { SEGMENT = 30 * sizeof(value_t), SCRATCH = 24 * sizeof(value_t) };

typedef struct {
    struct moved_t moved;
    const char *error;
} worst_t;

static void raise_to(size_t *worst, size_t cost)
{
    *worst = cost > *worst ? cost : *worst;
}

/* Bytes that the temporaries and what arrives may take: of all, or of a slice. */
static bool scratch_is_as_stated(const process_t *p, const setting_t *setting, const coll_rabred_cost_t *stated)
{
    size_t parts = p->schedule->buffers + p->schedule->transfers;   /* each may be moved to where it is aligned */
    size_t elements = 0 == setting->temporaries ? stated->scratch * ELEMENTS : setting->temporaries / sizeof(value_t);

    return p->call.bytes <= elements * (size_t) p->type.extent + 2 * COLL_RABRED_ALIGNMENT * parts;
}

/* Bytes that what arrives in exchanges may take. */
static bool segments_are_bounded(const process_t *p, const setting_t *setting)
{
    const size_t window = 3, elements = setting->scratch / sizeof(value_t);
    size_t each = elements * (size_t) p->type.extent + window * 2 * COLL_RABRED_ALIGNMENT;

    return 0 == setting->segment || p->call.program.staged <= p->schedule->transfers * each;
}

static void run_case(const setting_t *setting, const coll_rabred_cost_t *stated, worst_t *worst)
{
    process_t process[MOST];
    int count = setting->problem.processes;

    fake_wire_reset(1, setting->eager);
    for (int rank = 0; rank < count; rank++) {
        set_up(&process[rank], setting, rank);
    }
    run_in_turn(process, count);
    for (int rank = 0; rank < count; rank++) {
        process_t *p = &process[rank];
        const char *error = check(p, count);
        raise_to(&worst->moved.copied, p->moved.copied);
        raise_to(&worst->moved.three_address, p->moved.three_address);
        raise_to(&worst->moved.packed, p->moved.packed);
        worst->error = NULL != error ? error : worst->error;
        worst->error = scratch_is_as_stated(p, setting, stated) ? worst->error : "more scratch than the table states";
        worst->error = segments_are_bounded(p, setting) ? worst->error : "more under way than the limit of scratch";
    }
    fake_wire_reset(0, false);
    for (int rank = 0; rank < count; rank++) {
        tear_down(&process[rank]);
    }
}

static bool agrees(size_t elements, size_t blocks, bool at_most)
{
    return at_most ? elements <= blocks * ELEMENTS : elements == blocks * ELEMENTS;
}

/* All roots, as the table's figures are for the costliest. */
static void check_case(setting_t setting, bool sliced, int *passed, int *failed)
{
    coll_rabred_problem_t *problem = &setting.problem;
    const coll_rabred_algorithm_t *algorithm = &coll_rabred_algorithms[problem->algorithm];
    int roots = COLL_RABRED_REDUCE == problem->collective ? problem->processes : 1;
    coll_rabred_blocks_t blocks = is_scatter(problem) ? (coll_rabred_blocks_t) problem->processes : algorithm->blocks(problem);
    coll_rabred_cost_t stated;
    worst_t worst = {.error = NULL};

    algorithm->cost(problem, &stated);
    setting.count = ELEMENTS * blocks;
    setting.temporaries = sliced && !is_scatter(problem) ? coll_rabred_stated_scratch(problem) * (ELEMENTS / 3) * sizeof(value_t) : 0;
    for (problem->root = 0; problem->root < roots; problem->root++) {
        run_case(&setting, &stated, &worst);
    }
    if (!agrees(worst.moved.copied, stated.copied, stated.at_most)) {
        worst.error = "copies other than the table states";
    } else if (!agrees(worst.moved.three_address, stated.three_address, stated.at_most || setting.changes_sides)) {   /* what lands is one less */
        worst.error = "reductions into neither operand other than the table states";
    } else if (worst.moved.packed > 0) {
        worst.error = "packs what is too long for it";
    }
    *passed += NULL == worst.error;
    *failed += NULL != worst.error;
    if (NULL != worst.error) {
        printf("FAILED costs of %s %s p %d segment %zu temporaries %zu%s: %s: copied %zu, stated %zu; into neither %zu, stated %zu\n",
               coll_rabred_collective_names[problem->collective], algorithm->name, problem->processes, setting.segment,
               setting.temporaries, problem->in_place ? " in place" : "", worst.error, worst.moved.copied, stated.copied * ELEMENTS,
               worst.moved.three_address, stated.three_address * ELEMENTS);
    }
}

/* The first line of the table with that name. */
int algorithm_named(const char *name)
{
    int i = 0;

    while (0 != strcmp(name, coll_rabred_algorithms[i].name)) {
        i++;
    }
    return i;
}

/* The program of a call on values with gaps or without; to be freed. */
static bool compile(coll_rabred_program_t *program, const coll_rabred_problem_t *problem, size_t elements, const coll_rabred_limits_t *limits,
                    bool changes_sides, bool gaps)
{
    struct ompi_op_t op = {.three_buffer = true, .unordered = changes_sides, .changes_sides = changes_sides};
    struct moved_t moved;
    struct ompi_datatype_t type = {.extent = gaps ? 16 : sizeof(value_t), .moved = &moved, .gaps = gaps};
    coll_rabred_data_t data;

    coll_rabred_data_init(&data, &type, &op);
    coll_rabred_schedule_t *schedule = coll_rabred_schedule_build(problem);
    const coll_rabred_layout_t layout = coll_rabred_layout_even(elements, schedule->problem.blocks);
    bool right = coll_rabred_compile(program, schedule, &layout, &data, limits);
    coll_rabred_schedule_free(schedule);
    return right;
}

/* A long vector in halves, compiled for the second of two processes, which receives left operands: how many reductions, and
   bytes of operands that arrive beside the result. */
static bool compile_halves(coll_rabred_limits_t limits, bool changes_sides, size_t *reductions, size_t *staged)
{
    const coll_rabred_problem_t problem = {.collective = COLL_RABRED_ALLREDUCE, .algorithm = algorithm_named("halving_doubling"),
                                           .processes = 2, .rank = 1};
    coll_rabred_program_t program = {.op = NULL};
    bool right = compile(&program, &problem, HALVES, &limits, changes_sides, false);

    *reductions = 0;
    *staged = program.staged;
    for (size_t i = 0; i < program.ops; i++) {
        *reductions += COLL_RABRED_OP_REDUCE == program.op[i].verb;
    }
    coll_rabred_program_free(&program);
    return right;
}

/* Of segments of one byte of a long vector there are no more than there can be; of any, no more than asked for. */
static bool segments_are_few(size_t segments, size_t most)
{
    const coll_rabred_limits_t limits = {.segment = 1, .scratch = SIZE_MAX, .segments = segments};
    size_t reductions, staged;

    return compile_halves(limits, false, &reductions, &staged) && reductions <= most && 2 * reductions > most;
}

/* Operands that may change sides arrive where the result will stand, and take no memory of their own. */
static bool operands_land(size_t segment)
{
    const coll_rabred_limits_t limits = {.segment = segment, .scratch = SIZE_MAX};
    size_t reductions, staged[2];

    return compile_halves(limits, false, &reductions, &staged[0]) && compile_halves(limits, true, &reductions, &staged[1])
           && 0 == staged[1] && staged[0] > segment && staged[0] <= HALVES / 2 * sizeof(value_t) + COLL_RABRED_ALIGNMENT;
}

/* Several operands of one element arrive in one message as they are reduced. */
static bool arrives_unpacked(void)
{
    const coll_rabred_limits_t limits = {.pack_limit = SIZE_MAX, .scratch = SIZE_MAX};
    coll_rabred_problem_t problem = {.collective = COLL_RABRED_ALLREDUCE, .algorithm = algorithm_named("segment_dissemination"), .processes = 5,
                                     .argument = {[COLL_RABRED_RADIX] = 3}};
    size_t several = 0, unpacked = 0;
    bool right = true;

    for (; problem.rank < problem.processes; problem.rank++) {
        coll_rabred_program_t program = {.op = NULL};
        right = compile(&program, &problem, 1, &limits, false, false) && right;
        for (size_t i = 0; i < program.ops; i++) {
            several += COLL_RABRED_OP_RECV_NOW == program.op[i].verb && program.op[i].bytes;
            unpacked += COLL_RABRED_OP_UNPACK == program.op[i].verb;
        }
        coll_rabred_program_free(&program);
    }
    return right && several > 0 && 0 == unpacked;
}

/* Messages that the first of 16 processes sends in halvings of blocks of so many elements, of which the first has 8. */
static size_t messages(size_t elements, coll_rabred_limits_t limits, bool gaps)
{
    enum { PROCESSES = 16 };
    const coll_rabred_problem_t problem = {.collective = COLL_RABRED_REDUCE_SCATTER, .algorithm = algorithm_named("butterfly"), .processes = PROCESSES,
                                           .argument = {[COLL_RABRED_PERMUTED] = 1}};
    coll_rabred_program_t program = {.op = NULL};
    size_t sent = 0;

    (void) compile(&program, &problem, PROCESSES * elements, &limits, false, gaps);
    for (size_t i = 0; i < program.ops; i++) {
        sent += COLL_RABRED_OP_SEND == program.op[i].verb || COLL_RABRED_OP_SEND_NOW == program.op[i].verb;
    }
    coll_rabred_program_free(&program);
    return sent;
}

/* As many as the model counts where pieces are short, however many, or have gaps; else one for each piece. */
static bool pieces_travel_together(void)
{
    const size_t piece = ELEMENTS * sizeof(value_t);
    const coll_rabred_limits_t together = {.pack_limit = piece, .scratch = 8 * piece}, longer = {.pack_limit = piece, .scratch = 8 * piece - 1},
                               apart = {.scratch = 8 * piece}, roomy = {.scratch = 6 * 8 * piece}, tight = {.scratch = 6 * 8 * piece - 1};

    return 4 == messages(ELEMENTS, together, false) && 15 == messages(ELEMENTS + 1, together, false) && 4 + 7 == messages(ELEMENTS, longer, false)
           && 15 == messages(ELEMENTS, apart, false) && 4 == messages(ELEMENTS, roomy, true) && 4 + 7 == messages(ELEMENTS, tight, true);
}

/* Messages of vectors with gaps that travel packed, and those that do not, of one of the processes; and bytes of scratch for these and what
   arrives. */
static size_t packed_messages(const char *algorithm, int processes, int rank, coll_rabred_limits_t limits, size_t *others, size_t *bytes)
{
    const coll_rabred_problem_t problem = {.collective = COLL_RABRED_ALLREDUCE, .algorithm = algorithm_named(algorithm), .processes = processes,
                                           .rank = rank};
    coll_rabred_program_t program = {.op = NULL};
    size_t messages[2] = {0, 0};

    (void) compile(&program, &problem, HALVES, &limits, false, true);
    for (size_t i = 0; i < program.ops; i++) {
        messages[program.op[i].bytes] += program.op[i].verb < COLL_RABRED_OP_WAIT;
    }
    *others = messages[false];
    *bytes = program.packed + program.staged;
    coll_rabred_program_free(&program);
    return messages[true];
}

/* What has gaps travels packed: whole up to a sixth of scratch, in segments, which take no more; and as it stands where these are off. */
static bool gaps_travel_packed(void)
{
    enum { MESSAGES = 4, ALIGNED = 3 * COLL_RABRED_ALIGNMENT };   /* of two processes that exchange halves, twice */
    const size_t half = HALVES / 2 * sizeof(value_t);
    const coll_rabred_limits_t whole = {.scratch = 6 * half}, off = {.scratch = 6 * half - 1}, cut = {.segment = half / 32, .scratch = half},
                               tight = {.segment = half, .scratch = half / 4}, roomy = {.scratch = 12 * half};
    size_t others, bytes;
    bool right = MESSAGES == packed_messages("halving_doubling", 2, 1, whole, &others, &bytes) && 0 == others && bytes >= 2 * half;

    right = 0 == packed_messages("halving_doubling", 2, 1, off, &others, &bytes) && MESSAGES == others && bytes < 2 * half && right;
    right = 32 * MESSAGES == packed_messages("halving_doubling", 2, 1, cut, &others, &bytes) && 0 == others && bytes <= half && right;
    right = packed_messages("halving_doubling", 2, 1, tight, &others, &bytes) > 4 * MESSAGES && 0 == others && bytes <= half / 4 + ALIGNED
            && bytes > half / 8 && right;
    right = 16 == packed_messages("linear", 9, 0, roomy, &others, &bytes) && 0 == others && bytes < 12 * half && right;   /* sent to all: packed once */
    return packed_messages("linear", 2, 1, tight, &others, &bytes) > 4 && 0 == others && right;   /* one way, reduced or not */
}

static void count(bool right, const char *wrong, int *passed, int *failed)
{
    *passed += right;
    *failed += !right;
    if (!right) {
        printf("FAILED %s\n", wrong);
    }
}

void check_costs(int *passed, int *failed)
{
    count(segments_are_few(0, COLL_RABRED_MOST_SEGMENTS) && segments_are_few(7, 7), "segments: another number than asked for", passed, failed);
    count(operands_land(0) && operands_land(SEGMENT), "operands that may change sides: they do not land where the result will stand", passed, failed);
    count(arrives_unpacked(), "operands of one message: they are unpacked before they are reduced", passed, failed);
    count(pieces_travel_together(), "messages of several pieces: as many others as the limits say", passed, failed);
    count(gaps_travel_packed(), "messages of what has gaps: not packed, or otherwise than the limits say", passed, failed);
    for (int i = 0; NULL != coll_rabred_algorithms[i].name; i++) {
        for (int collective = 0; collective < COLL_RABRED_REDUCE_SCATTER_BLOCK; collective++) {
            bool serves = coll_rabred_serves(&coll_rabred_algorithms[i], (coll_rabred_collective_t) collective);
            for (int p = 2; serves && p <= 9; p++) {
                for (unsigned bits = 0; bits < 16 && coll_rabred_admits(&coll_rabred_algorithms[i], p); bits++) {
                    setting_t setting = {
                        .problem = {.collective = (coll_rabred_collective_t) collective, .algorithm = i, .processes = p, .in_place = bits & 1},
                        .segment = bits & 2 ? SEGMENT : 0, .scratch = SCRATCH, .eager = p % 2, .three_buffer = true, .changes_sides = bits & 8
                    };
                    check_case(setting, bits & 4, passed, failed);
                }
            }
        }
    }
}

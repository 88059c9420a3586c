#include "process.h"

#include <stdlib.h>
#include <string.h>

enum { GUARD = 64, FILL = 0xA5 };

static size_t starts[MOST + 1];

bool is_scatter(const coll_rabred_problem_t *problem)
{
    return coll_rabred_scatters(problem->collective);
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

static bool filled(const char *from, size_t bytes)
{
    while (bytes > 0 && (char) FILL == from[bytes - 1]) {
        bytes--;
    }
    return 0 == bytes;
}

/* Every byte of a vector that is no value of it must still be FILL. */
static bool holes_untouched(const process_t *p, char *memory, size_t elements)
{
    const char *at = memory + p->type.offset;
    bool right = filled(at - GUARD, GUARD);

    for (size_t i = 0; i < elements; i++, at += p->type.extent) {
        right = filled(at + sizeof(value_t), (size_t) p->type.extent - sizeof(value_t)) && right;
    }
    return right;
}

/* Element i of the process's input. */
static value_t operand(const process_t *p, size_t i)
{
    int rank = p->comm.rank;

    if (p->op.unordered) {
        return (value_t) {(uint32_t) i, 0, 1 << rank};
    }
    return (value_t) {(uint32_t) i, rank, rank + 1};
}

void set_up(process_t *p, const setting_t *setting, int rank)
{
    coll_rabred_problem_t problem = setting->problem;

    const ptrdiff_t offset = 16 * (rank % 3) - 16;
    const bool plain = 0 == offset && !setting->gaps;

    *p = (process_t) {.type = {.offset = offset, .extent = plain ? (ptrdiff_t) sizeof(value_t) : 16 + 16 * (rank % 2), .gaps = setting->gaps}, .comm = {rank}};
    p->op = (struct ompi_op_t) {setting->three_buffer,
                                setting->changes_sides || coll_rabred_algorithms[problem.algorithm].needs & COLL_RABRED_COMMUTATIVE,
                                setting->changes_sides};
    problem.rank = rank;
    problem.in_place = problem.in_place && (COLL_RABRED_REDUCE != problem.collective || rank == problem.root);
    p->schedule = setting->pieces ? pieces_schedule(&problem) : coll_rabred_schedule_build(&problem);
    p->scratch.limit = rank % 2 ? 0 : 1 << 20;
    p->call = (coll_rabred_call_t) {
        .schedule = p->schedule, .layout = layout_of(setting, p->schedule->problem.blocks),
        .wire = {&p->comm, 7}, .scratch = &p->scratch, .limits = {setting->pack_limit, setting->segment, setting->scratch, setting->segments, setting->temporaries,
                                                                 {{setting->packet, setting->packets}, {2 * setting->packet, 2 * setting->packets}},
                                                                 {setting->packet, setting->packets}, ONE_NODE == setting->places, OWN_NODES == setting->places,
                                                                 SOME_NODES == setting->places ? problem.nodes : NULL, setting->blocking}
    };
    p->type.moved = &p->moved;
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
        *element(p, p->in, i) = operand(p, i);
    }
    p->error = coll_rabred_call_prepare(&p->call);
    p->call.in = p->in;
    p->call.out = p->out;
}

void forget_result(process_t *p)
{
    memset(p->out + p->type.offset, FILL, p->out_elements * (size_t) p->type.extent);
    p->done = false;
}

void run_in_turn(process_t *process, int count)
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
                p->error = coll_rabred_run_continue(&p->run, &p->done);
                p->unread_at_error = 0 == p->error ? 0 : fake_wire_unread_sends(p->comm.rank);
                left++;
            }
        }
    }
}

void tear_down(process_t *p)
{
    free(p->in + p->type.offset - GUARD);
    if (p->out != p->in) {
        free(p->out + p->type.offset - GUARD);
    }
    coll_rabred_call_release(&p->call);
    coll_rabred_scratch_free(&p->scratch);
    coll_rabred_schedule_free(p->schedule);
}

/* In every round short messages stand before what is received, long ones behind it, where up to a limit none is left to wait for; segments have
   an order of their own. */
static bool sends_in_place(const process_t *p)
{
    const coll_rabred_program_t *program = &p->call.program;
    size_t longest = 0, later = 0, now = 0;
    bool before = false, behind = false, received = false;

    for (size_t i = 0; i < program->ops && 0 == p->call.limits.segment; i++) {
        const coll_rabred_op_t *op = &program->op[i];
        if (COLL_RABRED_OP_SEND == op->verb || COLL_RABRED_OP_SEND_NOW == op->verb) {
            size_t bytes = op->count * (op->bytes ? 1 : p->call.data.packed);
            longest = bytes > longest ? bytes : longest;
            now += COLL_RABRED_OP_SEND_NOW == op->verb;
            later += COLL_RABRED_OP_SEND == op->verb;
            before = before || !received;
            behind = behind || received;
        } else if (COLL_RABRED_OP_RECV == op->verb || COLL_RABRED_OP_RECV_NOW == op->verb) {
            received = true;
        } else if (COLL_RABRED_OP_WAIT == op->verb) {
            const bool is_long = longest > COLL_RABRED_AT_ONCE, block = is_long && longest <= p->call.limits.blocking;
            if ((received && (is_long ? before : behind)) || (block ? later > 0 : now > 1)) {
                return false;
            }
            longest = later = now = 0;
            before = behind = received = false;
        }
    }
    return true;
}

/* Messages that a vector of so many elements is exchanged in; by an algorithm, or in three pieces. */
static size_t messages_of(size_t elements, const char *algorithm, setting_t setting)
{
    process_t p;
    size_t sends = 0;

    setting.pieces = NULL == algorithm;
    setting.problem.collective = COLL_RABRED_ALLREDUCE;
    setting.problem.processes = 2;
    setting.problem.algorithm = setting.pieces ? 0 : algorithm_named(algorithm);
    setting.count = elements;
    setting.scratch = SIZE_MAX;
    set_up(&p, &setting, 0);
    for (size_t i = 0; i < p.call.program.ops; i++) {
        const coll_rabred_operation_t verb = p.call.program.op[i].verb;
        sends += COLL_RABRED_OP_SEND == verb || COLL_RABRED_OP_SEND_NOW == verb;
    }
    tear_down(&p);
    return sends;
}

/* Between nodes 3 and 4 elements in packets of 2, and more in segments of 3, or of 4 where longer ones are allowed, if the other end sends as many. */
static const char *check_far_packets(const coll_rabred_nodes_t *one, const coll_rabred_nodes_t *two)
{
    const setting_t unknown = {.places = SOME_NODES, .packet = 2 * sizeof(value_t), .packets = 4 * sizeof(value_t), .segment = 3 * sizeof(value_t)};
    setting_t same = unknown, other = unknown, far = unknown, whole, least;

    same.problem.nodes = one;
    other.problem.nodes = two;
    far.places = OWN_NODES;
    whole = least = far;
    whole.segment = SIZE_MAX;
    least.packets = sizeof(value_t);
    if (3 != messages_of(18, NULL, unknown) || 6 != messages_of(18, NULL, same)) {
        return "packets between unknown nodes, or none within one";
    }
    if (2 != messages_of(3, "recursive_doubling", other) || 2 != messages_of(3, "recursive_doubling", far)) {
        return "other packets between nodes";
    }
    if (2 != messages_of(12, "ring", unknown) || 4 != messages_of(12, "ring", same) || 1 != messages_of(12, "linear", far)) {
        return "segments within a node, or one way";
    }
    const bool right = 8 == messages_of(12, "ring", other) && 8 == messages_of(12, "ring", far) && 4 == messages_of(8, "ring", far)
                       && 6 == messages_of(12, "ring", whole) && 2 == messages_of(4, "ring", least);
    return right ? NULL : "other segments between nodes";
}

/* Of vectors of three blocks, each sent by itself: 3 and 4 elements in packets of 2, up to 8 in packets of 4, others whole; and what travels both ways,
   of which up to 4 do, too. */
const char *check_packets(void)
{
    static const size_t expected[] = {[1] = 1, [2] = 1, [3] = 2, [4] = 2, [5] = 2, [8] = 2, [9] = 1, [20] = 1};
    const setting_t near = {.packet = 2 * sizeof(value_t), .packets = 4 * sizeof(value_t)};

    for (size_t block = 1; block < sizeof(expected) / sizeof(expected[0]); block++) {
        if (expected[block] > 0 && 3 * expected[block] != messages_of(3 * block, NULL, near)) {
            return "a message in another number of packets";
        }
    }
    if (1 != messages_of(4, "recursive_doubling", near) || 2 != messages_of(5, "recursive_doubling", near)
        || 2 != messages_of(8, "halving_doubling", near) || 4 != messages_of(10, "halving_doubling", near)) {
        return "short packets both ways, or no longer ones";
    }
    coll_rabred_nodes_t *one = coll_rabred_nodes_build((int[]) {0, 0}, 2), *two = coll_rabred_nodes_build((int[]) {0, 1}, 2);
    const char *error = check_far_packets(one, two);
    coll_rabred_nodes_free(one);
    coll_rabred_nodes_free(two);
    return error;
}

const char *check(const process_t *p, int processes)
{
    int32_t all = p->op.unordered ? (1 << processes) - 1 : processes;

    if (0 != p->error || !p->done) {
        return p->done ? "an error" : "not done";
    }
    for (size_t i = 0; i < p->out_elements; i++) {
        const value_t *value = element(p, p->out, i);
        if (value->index != p->out_start + i || 0 != value->first || all != value->end) {
            return "a wrong element";
        }
    }
    for (size_t i = 0; i < p->in_elements && p->in != p->out; i++) {
        const value_t *value = element(p, p->in, i);
        const value_t own = operand(p, i);
        if (value->index != own.index || value->first != own.first || value->end != own.end) {
            return "a changed input";
        }
    }
    if (!holes_untouched(p, p->in, p->in_elements) || (p->in != p->out && !holes_untouched(p, p->out, p->out_elements))) {
        return "bytes written outside the values";
    }
    return sends_in_place(p) ? NULL : "a send on the wrong side of the receives";
}

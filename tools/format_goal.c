/*
 * GOAL, the input of LogGOPSim (Hoefler, Schneider & Lumsdaine 2010, "LogGOPSim: simulating large-scale
 * applications in the LogGOPS model"), to be made binary by its txt2bin:
 *
 *     num_ranks 2
 *     rank 0 {
 *     l1: recv 8b from 1 tag 0
 *     l2: send 8b to 1 tag 0
 *     l3: calc 1
 *     l3 requires l1
 *     l3 requires l2
 *     }
 *
 * The tag of a message is its round. Transfers require what their process did last in the round before,
 * local steps all transfers of their round and the local step before. A calc is the time of a reduction
 * in ns, 0 for a copy. LogGOPSim knows no empty messages: where the vector has fewer bytes than blocks,
 * messages of no byte are left out on both sides.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "format.h"

/* Labels first..end-1 of one process. */
typedef struct {
    size_t first, end;
} labels_t;

typedef struct {
    FILE *stream;
    const format_call_t *call;
    labels_t before;                 /* what the round's transfers require */
    labels_t transfers;              /* of the round */
    labels_t local;                  /* the round's last local step */
} goal_t;

static double reduction_ns(const format_call_t *call, size_t bytes)
{
    return call->model->gamma * call->problem->blocks / (double) call->bytes * (double) bytes * 1e9;
}

/* Bytes in front of a block: the first blocks have one more where the vector does not divide evenly. */
static size_t bytes_before(const format_call_t *call, coll_rabred_blocks_t block)
{
    size_t share = call->bytes / call->problem->blocks, rest = call->bytes % call->problem->blocks;

    return block * share + (block < rest ? block : rest);
}

static size_t message_bytes(const format_call_t *call, const coll_rabred_step_t *step, size_t pieces)
{
    size_t bytes = 0;

    for (size_t i = 0; i < pieces; i++) {
        coll_rabred_range_t range = step[i].range;
        bytes += bytes_before(call, range.first + range.count) - bytes_before(call, range.first);
    }
    return bytes;
}

static size_t next_label(const goal_t *goal)
{
    return goal->local.end > goal->transfers.end ? goal->local.end : goal->transfers.end;
}

static void print_requirements(const goal_t *goal, size_t label, labels_t required)
{
    for (size_t i = required.first; i < required.end; i++) {
        fprintf(goal->stream, "l%zu requires l%zu\n", label, i);
    }
}

static void enter_round(goal_t *goal)
{
    size_t label = next_label(goal);

    if (goal->local.first < goal->local.end) {
        goal->before = goal->local;
    } else if (goal->transfers.first < goal->transfers.end) {
        goal->before = goal->transfers;
    }
    goal->transfers = goal->local = (labels_t) {label, label};
}

static void print_transfer(goal_t *goal, const coll_rabred_step_t *step, size_t bytes)
{
    size_t label = goal->transfers.end++;
    bool sends = COLL_RABRED_STEP_SEND == step->verb;

    goal->local = (labels_t) {goal->transfers.end, goal->transfers.end};
    fprintf(goal->stream, "l%zu: %s %zub %s %d tag %u\n", label, sends ? "send" : "recv", bytes, sends ? "to" : "from",
            (int) step->peer, (unsigned) step->round);
    print_requirements(goal, label, goal->before);
}

static void print_local(goal_t *goal, const coll_rabred_step_t *step, size_t bytes)
{
    size_t label = next_label(goal);

    fprintf(goal->stream, "l%zu: calc %.0f\n", label,
            COLL_RABRED_STEP_COPY == step->verb ? 0.0 : reduction_ns(goal->call, bytes));
    if (goal->local.first < goal->local.end) {
        print_requirements(goal, label, goal->local);
    } else {
        bool idle = goal->transfers.first == goal->transfers.end;
        print_requirements(goal, label, idle ? goal->before : goal->transfers);
    }
    goal->local = (labels_t) {label, label + 1};
}

/* The steps of one round: first the transfers, then what they bring about. */
static void print_round(goal_t *goal, const coll_rabred_step_t *step, size_t steps)
{
    size_t pieces;

    enter_round(goal);
    for (int local = 0; local < 2; local++) {
        for (size_t i = 0; i < steps; i += pieces) {
            coll_rabred_verb_t verb = (coll_rabred_verb_t) step[i].verb;
            pieces = coll_rabred_message_pieces(&step[i]);
            size_t bytes = message_bytes(goal->call, &step[i], pieces);
            if (0 == bytes) {
                continue;
            }
            if (!local && verb <= COLL_RABRED_STEP_RECV_REDUCE) {
                print_transfer(goal, &step[i], bytes);
            } else if (local && verb >= COLL_RABRED_STEP_RECV_REDUCE) {
                print_local(goal, &step[i], bytes);
            }
        }
    }
}

static void print_rank(FILE *stream, const format_call_t *call, const coll_rabred_schedule_t *schedule)
{
    goal_t goal = {.stream = stream, .call = call, .transfers = {1, 1}, .local = {1, 1}};
    size_t steps;

    fprintf(stream, "\nrank %d {\n", schedule->problem.rank);
    for (size_t i = 0; i < schedule->steps; i += steps) {
        for (steps = 1; i + steps < schedule->steps && schedule->step[i + steps].round == schedule->step[i].round; steps++) {
        }
        print_round(&goal, &schedule->step[i], steps);
    }
    fputs("}\n", stream);
}

void format_goal(FILE *stream, const format_call_t *call)
{
    fprintf(stream, "num_ranks %d\n", call->processes);
    for (int rank = 0; rank < call->processes; rank++) {
        if (call->only < 0 || call->only == rank) {
            print_rank(stream, call, call->schedule[rank]);
        }
    }
}

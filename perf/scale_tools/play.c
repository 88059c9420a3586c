/*
 * Plays schedules over MPI's point-to-point on SimGrid's clock, as coll_rabred/exec/run.c runs them: post what a round
 * transfers, wait for all, then reduce and copy. The pieces of a message go as one. No values are computed, and all
 * messages share memory: only their lengths count, and what reducing and copying them costs.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "call.h"
#include "simulated.h"

#include <mpi.h>
#include <stdlib.h>

typedef struct {
    const options_t *options;
    const char *network;
    const coll_rabred_schedule_t *schedule;
    coll_rabred_layout_t layout;
    char *memory;                        /* for everything that is sent or received */
    MPI_Request *request;                /* [requests]: of the round under way */
    int requests;
    double work;                         /* seconds, once the round's transfers are complete */
} play_t;

static size_t bytes_of(const play_t *play, const coll_rabred_step_t *step)
{
    return coll_rabred_layout_elements(&play->layout, step->range) * CALL_ELEMENT;
}

static void post(play_t *play, const coll_rabred_step_t *step, size_t pieces)
{
    size_t bytes = 0;

    for (size_t i = 0; i < pieces; i++) {
        bytes += bytes_of(play, &step[i]);
        play->work += COLL_RABRED_STEP_RECV_REDUCE == step[i].verb
                          ? (double) bytes_of(play, &step[i]) * play->options->model.reduce_time : 0;
    }
    if (0 == bytes) {
        return;
    }
    MPI_Request *request = &play->request[play->requests++];
    if (COLL_RABRED_STEP_SEND == step->verb) {
        MPI_Isend(play->memory, (int) bytes, MPI_BYTE, step->peer, 0, MPI_COMM_WORLD, request);
    } else {
        MPI_Irecv(play->memory, (int) bytes, MPI_BYTE, step->peer, 0, MPI_COMM_WORLD, request);
    }
}

static void take_step(play_t *play, const coll_rabred_step_t *step, size_t pieces)
{
    switch (step->verb) {
    case COLL_RABRED_STEP_WAIT:
        MPI_Waitall(play->requests, play->request, MPI_STATUSES_IGNORE);
        simulated_work(play->work);
        play->requests = 0;
        play->work = 0;
        break;
    case COLL_RABRED_STEP_REDUCE:
        simulated_work((double) bytes_of(play, step) * play->options->model.reduce_time);
        break;
    case COLL_RABRED_STEP_COPY:
        simulated_work((double) bytes_of(play, step) * play->options->model.copy_time);
        break;
    default:
        post(play, step, pieces);
    }
}

static void take_steps(void *context)
{
    play_t *play = context;
    const coll_rabred_schedule_t *s = play->schedule;
    size_t pieces;

    for (size_t i = 0; i < s->steps; i += pieces) {
        pieces = coll_rabred_message_pieces(&s->step[i]);
        take_step(play, &s->step[i], pieces);
    }
}

static void play_call(play_t *play, int algorithm, int processes, size_t bytes)
{
    coll_rabred_problem_t problem = call_problem(play->options, algorithm, processes, bytes);
    size_t elements = call_elements(play->options, processes, bytes);
    char name[64];

    MPI_Comm_rank(MPI_COMM_WORLD, &problem.rank);
    coll_rabred_schedule_t *schedule = coll_rabred_schedule_build(&problem);
    if (NULL == schedule) {
        MPI_Abort(MPI_COMM_WORLD, 1);
        return;
    }
    play->schedule = schedule;
    play->layout = coll_rabred_layout_even(elements, schedule->problem.blocks);
    play->memory = SMPI_SHARED_MALLOC(elements * CALL_ELEMENT);
    play->request = calloc(schedule->transfers + 1, sizeof(*play->request));
    double seconds = simulated_time(take_steps, play);
    if (0 == problem.rank) {
        call_print(play->options, play->network, call_name(algorithm, &problem, name, sizeof(name)), processes, bytes, seconds);
    }
    free(play->request);
    SMPI_SHARED_FREE(play->memory);
    coll_rabred_schedule_free(schedule);
}

int main(int argc, char **argv)
{
    const options_t options = options_read(argc, argv);
    play_t play = {.options = &options, .network = options.platform};
    int processes;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    for (size_t k = 0; k < options.algorithms; k++) {
        for (size_t i = 0; i < options.lengths; i++) {
            if (call_admits(options.algorithm[k], processes)) {
                play_call(&play, options.algorithm[k], processes, options.bytes[i]);
            }
        }
    }
    MPI_Finalize();
    return 0;
}

/*
 * The cases. A case is a number, of which each coordinate is a digit.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "generated.h"

#include <stdio.h>

static struct {
    enum collective collective;
    int algorithm;
} recipes[COLLECTIVES * ALGORITHMS];
static size_t recipe_number;

static struct operand operands[OPERANDS];
static size_t predefined_number, operand_number;                 /* the predefined ones come first */
static size_t order[OPERANDS];            /* in which they are drawn */

/* The coordinates of a case. */
struct coordinates {
    size_t size, recipe, operand, amount, in_place;
};

static uint64_t number_of(const struct coordinates *at)
{
    return (((at->size * recipe_number + at->recipe) * operand_number + at->operand) * AMOUNTS + at->amount) * 2 + at->in_place;
}

static struct coordinates coordinates_of(uint64_t number)
{
    struct coordinates at = { .in_place = number % 2, .amount = number / 2 % AMOUNTS };
    number /= 2 * AMOUNTS;
    at.operand = number % operand_number;
    at.recipe = number / operand_number % recipe_number;
    at.size = number / operand_number / recipe_number;
    return at;
}

uint64_t space_cases(void)
{
    return number_of(&(struct coordinates) { .size = 1 });
}

int space_processes(uint64_t number)
{
    const size_t size = coordinates_of(number).size;
    return size < RANKS ? (int) size : RANKS;
}

static void shuffle(size_t first, size_t end, uint64_t seed)
{
    for (size_t i = first; i < end; i++)
        order[i] = i;
    for (size_t i = first; i < end; i++) {
        const size_t other = i + scramble(seed, i) % (end - i), former = order[i];
        order[i] = order[other];
        order[other] = former;
    }
}

void space_create(uint64_t seed, size_t *missing)
{
    operand_number = predefined_number = predefined_operands(operands, missing);
    for (const struct user *user = users; user->name != NULL; user++)
        for (const struct datatype *datatype = datatypes; datatype->name != NULL; datatype++)
            if (user->least_bytes <= datatype->value_bytes || datatype->value_bytes == 0)
                operands[operand_number++] = (struct operand) { .user = user, .datatype = datatype };
    shuffle(0, predefined_number, seed);
    shuffle(predefined_number, operand_number, seed);
    for (enum collective collective = 0; collective < COLLECTIVES; collective++)
        for (int algorithm = 0; algorithm < rabred_algorithms(collective); algorithm++, recipe_number++) {
            recipes[recipe_number].collective = collective;
            recipes[recipe_number].algorithm = algorithm;
        }
}

/* The case drawn at one turn: every operand in its turn, user-defined ones as often as predefined ones. */
static struct coordinates draw(size_t size, size_t recipe, uint64_t seed, uint64_t turn)
{
    static const enum amount amounts[] = { NONE, ONE, ONE, FEWER, FEWER, SOME, SOME, HUNDREDS, HUNDREDS, HUNDREDS,
                                           HUNDREDS, THOUSANDS };
    const uint64_t random = scramble(seed, turn), pair = turn / 2;
    const size_t users_number = operand_number - predefined_number;
    return (struct coordinates) {
        .size = size, .recipe = recipe, .in_place = random % 2, .amount = amounts[random / 2 % (sizeof amounts / sizeof *amounts)],
        .operand = order[turn % 2 == 0 ? pair % predefined_number : predefined_number + pair % users_number]
    };
}

/* Where cases are run: a communicator on which an algorithm is forced. */
static struct call begin(MPI_Comm parent, size_t recipe)
{
    struct call call = { .parent = parent, .collective = recipes[recipe].collective,
                         .algorithm = recipes[recipe].algorithm };
    rabred_force(call.collective, call.algorithm);
    MPI_Comm_dup(parent, &call.comm);
    rabred_force(call.collective, 0);
    MPI_Comm_set_errhandler(call.comm, MPI_ERRORS_RETURN);
    MPI_Comm_size(call.comm, &call.size);
    MPI_Comm_rank(call.comm, &call.rank);
    return call;
}

static void run(struct call *call, const struct coordinates *at, uint64_t seed)
{
    call->operand = &operands[at->operand];
    call->amount = (enum amount) at->amount;
    call->in_place = at->in_place;
    call->number = number_of(at);
    call->random = scramble(seed, call->number);
    call_run(call);
}

void space_run_drawn(MPI_Comm comm, uint64_t seed, uint64_t turn, uint64_t end)
{
    const uint64_t first = turn;
    for (size_t recipe = 0; recipe < recipe_number; recipe++) {
        struct call call = begin(comm, recipe);
        for (; turn < first + (end - first) * (recipe + 1) / recipe_number; turn++) {
            struct coordinates at = draw((size_t) call.size, recipe, seed, turn);
            run(&call, &at, seed);
        }
        MPI_Comm_free(&call.comm);
        tally_gather(comm);
    }
}

void space_run_all(MPI_Comm comm, uint64_t seed)
{
    for (size_t recipe = 0; recipe < recipe_number; recipe++) {
        struct call call = begin(comm, recipe);
        struct coordinates at = { .size = (size_t) call.size, .recipe = recipe };
        for (uint64_t first = number_of(&at), turn = first; turn < first + operand_number * AMOUNTS * 2; turn++) {
            at = coordinates_of(turn);
            run(&call, &at, seed);
        }
        MPI_Comm_free(&call.comm);
        tally_gather(comm);
    }
}

void space_run_one(MPI_Comm comm, uint64_t seed, uint64_t number)
{
    struct coordinates at = coordinates_of(number);
    struct call call = begin(comm, at.recipe);
    run(&call, &at, seed);
    MPI_Comm_free(&call.comm);
    tally_gather(comm);
}

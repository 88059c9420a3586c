/*
 * A generated sweep: every algorithm x collective x number of processes x operand x amount x in place or not. An
 * operand is a predefined operator on a predefined type, or a user-defined operator on a datatype.
 *
 * generated.c   main: options
 * space.c       the cases: their numbers, which are run
 * call.c        one case: the call, and what every rank finds
 * verdict.c     what all ranks together make of it, by what the table of algorithms promises
 * predefined.c  predefined operators and types
 * user.c        user-defined operators, among them the free one
 * layouts.c     datatypes
 * region.c      memory between pages that nobody may touch
 *
 * With it go sweep/rabred.c (forcing, counters), sweep/tally.c and coll_rabred/sched (the table).
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef TEST_MPI_GENERATED_H
#define TEST_MPI_GENERATED_H

#include "../../../coll_rabred/sched/table.h"
#include "../sweep/sweep.h"

enum { VALUE_BYTES = 32, PROBLEM_BYTES = 96, OPERANDS = 1024 };   /* at most */

/* Bits that depend on everything given. */
uint64_t scramble(uint64_t a, uint64_t b);

/* Where each byte of a value stands in an element; by this test's own arithmetic, but for the extent. */
struct layout {
    MPI_Datatype type;
    int combiner;
    size_t value_bytes, alignment;
    MPI_Aint extent;
    ptrdiff_t offset[VALUE_BYTES];
    bool padding[VALUE_BYTES];            /* inside a predefined type: means nothing */
    bool between[VALUE_BYTES];            /* of that, beside the numbers of a pair: no message has it, and nothing may write it */
};

/* A datatype class. Those that are `alike` have one signature and may meet in one call. */
struct datatype {
    const char *name;
    void (*create)(struct layout *layout, size_t elements);      /* all but combiner and extent */
    size_t value_bytes;
    bool alike, by_rank;
};
extern const struct datatype datatypes[];                        /* ends with a NULL name */
void layout_create(struct layout *layout, const struct datatype *datatype, size_t elements, uint64_t rank);
void layout_free(struct layout *layout);
/* What an operator can see of the datatype it is given is this layout's. */
bool layout_is_of(const struct layout *layout, MPI_Datatype type);

/* A user-defined operator. */
struct user {
    const char *name;
    bool commutative, free;               /* as declared; free: judged by what it says of its own bracketing */
    size_t least_bytes;                   /* of a value */
    void (*draw)(unsigned char *value, size_t bytes, uint64_t random, int rank, size_t element);
    void (*reduce)(const unsigned char *left, unsigned char *right, size_t bytes);      /* right = left op right */
};
extern const struct user users[];                                /* ends with a NULL name */
/* Says of which call the operator knows from now on; user_end returns what it found wrong, or NULL. */
MPI_Op user_begin(const struct user *user, const struct layout *layout, size_t most_elements);
const char *user_end(MPI_Op *op);

/* What a value of the free operator tells. */
struct history {
    uint64_t ranks;                       /* a bit for each operand */
    uint64_t tree, mirrored;              /* the bracketing; the same whichever side is left */
    uint64_t element : 32, unordered : 1, twice : 1, mixed : 1;
};
uint64_t history_canonical(int first, int end);                  /* the tree of T(p) on ranks first .. end-1 */

struct predefined;
struct element;

/* What is reduced and how: `op` on `element`, or `user` on `datatype`. */
struct operand {
    const struct predefined *op;
    const struct element *element;
    const struct user *user;
    const struct datatype *datatype;
};
/* Appends what MPI defines and this library has; those it lacks are counted. */
size_t predefined_operands(struct operand *operand, size_t *missing);
void predefined_name(const struct operand *operand, char *name, size_t name_bytes);
MPI_Op predefined_op(const struct operand *operand);
void predefined_layout(const struct operand *operand, struct layout *layout);
void predefined_draw(const struct operand *operand, unsigned char *value, uint64_t random);
/* Whether no order or bracketing makes a difference; EITHER: only to the sign of a zero, or to padding in a pair. */
enum answer { NO, YES, EITHER };
enum answer predefined_is_exact(const struct operand *operand);
/* The same for any values: op/avx saturates sums of 8 and 16 bits, but none of those drawn here overflows. */
enum answer predefined_is_always_exact(const struct operand *operand);
/* The same result, or, where it depends on the bracketing, one as near as `size` operands allow. */
bool predefined_agree(const struct operand *operand, const unsigned char *value, const unsigned char *other, int size);

enum amount { NONE, ONE, FEWER, SOME, HUNDREDS, THOUSANDS, AMOUNTS };

/* A case, and this rank's part in it. */
struct call {
    MPI_Comm comm, parent;                /* what is gathered goes over the parent */
    int size, rank;
    enum collective collective;
    int algorithm;                        /* forced; 0: auto */
    const struct operand *operand;
    enum amount amount;
    bool in_place;
    uint64_t number, random;              /* the same on all ranks */

    size_t total, elements, first;        /* of the input; of this rank's result, and where in the whole it starts */
    int counts[RANKS];                    /* result elements of each rank in the reduce_scatters */
    int root;                             /* of reduce, else -1 */
    struct layout layout;
    char name[224];
};
void call_run(struct call *call);

/* What a rank found. */
struct report {
    int served;                           /* the algorithm; 0: none, since there was nothing to do */
    bool has_result;
    uint64_t tree, digest;                /* of the first result element; of all that ranks must agree on */
    char problem[PROBLEM_BYTES];
};
void report_problem(struct report *report, const char *format, ...) __attribute__((format(printf, 2, 3)));
unsigned promises_of(const struct call *call, int algorithm);    /* flags of table.h */
bool serves_rightly(const struct call *call, int algorithm);     /* by what the table says that it needs */
bool table_is_complete(void);                                    /* else counts a failure */
bool is_commutative(const struct operand *operand);
void judge_history(const struct call *call, struct report *report, const unsigned char *result);
void verdict(const struct call *call, const struct report *mine);

/* The cases there are; space_cases: for each communicator size. */
void space_create(uint64_t seed, size_t *missing);
uint64_t space_cases(void);
int space_processes(uint64_t number);
/* Those of the size of comm: of `turn` to end - 1 of all turns, all, or the one with that number. */
void space_run_drawn(MPI_Comm comm, uint64_t seed, uint64_t turn, uint64_t end);
void space_run_all(MPI_Comm comm, uint64_t seed);
void space_run_one(MPI_Comm comm, uint64_t seed, uint64_t number);

#endif

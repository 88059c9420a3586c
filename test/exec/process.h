/*
 * One process of a call that is executed: its vectors, with guards around them, its call and run.
 */
#ifndef TEST_EXEC_PROCESS_H
#define TEST_EXEC_PROCESS_H

#include "fake_wire.h"

#include "../../coll_rabred/exec/run.h"
#include "../../coll_rabred/sched/table.h"

typedef struct {
    coll_rabred_problem_t problem;
    size_t count;                    /* elements */
    bool uneven, three_buffer, changes_sides, eager, threads, gaps;
    size_t pack_limit, segment, scratch, temporaries;   /* bytes */
    size_t segments;
    size_t packet, packets;          /* bytes of one, and of what is cut into them at most; twice as long ones in packets as long, within a node */
    size_t blocking;                 /* bytes: the executor's limit */
    enum { ONE_NODE, OWN_NODES, SOME_NODES, PLACES } places;   /* some: the problem's, or unknown */
    bool pieces;                     /* pieces_schedule in place of the table's */
} setting_t;

/* One process's memory and call. */
typedef struct {
    struct ompi_datatype_t type;
    struct ompi_op_t op;
    struct moved_t moved;
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

/* In pieces.c. */
coll_rabred_schedule_t *pieces_schedule(const coll_rabred_problem_t *problem);

/* In memory.c: those of aligned_alloc fail while it is set; so many of calloc and realloc do not, or, negative, none does. */
extern bool allocations_fail;
extern long allocations_left;

/* There, too: what is wrong, or NULL. */
const char *check_scratch(void);
bool is_scatter(const coll_rabred_problem_t *problem);

/* Ready to run, with every element of the input set. */
void set_up(process_t *p, const setting_t *setting, int rank);
void tear_down(process_t *p);

/* As if it had not run, for a call that is not in place. */
void forget_result(process_t *p);

/* Goes on with one process after the other until all are done or nothing has moved for long. */
void run_in_turn(process_t *process, int count);

/* In costs.c: its place in the table; and counts cases. */
int algorithm_named(const char *name);
void check_costs(int *passed, int *failed);

const char *check_packets(void);
const char *check_retained(void);
const char *check_use(void);
const char *check_handed_over(void);
const char *check_places(const setting_t *setting);   /* of a schedule with a temporary */

/* In flight.c: several calls at once. What is wrong, or NULL. */
const char *check_flight(int processes, uint32_t seed);

/* What is wrong after the run, or NULL. */
const char *check(const process_t *p, int processes);

#endif

/*
 * The component and its modules. MPI_Allreduce comes in through coll_rabred_allreduce.c, is chosen an
 * algorithm for by choose/, gets its schedule from sched/ and is run by exec/.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_H
#define COLL_RABRED_H

#include "coll_rabred_compat.h"

#include "opal/mca/base/mca_base_var.h"

#include "choose/choice.h"
#include "exec/run.h"
#include "sched/cache.h"

#include "coll_rabred_statistics.h"

#include <pthread.h>

BEGIN_C_DECLS

/* Bytes: the defaults, and those of processes whose parameters differ. */
enum {
    COLL_RABRED_PACK_LIMIT = 4096, COLL_RABRED_SEGMENT_SIZE = 524288, COLL_RABRED_COPIED_SEGMENT_SIZE = 131072,
    COLL_RABRED_SCRATCH_LIMIT = 2097152, COLL_RABRED_NODE_TEMPORARY_LIMIT = 8388608,
    COLL_RABRED_NETWORK_TEMPORARY_LIMIT = 268435456, COLL_RABRED_BLOCKING_LIMIT = 262143
};
#define COLL_RABRED_BUILT_IN_LIMITS \
    ((coll_rabred_limits_t) {.pack_limit = COLL_RABRED_PACK_LIMIT, .segment = COLL_RABRED_SEGMENT_SIZE, .scratch = COLL_RABRED_SCRATCH_LIMIT})

/* Bytes: messages are not cut into pieces for want of less scratch. */
enum { COLL_RABRED_LEAST_SCRATCH = 16384 };

/* Levels of coll_rabred_verbose; README says what each tells. */
enum { COLL_RABRED_VERBOSE_DECISIONS = 10, COLL_RABRED_VERBOSE_SCHEDULES = 20 };

typedef struct {
    mca_coll_base_component_t super;
    /* MCA parameters; communicators take them over when they are made. */
    int priority;
    int verbose;
    bool summary, time;                          /* either: calls are timed */
    char *reproducible;                          /* off or canonical */
    bool agree;                                  /* communicators compare the parameters of their processes */
    size_t scratch_limit, cache_limit;           /* bytes */
    size_t temporary_limit[COLL_RABRED_CLASSES]; /* bytes */
    unsigned pack_limit, segment_size;           /* bytes */
    unsigned copied_segment_size;                /* bytes: of segments at most, in a node without single copies; 0: as elsewhere */
    unsigned segments;                           /* of a message at most; 0: as many as there can be */
    size_t cut_limit[COLL_RABRED_CLASSES];       /* bytes: of the longest message within a node, or between two, that travels in packets */
    size_t blocking_limit;                       /* bytes: of the longest message that blocks, besides the last of a round, where that is sooner */
    unsigned node_processors;                    /* 0: as many as the system has */
    unsigned long long node_turn;                /* picoseconds */
    unsigned node_size;                          /* most processes of a node; 0: as many as the host has */
    bool nonblocking;                            /* serve non-blocking and persistent calls, too */
    int algorithm[COLL_RABRED_COLLECTIVES];      /* 0: auto; else 1 + index in coll_rabred_algorithms[] */
    char *rules[COLL_RABRED_COLLECTIVES];
    coll_rabred_machine_t machine[COLL_RABRED_CLASSES];
    mca_coll_rabred_statistics_t statistics;
} mca_coll_rabred_component_t;

OMPI_MODULE_DECLSPEC extern mca_coll_rabred_component_t mca_coll_rabred_component;

/* What was found for a call, to run it and others like it: on other vectors of that length. */
typedef struct {
    size_t count;
    struct ompi_datatype_t *type;                /* NULL: not for other calls */
    struct ompi_op_t *op;
    int root;
    bool in_place;
    coll_rabred_collective_t collective;
    size_t partition;
    size_t bytes;                                /* of the vector */
    mca_coll_rabred_tally_t *tally;              /* where it is counted */
    coll_rabred_call_t call;
} mca_coll_rabred_prepared_t;

enum { COLL_RABRED_PREPARED_BITS = 4, COLL_RABRED_PREPARED_SLOTS = 1 << COLL_RABRED_PREPARED_BITS };

/* Bits about the places of a communicator's processes, which all of them have: every one is on this node; no other is. */
enum { COLL_RABRED_ALL_NEAR = 1, COLL_RABRED_ALONE = 2 };

/* What was told of an algorithm that did not fit: which, who served instead, and why. */
typedef struct {
    coll_rabred_collective_t collective;
    int wanted, algorithm;
    const char *why;
} mca_coll_rabred_misfit_t;

enum { COLL_RABRED_MISFITS = 16 };

/* One communicator. */
typedef struct {
    mca_coll_base_module_t super;
    coll_rabred_installed_t installed;
    coll_rabred_choice_t choice[COLL_RABRED_COLLECTIVES];
    int algorithm[COLL_RABRED_COLLECTIVES];      /* the parameter's; an info key may have forced another one: */
    bool by_info[COLL_RABRED_COLLECTIVES];
    coll_rabred_model_t model;
    coll_rabred_cache_t cache;
    coll_rabred_scratch_t scratch;
    mca_coll_rabred_prepared_t prepared[COLL_RABRED_PREPARED_SLOTS + 1];   /* the last one for calls not kept */
    coll_rabred_limits_t limits;
    size_t temporary_limit[COLL_RABRED_CLASSES]; /* for limits.temporaries, once the class is known */
    size_t copied_segment;                       /* for limits.segment, once it is known how a node's messages are copied */
    size_t cut_limit[COLL_RABRED_CLASSES];       /* bytes: the parameters, for the processes to compare; limits.cut and limits.far_cut are what came
                                                    of them, none unless on all alike */
    unsigned node_processors;                    /* the parameter, as above; model.turns has what the processes found alike */
    unsigned node_size;
    bool neighbours;                             /* some process shares its node with another */
    coll_rabred_nodes_t *nodes;                  /* NULL where no algorithm may look at them */
    bool timed;
    bool compares;                               /* on the first call the processes compare what they decide by */
    bool ready;                                  /* what the first call does for all is over, and went well */
    pthread_mutex_t choosing;                    /* of choice, cache, told and misfit: Open MPI calls for MPI_Comm_idup on any thread */
    /* Shared by calls and progress, see coll_rabred_request.h. */
    bool asked;                                  /* it has been started */
    bool begun;                                  /* what the first call does for all is over */
    int broken;                                  /* why the processes cannot decide alike, returned by every call; 0 */
    struct mca_coll_rabred_request *waiting, **last_waiting;   /* requests that wait for this to be over, first one first; and where another one goes */
    struct mca_coll_rabred_request *idle;        /* requests nobody uses, prepared for calls like their last one */
    size_t idle_requests, idle_bytes;            /* how many these are, and what they hold */
    coll_rabred_scratch_t left_behind;           /* what unfinished sends of failed requests read */
    void *unanswered;                            /* the vector of a failed exchange of what the first call does for all; or NULL */
    size_t *start;                               /* [processes + 1], of reduce_scatter's blocks; NULL before */
    size_t partitions;                           /* how often that has changed */
    bool *told[COLL_RABRED_COLLECTIVES];         /* decisions: [2 * number + commutative], numbers as in is_news() */
    mca_coll_rabred_misfit_t misfit[COLL_RABRED_MISFITS];   /* those told, */
    size_t misfits;                              /* and how many these are */
} mca_coll_rabred_module_t;

OBJ_CLASS_DECLARATION(mca_coll_rabred_module_t);

/* Registers a parameter that tools may write; communicators made later follow it. Negative: an error. */
int mca_coll_rabred_register(const char *name, const char *help, mca_base_var_type_t type,
                             mca_base_var_enum_t *enumerator, void *storage);
int mca_coll_rabred_register_machine(void);

/* NULL, or a module with its functions; not for inter-communicators and single processes. */
mca_coll_base_module_t *mca_coll_rabred_comm_query(struct ompi_communicator_t *comm, int *priority);

/* From now on to the first call, info keys may force an algorithm. */
void mca_coll_rabred_follow_info(mca_coll_rabred_module_t *module, struct ompi_communicator_t *comm);

/* True if messages within the node are copied twice, into memory that both processes share and out of it. */
bool mca_coll_rabred_copies_twice(void);

/* True if messages of calls that block leave sooner than others. */
bool mca_coll_rabred_blocks_sooner(void);

/* How messages within a node, of up to `near` bytes, are cut, and those between nodes, of up to `far`. */
void mca_coll_rabred_cut_messages(coll_rabred_limits_t *limits, size_t near, size_t far);

/* The key for a collective: rabred_<collective>_algorithm, or without _algorithm where that is too long. */
void mca_coll_rabred_info_key(coll_rabred_collective_t collective, char *key, size_t size);

/* Of texts, one after the other (FNV-1a, 64 bits): `start` is COLL_RABRED_HASH_START, or what came of the text before. */
#define COLL_RABRED_HASH_START UINT64_C(14695981039346656037)
uint64_t mca_coll_rabred_hash(uint64_t start, const char *text);

/* True unless the same text came last time; for what is told once. Where threads ask at once, at worst it is told twice. */
bool mca_coll_rabred_is_new(uint64_t *last, const char *text);

/* One line to stderr, after "[rabred] ": from the first process of the job only; from any, of a communicator. */
void mca_coll_rabred_say(const char *format, ...) __opal_attribute_format__(__printf__, 1, 2);
void mca_coll_rabred_say_of(struct ompi_communicator_t *comm, const char *format, ...)
    __opal_attribute_format__(__printf__, 2, 3);

/* What a slot hands on. */
typedef struct {
    coll_rabred_collective_t collective;
    const void *in;                              /* or MPI_IN_PLACE */
    void *out;
    size_t count;                                /* elements of the whole vector */
    const size_t *start;                         /* of the blocks, where they are uneven; else NULL */
    size_t partition;                            /* equal where `start` points to equal numbers; 0 of NULL */
    struct ompi_datatype_t *type;
    struct ompi_op_t *op;
    int root, tag;
    struct ompi_communicator_t *comm;
} mca_coll_rabred_arguments_t;

/* Tells what was decided, where that is news: a misfit always, the decision where verbose says so. */
void mca_coll_rabred_tell(mca_coll_rabred_module_t *module, const mca_coll_rabred_arguments_t *arguments, unsigned traits,
                          const coll_rabred_decision_t *decision, size_t bytes);

/* Tells of a schedule that was built, where verbose says so. */
void mca_coll_rabred_tell_schedule(struct ompi_communicator_t *comm, const coll_rabred_schedule_t *schedule);

/* A blocking reduction of any kind: chooses, fetches the schedule, runs it, as far as that is not prepared. */
int mca_coll_rabred_reduction(mca_coll_rabred_module_t *module, const mca_coll_rabred_arguments_t *arguments);

/* What the first call on a communicator does for all: started and waited for unless it is over. Blocking calls. */
int mca_coll_rabred_begin(mca_coll_rabred_module_t *module, struct ompi_communicator_t *comm);

/* Chooses for a vector of `bytes` bytes, and tells users what they want to know of that. Algorithm -1 when out of memory. */
coll_rabred_decision_t mca_coll_rabred_decide(mca_coll_rabred_module_t *module, const mca_coll_rabred_arguments_t *arguments,
                                              size_t bytes);

/* That, for calls like this one, and prepares them to run in `scratch`. They may not be kept yet. */
int mca_coll_rabred_choose(mca_coll_rabred_module_t *module, const mca_coll_rabred_arguments_t *arguments, size_t bytes,
                           coll_rabred_scratch_t *scratch, mca_coll_rabred_prepared_t *prepared);

/* Prepares a call, but for its scratch, as was decided; an error where nothing could be. */
int mca_coll_rabred_prepare(mca_coll_rabred_module_t *module, const mca_coll_rabred_arguments_t *arguments,
                            const coll_rabred_decision_t *decision, size_t bytes, coll_rabred_call_t *call);

/* For an allreduce by MPI_BAND or MPI_MAX of integers before that: by the built-in numbers of the model's
   formulas, whatever memory there is. */
coll_rabred_decision_t mca_coll_rabred_built_in_decision(int processes, size_t elements, size_t element);

/* The bits, as this process sees them. */
uint64_t mca_coll_rabred_places(struct ompi_communicator_t *comm);

/* True if all its processes are of one job, none spawned by or connected to another: then two of them see alike whether they share a host, and
   have the same transport there. */
bool mca_coll_rabred_is_one_job(struct ompi_communicator_t *comm);

/* The slots: blocking; non-blocking and persistent. */
#define COLL_RABRED_BLOCKING(DO) DO(allreduce) DO(reduce) DO(reduce_scatter) DO(reduce_scatter_block)
#define COLL_RABRED_REQUESTS(DO)                                                        \
    DO(iallreduce) DO(ireduce) DO(ireduce_scatter) DO(ireduce_scatter_block)            \
    DO(allreduce_init) DO(reduce_init) DO(reduce_scatter_init) DO(reduce_scatter_block_init)

/* Functions of the types that this Open MPI gives them. */
#define COLL_RABRED_DECLARE(slot) __typeof__(*(mca_coll_base_module_##slot##_fn_t) NULL) mca_coll_rabred_##slot;
COLL_RABRED_BLOCKING(COLL_RABRED_DECLARE)
COLL_RABRED_REQUESTS(COLL_RABRED_DECLARE)

END_C_DECLS

#endif

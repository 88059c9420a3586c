/*
 * Correctness of rabred's collectives under mpirun: what the files of this folder share.
 *
 * sweep.c      main: options, one communicator of every size asked for
 * loops.c      which calls are made: the sweep, the endurance run
 * trial.c      one call, and the checks of what it leaves behind
 * operators.c  operators, the input of every rank, the expected results
 * data.c       guarded buffers
 * rabred.c     rabred's variables, by MPI_T
 * tally.c      what passed, what failed, what was left to another algorithm
 */
#ifndef TEST_MPI_SWEEP_H
#define TEST_MPI_SWEEP_H

#include "../way.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum limit { MEDIUM = 1000, LARGE = 100003, WINDOWS = 1009, ALGORITHMS = 64, RANKS = 64, OPERATORS = 7 };

extern struct options {
    int stock, endurance, verbose, help;
    const char *collective, *algorithm;   /* only these; NULL: all */
    int sizes, size[RANKS];
    long every;                           /* of so many calls one is made */
    enum way way;                         /* how every call is made */
    int deal;                             /* ranks are dealt round to so many groups of neighbours; 1: they stay */
} options;

/* An operator on one type. Where `exact` is false, its results are not known, but must agree. */
struct operator {
    const char *name;
    MPI_Datatype type, packed;            /* packed: of the same signature, without holes */
    MPI_Op op;
    bool commutative, exact, large;       /* large: also run on LARGE elements */
    size_t value_bytes;                   /* of a packed value */
    size_t data_bytes;                    /* of a predefined pair: what follows may be written; else 0 */
    void (*tame)(void *value);            /* makes random bits a good value */
    void (*fold)(void *left, const void *right);          /* left = left op right, packed */
    MPI_Aint lower_bound, extent;         /* of type, bytes */
    unsigned char *source, *expected;     /* packed: this rank's input, the result over ranks 0 .. folded-1 */
    int folded;
};
extern struct operator operators[OPERATORS];

/* Types, operators and this rank's input. A rank has the same number in every communicator tested. */
void operators_create(int rank);
void operators_free(void);
size_t operator_elements(const struct operator *operator);           /* the most that a call may have */

/* Makes `expected` the result over ranks 0 .. size-1, without MPI; cheap when sizes ascend. */
void operator_expect(struct operator *operator, int size);

/* Room for some elements between two guards. Bytes that hold no value (guards, holes) hold `paint`. */
struct buffer {
    const struct operator *operator;
    size_t room;                          /* elements */
    unsigned char paint;
    unsigned char *memory, *image;        /* the image is what memory should look like */
};

void buffer_create(struct buffer *buffer, unsigned char paint);      /* large enough for every operator */
void buffer_free(struct buffer *buffer);
void *buffer_reset(struct buffer *buffer, const struct operator *operator, size_t room);     /* the address for MPI */
void buffer_put(struct buffer *buffer, const unsigned char *values, size_t elements);

/*
 * True where the buffer holds `values` in its first `elements`, anything in the next `loose` elements, and paint in
 * every other byte; otherwise `where` tells the first wrong byte.
 */
bool buffer_holds(struct buffer *buffer, const unsigned char *values, size_t elements, size_t loose,
                  char *where, size_t where_bytes);


/* Finds rabred's variables; where one is missing or wrong counts a failure and returns false. */
bool rabred_find(void);
int rabred_algorithms(enum collective collective);                   /* number 0 is auto */
const char *rabred_name(enum collective collective, int algorithm);
void rabred_force(enum collective collective, int algorithm);        /* in communicators created from now on */
void rabred_calls(enum collective collective, unsigned long long calls[ALGORITHMS]);

/* A communicator on which an algorithm is forced, and the call to make on it. */
struct trial {
    MPI_Comm comm;
    int size, rank;
    enum collective collective;
    int algorithm;
    enum service { UNKNOWN, SERVED, LEFT } service[OPERATORS];       /* LEFT: to another algorithm */
    struct buffer send, receive;
    size_t window;                        /* first element of the data that the next call uses */

    long calls;                           /* asked for since trial_begin */

    struct operator *operator;            /* from here on set by the caller */
    size_t total;                         /* elements of the input */
    const char *shape;                    /* how the reduce_scatters deal it out */
    int counts[RANKS];                    /* result elements of each rank in the reduce_scatters, else 0 */
    int root;                             /* of reduce, else -1 */
    bool in_place;

    char name[192];                       /* the call, with all its coordinates */
    char problem[128];                    /* the first thing found wrong with it, or empty */
};

void trial_begin(struct trial *trial, MPI_Comm parent, enum collective collective, int algorithm);
void trial_run(struct trial *trial);
void trial_end(struct trial *trial);

void sweep(MPI_Comm comm);
void endure(MPI_Comm comm);

enum verdict { PASSED, FAILED, SKIPPED, VERDICTS };

void tally_start(void);                   /* after MPI_Init */
void tally_running(const char *call);     /* is named if a signal ends it; NULL: no call */
void tally(enum verdict verdict, const char *line);                  /* the line is for a failure */
void tally_gather(MPI_Comm comm);         /* on rank 0, which prints the failures */
int tally_finish(void);                   /* prints the last line; the exit status, on all ranks */

#endif

/*
 * One call as it was printed: the header and the steps, checked as far as that needs no playing.
 * What is wrong is kept as text, the first thing only; the functions then return false.
 */
#ifndef REPLAY_CALL_H
#define REPLAY_CALL_H

#include "json.h"

#include <stdint.h>

enum { MOST_PROCESSES = 4096, MOST_BUFFERS = 9999 };

typedef enum { ALLREDUCE, REDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, COLLECTIVES } collective_t;
typedef enum { SAME, ORDERED, ONE_BRACKETING, CANONICAL, EXACT_ONLY, COMMUTATIVE_ONLY, PROMISES } promise_t;
typedef enum { SEND, RECV, RECV_REDUCE, LOCAL_REDUCE, COPY, VERBS } verb_t;
typedef enum { INTO, FROM, LOCAL, LEFT, RIGHT, OPERANDS } operand_t;
enum { IN, OUT, TMP }; /* tmp k is buffer TMP + k */

typedef struct {
    size_t buffer, first, count; /* blocks */
} piece_t;

/* Some of the call's pieces. */
typedef struct {
    size_t first, count;
} list_t;

typedef struct {
    verb_t verb;
    int rank, peer;
    bool received_left;
    size_t round;
    list_t operand[OPERANDS]; /* empty where the verb has none */
} step_t;

typedef struct {
    size_t own_first, own_end; /* the blocks of out that this rank has */
    size_t buffers, steps;     /* how many */
    size_t round;              /* of the last step */
    bool local;                /* the last step was a local one */
} process_t;

typedef struct {
    size_t line; /* where the header stands, from 1 */
    char collective_name[32], algorithm[160];
    collective_t collective;
    int processes, root;
    size_t radix; /* 0 if none is given */
    bool in_place, promises[PROMISES];
    size_t blocks;
    uint64_t node_map; /* a hash of it; 0 where there is none */
    size_t *counts, counts_used, counts_room;
    process_t *process;
    size_t process_room;
    step_t *steps;
    size_t steps_used, steps_room;
    piece_t *pieces;
    size_t pieces_used, pieces_room;
    char reason[256]; /* empty while nothing is wrong */
} call_t;

/* Makes room for `needed` elements, and for more if it has to move them. Ends the program where there is no
 * memory. */
void *call_reserve(void *array, size_t needed, size_t *room, size_t element);

bool call_fail(call_t *call, const char *format, ...);
bool call_fail_at(call_t *call, int rank, size_t round, const char *format, ...);

/* "in block 3" */
const char *call_block_name(size_t buffer, size_t block);

bool call_is_header(const char *line, size_t length);
bool call_read_header(call_t *call, size_t number, const char *line, size_t length);
bool call_read_step(call_t *call, size_t number, const char *line, size_t length);
void call_free(call_t *call);

#endif

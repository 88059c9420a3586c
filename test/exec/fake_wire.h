/*
 * Several processes in one program: wire.h and data.h over memory, with a type of any size, extent and
 * lower bound and an operator that shows order and place of its operands.
 *
 * Messages match in order for each pair of ranks. A message moves at a random later time than the one
 * at which both ends are posted, so that what is overwritten too early shows.
 */
#ifndef TEST_EXEC_FAKE_WIRE_H
#define TEST_EXEC_FAKE_WIRE_H

#include "../../coll_rabred/exec/data.h"
#include "../../coll_rabred/exec/wire.h"

#include <stdint.h>

/* One element's value: element `index` of the vector, reduced over ranks first..end-1, or, for an
   unordered operator, over the ranks whose bits are set in end; end = 0 once operands came in a wrong
   order or place, or twice. */
typedef struct {
    uint32_t index;
    int32_t first, end;
} value_t;

enum { MOST = 16 };   /* processes */

/* Elements that a process has moved in its memory. */
struct moved_t {
    size_t copied, packed;
    size_t three_address;         /* reduced into neither operand */
};

struct ompi_datatype_t {
    ptrdiff_t offset, extent;     /* bytes: where in an element its value stands; distance */
    bool byte;                    /* not a value: any byte */
    struct moved_t *moved;        /* of the process whose type it is */
    bool gaps;                    /* elements that rabred packs by itself */
};

struct ompi_op_t {
    bool three_buffer;
    bool unordered;               /* commutative: in any order */
    bool changes_sides;           /* and rabred knows that no bit would tell */
};

struct ompi_communicator_t {
    int rank;
};

/* Bytes of an element's value; where it stands in memory; values from one place to another. */
size_t fake_data_size(const struct ompi_datatype_t *type);
char *fake_data_at(const char *memory, const struct ompi_datatype_t *type, size_t element);
void fake_data_move(char *into, const struct ompi_datatype_t *into_type, const char *from, const struct ompi_datatype_t *from_type, size_t elements);

/* Forgets all messages; `eager`: sends complete at once. */
void fake_wire_reset(uint32_t seed, bool eager);

/* The n-th message of a rank from now on (negative: none) cannot be posted, or, `late`, completes with an error. */
void fake_wire_fail(int rank, int n, bool late);

/* Messages of a rank that are still posted: receives, and sends not yet read. */
int fake_wire_posted_receives(int rank);
int fake_wire_unread_sends(int rank);

/* Requests that nobody has released. */
int fake_wire_requests(void);

enum { FAKE_WIRE_ERROR = 17 };

#endif

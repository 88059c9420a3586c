#include "fake_wire.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct ompi_request_t {
    struct ompi_request_t *next;
    bool sends, done, released;
    bool fails;                   /* completes with an error, at once, whatever its message does */
    int from, to, tag;
    char *memory;
    size_t elements;
    const struct ompi_datatype_t *type;
    char *eager;                  /* a copy of what an eager send sends */
} request_t;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static request_t *posted[2 * MOST];   /* [2 * receiver + sends]: in the order of posting */
static uint32_t random_state;
static bool eager_sends;
static int failing_rank, failing_in, live_requests;
static bool fails_late;

static uint32_t draw(void)
{
    random_state = random_state * UINT32_C(1664525) + UINT32_C(1013904223);
    return random_state >> 16;
}

/* Elements of that type without gaps. */
static struct ompi_datatype_t dense(const struct ompi_datatype_t *type)
{
    return (struct ompi_datatype_t) {.extent = (ptrdiff_t) fake_data_size(type), .byte = type->byte};
}

static request_t **list_of(const request_t *request, bool sends)
{
    return &posted[2 * request->to + sends];
}

/* Where a list has that request, or NULL its end. */
static request_t **find(request_t **at, const request_t *request)
{
    while (request != *at) {
        at = &(*at)->next;
    }
    return at;
}

static void dispose(request_t *request)
{
    free(request->eager);
    free(request);
    live_requests--;
}

/* The first posted send, or receive, of the pair of ranks that a request is for. */
static request_t *first_of_pair(const request_t *request, bool sends)
{
    request_t *other = *list_of(request, sends);

    while (NULL != other && (other->from != request->from || other->tag != request->tag)) {
        other = other->next;
    }
    return other;
}

static void finish(request_t *request)
{
    *find(list_of(request, request->sends), request) = request->next;
    request->done = true;
    if (request->released) {
        dispose(request);
    }
}

/* Moves a message of which both ends are posted. */
static void transfer(request_t *send, request_t *receive)
{
    if (send->elements != receive->elements || send->type->byte != receive->type->byte) {
        abort();
    }
    const struct ompi_datatype_t copied = dense(send->type);
    fake_data_move(receive->memory, receive->type, NULL == send->eager ? send->memory : send->eager,
         NULL == send->eager ? send->type : &copied, send->elements);
    finish(send);
    finish(receive);
}

/* Moves some of the messages of which both ends are posted; false if there are none. */
static bool progress(void)
{
    request_t *next;
    bool found = false;

    for (int to = 0; to < MOST; to++) {
        for (request_t *receive = posted[2 * to]; NULL != receive; receive = next) {
            request_t *send = receive == first_of_pair(receive, false) ? first_of_pair(receive, true) : NULL;
            next = receive->next;
            found = found || NULL != send;
            if (NULL != send && draw() % 3 > 0) {
                transfer(send, receive);
            }
        }
    }
    if (found) {
        pthread_cond_broadcast(&changed);
    }
    return found;
}

/* True if the memory of a message meets that of another one of its process that is under way, and either receives. */
static bool disturbs(const request_t *request)
{
    const char *from = fake_data_at(request->memory, request->type, 0);
    const char *to = fake_data_at(request->memory, request->type, request->elements - 1) + fake_data_size(request->type);

    for (int list = 0; list < 2 * MOST; list++) {
        for (const request_t *other = posted[list]; NULL != other; other = other->next) {
            bool mine = (other->sends ? other->from : other->to) == (request->sends ? request->from : request->to);
            if (mine && NULL == other->eager && !(request->sends && (other->sends || eager_sends))
                && from < fake_data_at(other->memory, other->type, other->elements - 1) + fake_data_size(other->type) && fake_data_at(other->memory, other->type, 0) < to) {
                return true;
            }
        }
    }
    return false;
}

static int post(request_t fields, request_t **request)
{
    int rank = fields.sends ? fields.from : fields.to;
    int error = 0;

    pthread_mutex_lock(&lock);
    bool fails = rank == failing_rank && failing_in-- == 0;
    if (fails && !fails_late) {
        error = FAKE_WIRE_ERROR;
    } else if (disturbs(&fields)) {
        abort();
    } else {
        *request = malloc(sizeof(**request));
        **request = fields;
        (*request)->fails = fails;
        if (fields.sends && (eager_sends || fails)) {
            const struct ompi_datatype_t copied = dense(fields.type);
            (*request)->eager = malloc(fields.elements * fake_data_size(fields.type));
            fake_data_move((*request)->eager, &copied, fields.memory, fields.type, fields.elements);
        }
        *find(list_of(*request, fields.sends), NULL) = *request;
        live_requests++;
        pthread_cond_broadcast(&changed);
        if (fields.sends && eager_sends && !fails && 0 == draw() % 2) {   /* it has left */
            (*request)->released = true;
            *request = NULL;
        }
    }
    pthread_mutex_unlock(&lock);
    return error;
}

int coll_rabred_wire_irecv(const coll_rabred_wire_t *wire, void *into, size_t elements, struct ompi_datatype_t *type,
                           int peer, struct ompi_request_t **request)
{
    return post((request_t) {.from = peer, .to = wire->comm->rank, .tag = wire->tag, .memory = into,
                             .elements = elements, .type = type}, request);
}

int coll_rabred_wire_isend(const coll_rabred_wire_t *wire, const void *from, size_t elements,
                           struct ompi_datatype_t *type, int peer, struct ompi_request_t **request)
{
    return post((request_t) {.sends = true, .from = wire->comm->rank, .to = peer, .tag = wire->tag,
                             .memory = (char *) from, .elements = elements, .type = type}, request);
}

/* Called with the lock; an eager send needs its source no longer. */
static bool complete(const request_t *request)
{
    return request->done || request->fails || (request->sends && NULL != request->eager);
}

static void release(request_t *request)
{
    if (request->done) {
        dispose(request);
    } else {
        request->released = true;
    }
}

int coll_rabred_wire_wait(struct ompi_request_t **request)
{
    pthread_mutex_lock(&lock);
    while (!complete(*request)) {
        if (!progress()) {
            pthread_cond_wait(&changed, &lock);
        }
    }
    int error = (*request)->fails ? FAKE_WIRE_ERROR : 0;
    release(*request);
    *request = NULL;
    pthread_mutex_unlock(&lock);
    return error;
}

int coll_rabred_wire_recv(const coll_rabred_wire_t *wire, void *into, size_t elements, struct ompi_datatype_t *type,
                          int peer)
{
    struct ompi_request_t *request;
    int error = coll_rabred_wire_irecv(wire, into, elements, type, peer, &request);

    return 0 == error ? coll_rabred_wire_wait(&request) : error;
}

int coll_rabred_wire_send(const coll_rabred_wire_t *wire, const void *from, size_t elements,
                          struct ompi_datatype_t *type, int peer)
{
    struct ompi_request_t *request;
    int error = coll_rabred_wire_isend(wire, from, elements, type, peer, &request);

    return 0 == error && NULL != request ? coll_rabred_wire_wait(&request) : error;
}

bool coll_rabred_wire_complete(const struct ompi_request_t *request, int *error)
{
    pthread_mutex_lock(&lock);
    if (!complete(request)) {
        progress();
    }
    bool done = complete(request);
    *error = request->fails ? FAKE_WIRE_ERROR : *error;
    pthread_mutex_unlock(&lock);
    return done;
}

bool coll_rabred_wire_abandon(bool receive, struct ompi_request_t **request)
{
    pthread_mutex_lock(&lock);
    if (receive && !(*request)->done) {
        finish(*request);
    }
    bool finished = complete(*request);
    release(*request);
    *request = NULL;
    pthread_mutex_unlock(&lock);
    return finished;
}

void fake_wire_reset(uint32_t seed, bool eager)
{
    for (int list = 0; list < 2 * MOST; list++) {
        while (NULL != posted[list]) {
            request_t *request = posted[list];
            posted[list] = request->next;
            dispose(request);
        }
    }
    random_state = seed;
    eager_sends = eager;
    failing_rank = -1;
}

void fake_wire_fail(int rank, int n, bool late)
{
    fails_late = late;
    failing_rank = rank;
    failing_in = n;
}

static int count_posted(int rank, bool sends)
{
    int count = 0;

    for (int to = 0; to < MOST; to++) {
        for (const request_t *request = posted[2 * to + sends]; NULL != request; request = request->next) {
            count += rank == (sends ? request->from : request->to) && NULL == request->eager;
        }
    }
    return count;
}

int fake_wire_posted_receives(int rank)
{
    return count_posted(rank, false);
}

int fake_wire_unread_sends(int rank)
{
    return count_posted(rank, true);
}

int fake_wire_requests(void)
{
    return live_requests;
}

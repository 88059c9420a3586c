/*
 * Reductions on communicators of all kinds, for test/communicators: prints "all right" from rank 0, or aborts.
 * Before, rank 0 prints how many calls of each collective it made that rabred is to serve. For 4 processes or more.
 *
 *     communicators [MANY]      MANY: how many communicators are created and freed, 2000 unless told
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONG = 3001, ALIVE = 200, ROUNDS = 300, GROWTH = 750 /* KiB */ };
enum { ALLREDUCE, REDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, COLLECTIVES };

/* x -> a x + b; one after another they make another one, in an order that matters. */
typedef struct {
    uint64_t a, b;
} affine_t;

static const char *const names[COLLECTIVES] = {"allreduce", "reduce", "reduce_scatter", "reduce_scatter_block"};
static size_t calls[COLLECTIVES];
static int world_rank, world_processes;
static MPI_Datatype affine;
static MPI_Op follow, follow_commutative;

static void fail(const char *what)
{
    fprintf(stderr, "rank %d: %s\n", world_rank, what);
    fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void require(int condition, const char *what)
{
    if (!condition) {
        fail(what);
    }
}

/* MPI_User_function: left first, then right. */
static void compose(void *left, void *right, int *elements, MPI_Datatype *type)
{
    const affine_t *f = left;
    affine_t *g = right;

    (void) type;
    for (int i = 0; i < *elements; i++) {
        g[i] = (affine_t) {f[i].a * g[i].a, g[i].a * f[i].b + g[i].b};
    }
}

/* What a rank gives as element i; those for the commutative operator only shift. */
static affine_t given(int rank, size_t i, int ordered)
{
    return (affine_t) {ordered ? 2 * (uint64_t) rank + 3 : 1, (uint64_t) rank * 1000003 + i};
}

static int right(affine_t result, int processes, size_t i, int ordered)
{
    affine_t expected = given(0, i, ordered);

    for (int rank = 1; rank < processes; rank++) {
        affine_t next = given(rank, i, ordered);
        compose(&expected, &next, &(int) {1}, NULL);
        expected = next;
    }
    return 0 == memcmp(&result, &expected, sizeof(result));
}

/* One call on a communicator, in place at odd roots; `elements` of the vector, each at its place in it. */
static void call(MPI_Comm comm, int collective, size_t elements, int ordered, int root, int in_place)
{
    static affine_t in[LONG + 1000], out[LONG + 1000];
    int rank, processes, counts[1000];
    MPI_Op op = ordered ? follow : follow_commutative;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &processes);
    size_t share = elements / (size_t) processes + 1, first = 0, mine = elements;
    int scatters = REDUCE_SCATTER <= collective;
    for (int i = 0; i < processes; i++) {
        counts[i] = (int) share - (REDUCE_SCATTER == collective ? i % 2 : 0);
        first += scatters && i < rank ? (size_t) counts[i] : 0;
    }
    mine = scatters ? (size_t) counts[rank] : REDUCE == collective && rank != root ? 0 : elements;
    affine_t *from = in_place && (REDUCE != collective || rank == root) ? out : in;
    for (size_t i = 0; i < share * (size_t) processes; i++) {
        from[i] = given(rank, i, ordered);
    }
    const void *send = from == out ? MPI_IN_PLACE : in;
    switch (collective) {
    case ALLREDUCE:
        MPI_Allreduce(send, out, (int) elements, affine, op, comm);
        break;
    case REDUCE:
        MPI_Reduce(send, mine > 0 ? out : NULL, (int) elements, affine, op, root, comm);
        break;
    case REDUCE_SCATTER:
        MPI_Reduce_scatter(send, out, counts, affine, op, comm);
        break;
    case REDUCE_SCATTER_BLOCK:
        MPI_Reduce_scatter_block(send, out, counts[0], affine, op, comm);
    }
    calls[collective] += processes > 1;
    for (size_t i = 0; i < mine; i++) {
        require(right(out[i], processes, first + i, ordered), names[collective]);
    }
}

static void call_all(MPI_Comm comm, size_t elements)
{
    int processes;

    MPI_Comm_size(comm, &processes);
    for (int collective = 0; collective < COLLECTIVES; collective++) {
        for (int variant = 0; variant < 4; variant++) {
            call(comm, collective, elements, variant & 1, variant % processes, variant > 1);
        }
    }
}

static void call_and_free(MPI_Comm comm)
{
    if (MPI_COMM_NULL != comm) {
        call_all(comm, 1);
        call_all(comm, LONG);
        MPI_Comm_free(&comm);
    }
}

static void shapes(void)
{
    MPI_Comm comm;
    MPI_Group world, group;
    int odd[world_processes];

    call_all(MPI_COMM_WORLD, LONG);
    call_all(MPI_COMM_SELF, LONG);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    call_and_free(comm);
    MPI_Comm_split(MPI_COMM_WORLD, world_rank % 2, -world_rank, &comm);            /* halves, backwards */
    call_and_free(comm);
    MPI_Comm_split(MPI_COMM_WORLD, 0, world_rank * 3 % world_processes, &comm);    /* all, mixed up */
    call_and_free(comm);
    MPI_Comm_split(MPI_COMM_WORLD, world_rank, 0, &comm);                          /* single processes */
    call_and_free(comm);
    MPI_Comm_split(MPI_COMM_WORLD, world_rank == 1 ? MPI_UNDEFINED : 0, 0, &comm); /* all but one */
    call_and_free(comm);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    for (int i = 0; i < world_processes; i++) {
        odd[i] = (2 * i + 1) % world_processes;                                    /* 1, 3, 0, 2 of 5 */
    }
    MPI_Group_incl(world, world_processes / 2 * 2 - (0 == world_processes % 2 ? world_processes / 2 : 0), odd, &group);
    MPI_Comm_create(MPI_COMM_WORLD, group, &comm);
    call_and_free(comm);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Cart_create(MPI_COMM_WORLD, 2, (int[]) {2, world_processes / 2}, (int[]) {1, 0}, 1, &comm);
    call_and_free(comm);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &comm);
    call_and_free(comm);
}

/* Every group gets what the other reduces; then both are merged. */
static void between(void)
{
    int low = world_rank < 2, far = low ? world_processes - 2 : 2;
    uint64_t one = 1, sum = 0, ones[2 * 1000] = {0}, far_sum = (uint64_t) far;
    MPI_Comm half, inter, merged;

    MPI_Comm_split(MPI_COMM_WORLD, low, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, low ? 2 : 0, 7, &inter);
    MPI_Allreduce(&one, &sum, 1, MPI_UINT64_T, MPI_SUM, inter);
    require(sum == far_sum, "allreduce between groups");
    sum = 0;
    MPI_Reduce(&one, &sum, 1, MPI_UINT64_T, MPI_SUM, !low ? 0 : 0 == world_rank ? MPI_ROOT : MPI_PROC_NULL, inter);
    require(sum == (0 == world_rank ? far_sum : 0), "reduce between groups");
    for (int i = 0; i < 2 * (world_processes - 2); i++) {
        ones[i] = 1;
    }
    MPI_Reduce_scatter_block(ones, ones + 2 * (world_processes - 2), low ? world_processes - 2 : 2, MPI_UINT64_T, MPI_SUM, inter);
    require(ones[2 * (world_processes - 2)] == far_sum, "reduce_scatter_block between groups");
    MPI_Intercomm_merge(inter, low, &merged);
    call_and_free(merged);
    MPI_Comm_free(&inter);
    call_and_free(half);
}

/* KiB of memory in use. */
static long memory(void)
{
    long pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");

    require(NULL != file && 2 == fscanf(file, "%ld %ld", &pages, &resident), "/proc/self/statm");
    fclose(file);
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

/* One after another, then many at once that go in another order than they came. */
static void many(size_t count)
{
    static MPI_Comm alive[ALIVE];
    long before = 0;

    for (size_t i = 0; i < count; i++) {
        MPI_Comm comm;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        call_all(comm, i % 8 ? 10 : LONG);
        MPI_Comm_free(&comm);
        before = count / 4 == i ? memory() : before;
    }
    if (memory() - before > GROWTH) {
        fprintf(stderr, "rank %d: from %ld to %ld KiB\n", world_rank, before, memory());
        fail("memory grows with communicators");
    }
    for (size_t i = 0; i < ALIVE; i++) {
        MPI_Comm_split(MPI_COMM_WORLD, (int) i % 3 && world_rank == 0, world_rank * (i % 2 ? 1 : -1), &alive[i]);
        call_all(alive[i], 10);
    }
    for (size_t i = 0; i < ALIVE; i++) {
        call_all(alive[i * 77 % ALIVE], 20);
        MPI_Comm_free(&alive[i * 77 % ALIVE]);
    }
}

/* Receives that would take any message are open during reductions, and take none of theirs; nor do probes, nor
   reductions that go on in the background. */
static void mixed(MPI_Comm comm)
{
    for (int round = 0; round < 20; round++) {
        int message[2] = {-1, -1}, mine[2] = {world_rank, round}, found, done, background = 0, one = 1;
        MPI_Request receive, send, reduction;
        MPI_Irecv(message, 2, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &receive);
        MPI_Iallreduce(&one, &background, 1, MPI_INT, MPI_SUM, comm, &reduction);
        call_all(comm, 1);
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &found, MPI_STATUS_IGNORE);
        MPI_Test(&receive, &done, MPI_STATUS_IGNORE);
        require(!found && !done, "a message of a reduction was taken by a receive of the program");
        MPI_Barrier(comm);
        MPI_Isend(mine, 2, MPI_INT, (world_rank + 1) % world_processes, round, comm, &send);
        call_all(comm, LONG);
        MPI_Wait(&receive, MPI_STATUS_IGNORE);
        MPI_Wait(&send, MPI_STATUS_IGNORE);
        MPI_Wait(&reduction, MPI_STATUS_IGNORE);
        require(message[0] == (world_rank + world_processes - 1) % world_processes && message[1] == round, "a wrong message");
        require(background == world_processes, "iallreduce");
        MPI_Barrier(comm);
    }
}

/* Calls with nothing between them, of all kinds, so that some ranks are ahead by several; then with one rank late. */
static void without_barriers(MPI_Comm comm)
{
    for (int i = 0; i < ROUNDS; i++) {
        call(comm, i * 7 / 3 % COLLECTIVES, i % 5 ? (size_t) i : LONG, i & 1, i * 3 % world_processes, i % 3 == 0);
    }
    for (int i = 0; i < ROUNDS; i++) {
        call(comm, REDUCE, 1, i & 1, 0, 0);   /* others than the root need not wait */
    }
    for (int i = 0; i < 2 * COLLECTIVES; i++) {
        if (world_rank == i % world_processes) {
            usleep(100000);
        }
        call(comm, i % COLLECTIVES, i < COLLECTIVES ? 1 : LONG, i & 1, i % world_processes, 0);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_processes);
    MPI_Type_contiguous(2, MPI_UINT64_T, &affine);
    MPI_Type_commit(&affine);
    MPI_Op_create(compose, 0, &follow);
    MPI_Op_create(compose, 1, &follow_commutative);
    shapes();
    between();
    mixed(MPI_COMM_WORLD);
    without_barriers(MPI_COMM_WORLD);
    many(argc > 1 ? strtoul(argv[1], NULL, 10) : 2000);
    MPI_Op_free(&follow);
    MPI_Op_free(&follow_commutative);
    MPI_Type_free(&affine);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < COLLECTIVES && 0 == world_rank; i++) {
        printf("calls %s %zu\n", names[i], calls[i]);
    }
    if (0 == world_rank) {
        puts("all right");
    }
    MPI_Finalize();
    return 0;
}

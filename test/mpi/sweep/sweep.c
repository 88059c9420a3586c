/* Tests on communicators of several sizes, one after the other, in one mpirun. */
#include "sweep.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

struct options options = { .deal = 1 };

static const char usage[] =
    "Usage: mpirun -n N sweep [option ...]\n"
    "Calls MPI_Allreduce, MPI_Reduce, MPI_Reduce_scatter and MPI_Reduce_scatter_block with every algorithm of rabred\n"
    "and checks the results, what must not be written, and that the algorithm really ran.\n"
    "  --sizes LIST       communicator sizes, such as 2,3,8; otherwise 1 to N, which is at most 64\n"
    "  --collective NAME  only allreduce, reduce, reduce_scatter or reduce_scatter_block\n"
    "  --algorithm NAME   only this one, or auto\n"
    "  --way NAME         blocking, nonblocking (the call, then MPI_Wait) or persistent (made, started once and freed)\n"
    "  --every N          of N calls only one, others for every size and algorithm\n"
    "  --deal N           ranks 0, N, 2N, .. come first, then 1, N+1, .., and so on: cyclic placement\n"
    "  --endurance        instead: many communicators and many small calls\n"
    "  --stock            without rabred: nothing forced, no counters checked\n"
    "  --verbose          name each algorithm before it runs, and the operators it leaves to another one\n"
    "  --help             this text\n"
    "Whoever waits in vain for the end may send mpirun SIGUSR1: every rank names its call and ends.\n"
    "A case is a call on a rank. Skipped are those that the forced algorithm rightly left to another one, with the\n"
    "right result. Exit status: 0 if no case failed, 1 if one failed, 2 for a wrong option.\n";

/* Waits for all ranks without using the processor that the others compute on. */
static void wait_asleep(void)
{
    MPI_Request barrier;
    int done = 0;
    MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
    while (MPI_Test(&barrier, &done, MPI_STATUS_IGNORE), !done)
        thrd_sleep(&(struct timespec) { .tv_nsec = 1000000 }, NULL);
}

static void run(MPI_Comm world, int rank)
{
    for (int i = 0; i < options.sizes; i++) {
        MPI_Comm comm;
        MPI_Comm_split(world, rank < options.size[i] ? 0 : MPI_UNDEFINED, rank, &comm);
        if (comm != MPI_COMM_NULL) {
            (options.endurance ? endure : sweep)(comm);
            MPI_Comm_free(&comm);
        }
        wait_asleep();
    }
}

/* Reads a list of sizes; false where one is wrong. */
static bool read_sizes(char *list, int ranks)
{
    for (options.sizes = 0; options.sizes < RANKS; list++) {
        long size = strtol(list, &list, 10);
        if (size < 1 || size > ranks)
            return false;
        options.size[options.sizes++] = (int) size;
        if (*list != ',')
            return *list == '\0';
    }
    return false;
}

static bool read_options(int arguments, char **argument, int ranks)
{
    static const struct option known[] = {
        { "sizes", required_argument, NULL, 's' }, { "collective", required_argument, NULL, 'c' },
        { "algorithm", required_argument, NULL, 'a' }, { "every", required_argument, NULL, 'e' },
        { "deal", required_argument, NULL, 'd' }, { "way", required_argument, NULL, 'w' },
        { "endurance", no_argument, &options.endurance, true },
        { "stock", no_argument, &options.stock, true }, { "verbose", no_argument, &options.verbose, true },
        { "help", no_argument, &options.help, true }, { NULL, 0, NULL, 0 },
    };
    for (options.sizes = 0; options.sizes < ranks; options.sizes++)
        options.size[options.sizes] = options.sizes + 1;
    for (int option; (option = getopt_long(arguments, argument, "", known, NULL)) != -1;)
        if (option == 'c')
            options.collective = optarg;
        else if (option == 'a')
            options.algorithm = optarg;
        else if (option == 'e') {
            if ((options.every = strtol(optarg, NULL, 10)) < 1)
                return false;
        } else if (option == 'w') {
            if ((options.way = way_of(optarg)) == WAYS)
                return false;
        } else if (option == 'd') {
            if ((options.deal = atoi(optarg)) < 1)
                return false;
        } else if (option != 0 && (option != 's' || !read_sizes(optarg, ranks)))
            return false;
    return optind == arguments;
}

int main(int arguments, char **argument)
{
    int rank, ranks, threads, status = 2;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    MPI_Init(&arguments, &argument);
    tally_start();
    MPI_T_init_thread(MPI_THREAD_SINGLE, &threads);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    opterr = rank == 0;
    if (ranks > RANKS || !read_options(arguments, argument, ranks)) {
        fputs(rank == 0 ? usage : "", stderr);
    } else if (options.help) {
        fputs(rank == 0 ? usage : "", stdout);
        status = EXIT_SUCCESS;
    } else {
        MPI_Comm world;
        MPI_Comm_split(MPI_COMM_WORLD, 0, rank % options.deal * ranks + rank, &world);
        MPI_Comm_rank(world, &rank);
        operators_create(rank);
        if (options.stock || rabred_find())
            run(world, rank);
        MPI_Comm_free(&world);
        tally_gather(MPI_COMM_WORLD);
        operators_free();
        status = tally_finish();
    }
    MPI_T_finalize();
    MPI_Finalize();
    return status;
}

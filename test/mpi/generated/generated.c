/*
 * main and options.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "generated.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

struct options options;
static uint64_t seed = 2004, cases = 3000, only = UINT64_MAX;
static int all;

static const char usage[] =
    "Usage: mpirun -n N generated [option ...]\n"
    "Calls reductions with operators, datatypes, counts and algorithms of rabred chosen by a seed, between guarding pages,\n"
    "and checks results, operand order and bracketing, what must not be read or written, and that rabred served the call.\n"
    "  --seed N      chooses cases and values (2004)\n"
    "  --cases N     how many, shared evenly by sizes and algorithms (3000)\n"
    "  --all         all there are\n"
    "  --case N      this one only, by the number that a failure names; values depend on the seed\n"
    "  --sizes LIST  communicator sizes, such as 2,3,8; otherwise 2 to N, which is at most 63\n"
    "  --way NAME    blocking, nonblocking or persistent calls\n"
    "  --stock       without rabred: nothing forced, no counters checked\n"
    "  --help        this text\n"
    "Whoever waits in vain for the end may send mpirun SIGUSR1: every rank names its case and ends.\n"
    "Skipped are cases that the forced algorithm rightly left to another one, with the right result. Exit status: 0 if no\n"
    "case failed, 1 if one failed, 2 for a wrong option.\n";

/* Waits for all ranks without using the processor that the others compute on. */
static void wait_asleep(void)
{
    MPI_Request barrier;
    int done = 0;
    MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
    while (MPI_Test(&barrier, &done, MPI_STATUS_IGNORE), !done)
        thrd_sleep(&(struct timespec) { .tv_nsec = 1000000 }, NULL);
}

/* The cases of one communicator size, the i-th. */
static void run_size(MPI_Comm comm, uint64_t i)
{
    const uint64_t sizes = (uint64_t) options.sizes;
    if (only != UINT64_MAX)
        space_run_one(comm, seed, only);
    else if (all)
        space_run_all(comm, seed);
    else
        space_run_drawn(comm, seed, cases * i / sizes, cases * (i + 1) / sizes);
}

static void run(int rank)
{
    for (int i = 0; i < options.sizes; i++) {
        MPI_Comm comm;
        MPI_Comm_split(MPI_COMM_WORLD, rank < options.size[i] ? 0 : MPI_UNDEFINED, rank, &comm);
        if (comm != MPI_COMM_NULL) {
            run_size(comm, (uint64_t) i);
            MPI_Comm_free(&comm);
        }
        wait_asleep();
    }
}

/* Says what will be done; false where the case asked for does not exist. */
static bool announce(int rank, int ranks)
{
    size_t missing = 0;
    space_create(seed, &missing);
    if (only != UINT64_MAX) {
        options.sizes = 1;
        options.size[0] = space_processes(only);
        if (options.size[0] < 2 || options.size[0] > ranks)
            return false;
    }
    const uint64_t existing = space_cases() * (uint64_t) options.sizes, made = only != UINT64_MAX ? 1 : all ? existing : cases;
    if (rank == 0)
        printf("seed %" PRIu64 ", %" PRIu64 " of %" PRIu64 " cases; %zu pairs of a predefined operator and a type that MPI "
               "allows are not in this library\n", seed, made, existing, missing);
    return true;
}

static bool read_number(const char *text, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && text[0] >= '0' && text[0] <= '9';
}

/* Reads a list of sizes; false where one is wrong. */
static bool read_sizes(const char *list, int ranks)
{
    for (options.sizes = 0; options.sizes < RANKS; list++) {
        char *end;
        const long size = strtol(list, &end, 10);
        if (size < 2 || size > ranks)
            return false;
        options.size[options.sizes++] = (int) size;
        if (*(list = end) != ',')
            return *list == '\0';
    }
    return false;
}

static bool read_options(int arguments, char **argument, int ranks)
{
    static const struct option known[] = {
        { "seed", required_argument, NULL, 's' }, { "cases", required_argument, NULL, 'n' },
        { "case", required_argument, NULL, 'c' }, { "sizes", required_argument, NULL, 'p' },
        { "way", required_argument, NULL, 'w' }, { "all", no_argument, &all, true }, { "stock", no_argument, &options.stock, true },
        { "help", no_argument, &options.help, true }, { NULL, 0, NULL, 0 },
    };
    for (int size = 2; size <= ranks; size++)
        options.size[options.sizes++] = size;
    for (int option; (option = getopt_long(arguments, argument, "", known, NULL)) != -1;)
        if (option == '?' || (option == 's' && !read_number(optarg, &seed)) || (option == 'n' && !read_number(optarg, &cases))
            || (option == 'w' && (options.way = way_of(optarg)) == WAYS)
            || (option == 'c' && !read_number(optarg, &only)) || (option == 'p' && !read_sizes(optarg, ranks)))
            return false;
    return optind == arguments;
}

/* Runs what the options ask for; the exit status. */
static int test(int rank, int ranks)
{
    if (options.stock || (rabred_find() && table_is_complete())) {
        if (!announce(rank, ranks)) {
            if (rank == 0)
                fprintf(stderr, "generated: --case %" PRIu64 ": there is none with so few processes\n", only);
            return 2;
        }
        run(rank);
    }
    tally_gather(MPI_COMM_WORLD);
    return tally_finish();
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
    if (ranks >= RANKS || !read_options(arguments, argument, ranks)) {
        fputs(rank == 0 ? usage : "", stderr);
    } else if (options.help) {
        fputs(rank == 0 ? usage : "", stdout);
        status = EXIT_SUCCESS;
    } else {
        status = test(rank, ranks);
    }
    MPI_T_finalize();
    MPI_Finalize();
    return status;
}

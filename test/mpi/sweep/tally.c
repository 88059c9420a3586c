/* What passed, failed and was skipped, kept per rank and gathered on rank 0 by functions that are not under test. */
#define _DEFAULT_SOURCE                   /* sigaction, NSIG */
#include "sweep.h"

#include <signal.h>
#include <stdio.h>

enum { LINES = 20, LINE_BYTES = 256 };

static struct tally {
    unsigned long cases[VERDICTS];
    char failure[LINES][LINE_BYTES];
} here, all;

static const char *running;               /* NULL: no call */
static struct sigaction former[NSIG];     /* what Open MPI does on a signal: it prints the stack */

/* After a crash or a signal (mpirun passes SIGUSR1 on): this rank's failures not yet gathered, and where it is. */
static void give_up(int number)
{
    for (unsigned long i = 0; i < here.cases[FAILED] && i < LINES; i++)
        fprintf(stderr, "FAILED %s\n", here.failure[i]);
    if (running != NULL)
        fprintf(stderr, "FAILED by signal %d in %s\n", number, running);
    sigaction(number, &former[number], NULL);
    raise(number);
}

void tally_start(void)
{
    const int numbers[] = { SIGUSR1, SIGTERM, SIGABRT, SIGSEGV, SIGBUS, SIGFPE };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &(struct sigaction) { .sa_handler = give_up }, &former[numbers[i]]);
}

void tally_running(const char *call)
{
    running = call;
}

void tally(enum verdict verdict, const char *line)
{
    if (verdict == FAILED && here.cases[FAILED] < LINES)
        snprintf(here.failure[here.cases[FAILED]], LINE_BYTES, "%s", line);
    here.cases[verdict]++;
}

/* Prints the failures of one rank, as long as fewer than LINES were printed in all. */
static void add(const struct tally *one)
{
    for (unsigned long i = 0; i < one->cases[FAILED] && all.cases[FAILED] + i < LINES; i++)
        printf("FAILED %s\n", one->failure[i]);
    for (int verdict = 0; verdict < VERDICTS; verdict++)
        all.cases[verdict] += one->cases[verdict];
}

void tally_gather(MPI_Comm comm)
{
    static struct tally everyone[RANKS];
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Gather(&here, sizeof here, MPI_BYTE, everyone, sizeof here, MPI_BYTE, 0, comm);
    for (int i = 0; rank == 0 && i < size; i++)
        add(&everyone[i]);
    here = (struct tally) { .cases = { 0 } };
}

int tally_finish(void)
{
    int rank, status = all.cases[FAILED] > 0 || all.cases[PASSED] == 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%lu passed, %lu failed, %lu skipped\n", all.cases[PASSED], all.cases[FAILED], all.cases[SKIPPED]);
    return status;
}

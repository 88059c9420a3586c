/*
 * Times rabred beside stock Open MPI, call by call inside one job: communicator A is served by rabred, communicator B
 * by what Open MPI would use without it. Every result is checked, and rabred's own counters must confirm who served which call.
 * Writes one CSV line for each collective, length and communicator to standard output. See README.md.
 */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <mpi.h>

#include "bench_cell.h"
#include "bench_collective.h"
#include "bench_rabred.h"
#include "bench_timing.h"

enum { SMALLEST_BYTES = 8, LARGEST_BYTES = 4 << 20, FACTOR = 4 };

static const char usage[] =
    "usage: mpirun ... bench [--seconds S] [--verify-only] [--noise]\n"
    "  --seconds S    spend about S seconds on the measurement (default 60)\n"
    "  --verify-only  check results and counters, take no times\n"
    "  --noise        compare stock Open MPI with itself: shows the differences that mean nothing\n";

static bool parse_options(int argc, char **argv, struct bench *bench, double *seconds)
{
    static const struct option options[] = {
        { "seconds", required_argument, NULL, 's' },
        { "verify-only", no_argument, NULL, 'v' },
        { "noise", no_argument, NULL, 'n' },
        { NULL, 0, NULL, 0 },
    };
    char *end = "";
    int option;
    *seconds = 60;
    opterr = 0;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 's') {
            *seconds = strtod(optarg, &end);
        }
        bench->verify_only |= option == 'v';
        bench->noise |= option == 'n';
        if (option == '?') {
            return false;
        }
    }
    return optind == argc && *end == '\0' && *seconds > 0;
}

/* Sizes 8, 32, 128, ..., and last the largest. */
static size_t next_bytes(size_t bytes)
{
    return bytes * FACTOR > LARGEST_BYTES && bytes < LARGEST_BYTES ? LARGEST_BYTES : bytes * FACTOR;
}

static int count_cells(void)
{
    int cells = 0;
    for (size_t bytes = SMALLEST_BYTES; bytes <= LARGEST_BYTES; bytes = next_bytes(bytes)) {
        cells += BENCH_COLLECTIVES;
    }
    return cells;
}

static void print_side(const struct bench *bench, const char *collective, const struct bench_cell *cell, int side)
{
    const struct bench_times *times = &cell->times[side];
    bool is_rabred = side == BENCH_A && !bench->noise;
    printf("%d,%s,%s,%zu,%c,%s,%s,", bench->clock.size, bench->clock.oversubscribed ? "yes" : "no", collective, cell->bytes, "AB"[side],
           is_rabred ? "rabred" : "stock", is_rabred ? cell->algorithm : "-");
    if (times->samples > 0) {
        printf("%.3f,%.3f,%.3f", times->minimum_us, times->median_us, times->percentile95_us);
    } else {
        printf(",,");
    }
    printf(",%zu,%.3f,%zu,%s\n", times->samples, cell->round_trip_us, cell->calls, cell->wrong_calls[side] > 0 ? "no" : "yes");
    fflush(stdout);
}

/* Says on standard error what was wrong with the cell; false if anything was. */
static bool judge(const struct bench *bench, const char *collective, const struct bench_cell *cell)
{
    const struct { double calls; const char *what; } faults[] = {
        { cell->wrong_calls[BENCH_A], "on rabred's communicator gave a wrong result" },
        { cell->wrong_calls[BENCH_B], "on the stock communicator gave a wrong result" },
        { cell->unserved_calls_a, "on rabred's communicator were not served by rabred" },
        { cell->served_calls_b, "on a stock communicator were served by rabred" },
    };
    bool good = true;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        if (faults[i].calls > 0) {
            fprintf(stderr, "bench: p = %d, %s, %zu bytes: %.0f calls %s\n", bench->clock.size, collective, cell->bytes, faults[i].calls,
                    faults[i].what);
            good = false;
        }
    }
    return good;
}

/* One cell, on all ranks; true on rank 0 if all was well, and on the others always. */
static bool run_cell(struct bench *bench, const struct bench_collective *collective, int64_t deadline)
{
    struct bench_cell cell;
    bench_cell_run(bench, collective, deadline, &cell);
    if (bench->clock.rank != 0) {
        return true;
    }
    print_side(bench, collective->name, &cell, BENCH_A);
    print_side(bench, collective->name, &cell, BENCH_B);
    return judge(bench, collective->name, &cell);
}

/* All cells. Each has an equal share of the time that is left: what a short vector does not need goes to the longer ones. */
static bool run_cells(struct bench *bench, double seconds)
{
    bool good = true;
    int cells_left = count_cells();
    int64_t end = bench_now() + (int64_t)(seconds * 1e9);
    for (const struct bench_collective *collective = bench_collectives; collective < bench_collectives + BENCH_COLLECTIVES; collective++) {
        size_t last_elements = 0;
        if (bench->clock.rank == 0) {
            fprintf(stderr, "    p = %d: %s\n", bench->clock.size, collective->name);
        }
        for (size_t bytes = SMALLEST_BYTES; bytes <= LARGEST_BYTES; bytes = next_bytes(bytes), cells_left--) {
            int64_t now = bench_now();
            bench_vector_shape(&bench->vector, collective, bytes);
            if (bench->vector.elements != last_elements) {
                good = run_cell(bench, collective, now + (end - now) / cells_left) && good;
            }
            last_elements = bench->vector.elements;
        }
    }
    return good;
}

/* NULL, or the reason why nothing can be measured; the same on all ranks. */
static const char *prepare(struct bench *bench)
{
    bench_rabred_open(&bench->rabred);
    bench->quiet = bench_rabred_communicator(&bench->rabred, false);
    bench->comms[BENCH_A] = bench_rabred_communicator(&bench->rabred, !bench->noise);
    bench->comms[BENCH_B] = bench_rabred_communicator(&bench->rabred, false);
    bool one_machine = bench_clock_open(&bench->clock, bench->quiet);
    bench_vector_open(&bench->vector, bench->quiet, LARGEST_BYTES);
    bench_samples_open(bench);
    if (!one_machine) {
        return "all ranks must be on one machine: they share its clock";
    }
    if (!bench->rabred.loaded && !bench->noise) {
        return "Open MPI did not load rabred (there is no variable coll_rabred_priority); see mca_base_component_path";
    }
    return NULL;
}

static void finish(struct bench *bench)
{
    bench_samples_close(bench);
    bench_vector_close(&bench->vector);
    MPI_Comm_free(&bench->comms[BENCH_A]);
    MPI_Comm_free(&bench->comms[BENCH_B]);
    MPI_Comm_free(&bench->quiet);
    bench_rabred_close(&bench->rabred);
}

int main(int argc, char **argv)
{
    struct bench bench = { 0 };
    double seconds;
    if (!parse_options(argc, argv, &bench, &seconds)) {
        fputs(usage, stderr);
        return 2;
    }
    MPI_Init(&argc, &argv);
    const char *reason = prepare(&bench);
    bool good = reason == NULL;
    if (good) {
        if (bench.clock.rank == 0) {
            puts("p,oversubscribed,collective,bytes,communicator,component,algorithm,min_us,median_us,p95_us,samples,round_trip_us,calls,verified");
        }
        good = run_cells(&bench, seconds);
    } else if (bench.clock.rank == 0) {
        fprintf(stderr, "bench: %s\n", reason);
    }
    finish(&bench);
    MPI_Finalize();
    return good ? 0 : 1;
}

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "measure.h"

#include "fit.h"
#include "gaps.h"
#include "messages.h"
#include "packets.h"
#include "rates.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SHORTEST = 8, LONGEST = 4 << 20, TELLING = 65536, LENGTHS = 24, HALVINGS = 4 };

/* Seconds for one length in one pattern, and for a rate of a process; how much longer each length is. */
typedef struct {
    double length, rate;
    size_t step;
} effort_t;

static effort_t effort_of(const options_t *options)
{
    return options->quick ? (effort_t) {0.4, 0.5, 4} : (effort_t) {1.5, 2, 2};
}

static unsigned long long units(double value, double unit)
{
    return (unsigned long long) (value / unit + 0.5);
}

/* The file after a step; the same answer on all ranks, and errno on the first. */
static bool keep(const report_t *report, const places_t *places)
{
    int right = 0 != places->rank || report_write(report);
    const int error = errno;

    MPI_Bcast(&right, 1, MPI_INT, 0, MPI_COMM_WORLD);
    errno = error;
    return right;
}

/* Between the last length that pays no handshake and the first that does, by halves. */
static void find_eager(const messages_t *messages, fit_line_t *line, size_t step)
{
    size_t least = line->eager, most = line->eager * step;

    for (int i = 0; i < HALVINGS && line->handshake > 0; i++) {
        size_t bytes = (least + most) / 2;
        if (fit_pays_handshake(line, messages_time(messages, bytes))) {
            most = bytes;
        } else {
            least = bytes;
        }
    }
    line->eager = least;
}

/* Messages of up to `cut` bytes travel in packets of which none is announced: where no handshake stands out, more is not known of eager. */
static void take_over(report_t *report, coll_rabred_class_t class, const fit_line_t *line, size_t cut)
{
    coll_rabred_machine_t *machine = &report->machine[class];

    machine->latency = units(line->latency, 1e-12);
    machine->handshake = units(line->handshake, 1e-12);
    machine->exchange_handshake = units(line->exchange_handshake, 1e-12);
    machine->eager_copy = units(line->eager_copy, 1e-15);
    machine->transfer = units(line->transfer, 1e-15);
    machine->exchange = units(line->exchange, 1e-15);
    machine->eager = coll_rabred_machine_defaults[class].eager;
    coll_rabred_machine_cut(machine, cut);
    machine->eager = fit_eager(line, (size_t) machine->eager);
}

static void lacks(report_t *report, coll_rabred_class_t class, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(report->missing[class], sizeof(report->missing[class]), format, arguments);
    va_end(arguments);
}

/* Lengths up to where a message takes all of the time for its length; the line through them. */
static bool time_lengths(report_t *report, const places_t *places, coll_rabred_class_t class, const messages_t *messages,
                         const effort_t *effort, fit_line_t *line)
{
    fit_point_t point[LENGTHS] = {{0}};
    size_t points = 0;
    bool right = true;

    for (size_t bytes = SHORTEST; bytes <= LONGEST && right && (0 == points || point[points - 1].exchange <= effort->length);
         bytes *= effort->step) {
        point[points] = messages_time(messages, bytes);
        progress("%9zu bytes: %12.3f us one way, %12.3f us both ways", bytes, point[points].one_way * 1e6,
                 point[points].exchange * 1e6);
        *line = fit_messages(point, ++points);
        report->known[class] = true;
        if (bytes < TELLING) {   /* not yet of rates */
            report->machine[class].latency = units(line->latency, 1e-12);
            lacks(report, class, "all but the latency");
        } else {
            take_over(report, class, line, messages->cut);
            lacks(report, class, "gaps, reduction, copy, and messages longer than %zu bytes", bytes);
        }
        right = keep(report, places);
    }
    return right;
}

/* What came out of it. */
static void tell_line(report_t *report, coll_rabred_class_t class, const fit_line_t *line)
{
    char *remark = report->remark[class];
    const size_t used = strlen(remark);

    progress("latency %.3f us; %.3f GB/s one way, %.3f GB/s both ways at once", line->latency * 1e6, 1e-9 / line->transfer, 1e-9 / line->exchange);
    if (line->handshake > 0) {
        progress("from %zu bytes on %.3f us more, %.3f us both ways; up to there %.3f ns a byte", line->eager + 1, line->handshake * 1e6,
                 (line->handshake + line->exchange_handshake) * 1e6, line->eager_copy * 1e9);
    } else {
        progress("no handshake stands out: eager stays %llu bytes", report->machine[class].eager);
        snprintf(remark + used, sizeof(report->remark[class]) - used, "; no handshake stands out, and eager is %s",
                 report->machine[class].eager > coll_rabred_machine_defaults[class].eager ? "what travels in packets" : "the built-in value");
    }
}

static bool measure_messages(report_t *report, const places_t *places, coll_rabred_class_t class, const messages_t *messages,
                             const effort_t *effort)
{
    fit_line_t line;

    if (!time_lengths(report, places, class, messages, effort, &line)) {
        return false;
    }
    find_eager(messages, &line, effort->step);
    take_over(report, class, &line, messages->cut);
    lacks(report, class, "gaps, reduction, copy");
    tell_line(report, class, &line);
    return keep(report, places);
}

/* Among all ranks of the class, or the one pair. */
static bool measure_gaps(report_t *report, const places_t *places, coll_rabred_class_t class, int partner, bool one, const effort_t *effort)
{
    coll_rabred_machine_t *machine = &report->machine[class];
    double gap, exchange_gap;
    int ranks = 0;
    MPI_Comm group;

    if (one) {
        MPI_Comm_split(MPI_COMM_WORLD, MPI_PROC_NULL == partner ? MPI_UNDEFINED : 0, 0, &group);
    } else {
        group = places_group(places, class);
    }
    gaps_measure(group, 1e-12 * (double) machine->latency, effort->length, &gap, &exchange_gap);
    if (MPI_COMM_NULL != group) {
        MPI_Comm_size(group, &ranks);
        MPI_Comm_free(&group);
    }
    MPI_Allreduce(MPI_IN_PLACE, &ranks, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    machine->gap = units(gap, 1e-12);
    machine->exchange_gap = units(exchange_gap, 1e-12);
    progress("gap between short messages among %d ranks %.3f us, %.3f us both ways", ranks, gap * 1e6, (gap + exchange_gap) * 1e6);
    lacks(report, class, "reduction, copy");
    return keep(report, places);
}

static bool measure_rates(report_t *report, const places_t *places, coll_rabred_class_t class, bool takes_part, const effort_t *effort)
{
    coll_rabred_machine_t *machine = &report->machine[class];
    double copy = rates_copy(takes_part, effort->rate), reduction = rates_reduction(takes_part, effort->rate);

    machine->copy = units(copy, 1e-15);
    machine->reduction = units(reduction, 1e-15);
    report->missing[class][0] = '\0';
    progress("%.3f GB/s copied, %.3f GB/s reduced", 1e-9 / copy, 1e-9 / reduction);
    return keep(report, places);
}

/* Where messages within a node are cut, up to which length that gains. */
static bool measure_packets(report_t *report, const places_t *places, messages_t *messages)
{
    report->cut_limit = packets_find(messages);
    if (report->cut_limit > 0) {
        const bool any = report->cut_limit > messages->packet;
        progress(any ? "messages up to %zu bytes are faster in packets of %zu" : "none of more than %zu bytes is faster in packets", report->cut_limit,
                 messages->packet);
        report->known[COLL_RABRED_NODE] = true;
        lacks(report, COLL_RABRED_NODE, "all but the limit of packets");
    }
    return keep(report, places);
}

bool measure(report_t *report, const places_t *places, coll_rabred_class_t class, const options_t *options)
{
    const effort_t effort = effort_of(options);
    const bool one = options->one_pair || (places->crowded && !options->all_pairs);
    int partner = places_partner(places, class, one), paired = MPI_PROC_NULL != partner, ranks;
    messages_t messages;

    MPI_Allreduce(&paired, &ranks, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    progress("%s: between %d pair%s%s", coll_rabred_class_names[class], ranks / 2, 2 == ranks ? " of ranks" : "s of ranks at once",
             one && places->ranks > 2 && !options->one_pair ? ", there being more ranks than processors" : "");
    snprintf(report->remark[class], sizeof(report->remark[class]), "measured between %d pair%s%s", ranks / 2,
             2 == ranks ? " of ranks" : "s of ranks at once", places->crowded ? "; there were fewer processors than ranks" : "");
    bool right = messages_open(&messages, places->rank, partner, LONGEST, effort.length);
    packets_as_rabred(&messages, class);
    right = right && (COLL_RABRED_NODE != class || measure_packets(report, places, &messages)) && measure_messages(report, places, class, &messages, &effort)
            && measure_gaps(report, places, class, partner, one, &effort) && measure_rates(report, places, class, paired, &effort);
    messages_close(&messages);
    return right;
}

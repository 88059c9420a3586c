/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "fit.h"

#include <stdlib.h>
#include <string.h>

/* The unknowns of a line. */
enum { LATENCY, HANDSHAKE, EXCHANGE_HANDSHAKE, TRANSFER, EXCHANGE, EAGER_COPY, UNKNOWNS };

/* Of a least squares fit: matrix * unknowns = right side, of the unknowns that are in use. */
typedef struct {
    double matrix[UNKNOWNS][UNKNOWNS], right[UNKNOWNS];
    bool used[UNKNOWNS];
} equations_t;

/* One measured time, weighted so that relative errors count. */
static void add(equations_t *equations, const double factor[UNKNOWNS], double seconds)
{
    for (int i = 0; i < UNKNOWNS; i++) {
        for (int j = 0; j < UNKNOWNS; j++) {
            equations->matrix[i][j] += factor[i] * factor[j] / (seconds * seconds);
        }
        equations->right[i] += factor[i] / seconds;
    }
}

/* Brings the largest value of a column to its diagonal; false if all are zero. */
static bool pivot(equations_t *e, int column)
{
    int best = column;

    for (int row = column + 1; row < UNKNOWNS; row++) {
        double value = e->matrix[row][column], most = e->matrix[best][column];
        best = value * value > most * most ? row : best;
    }
    for (int i = 0; i < UNKNOWNS; i++) {
        double value = e->matrix[column][i];
        e->matrix[column][i] = e->matrix[best][i];
        e->matrix[best][i] = value;
    }
    double value = e->right[column];
    e->right[column] = e->right[best];
    e->right[best] = value;
    return 0 != e->matrix[column][column];
}

/* Solves the equations; unknowns that are not in use, or in no equation, are 0. */
static void solve(equations_t e, double unknown[UNKNOWNS])
{
    for (int i = 0; i < UNKNOWNS; i++) {
        for (int j = 0; j < UNKNOWNS && !e.used[i]; j++) {
            e.matrix[i][j] = e.matrix[j][i] = i == j;
        }
        e.right[i] = e.used[i] ? e.right[i] : 0;
    }
    for (int column = 0; column < UNKNOWNS; column++) {
        bool solvable = pivot(&e, column);
        for (int row = column + 1; solvable && row < UNKNOWNS; row++) {
            double factor = e.matrix[row][column] / e.matrix[column][column];
            for (int i = column; i < UNKNOWNS; i++) {
                e.matrix[row][i] -= factor * e.matrix[column][i];
            }
            e.right[row] -= factor * e.right[column];
        }
    }
    for (int row = UNKNOWNS - 1; row >= 0; row--) {
        double sum = e.right[row];
        for (int i = row + 1; i < UNKNOWNS; i++) {
            sum -= e.matrix[row][i] * unknown[i];
        }
        unknown[row] = 0 == e.matrix[row][row] ? 0 : sum / e.matrix[row][row];
    }
}

static double square(double value)
{
    return value * value;
}

/* One way, and while another goes the other way. */
static double one_way_of(const fit_line_t *line, size_t bytes, bool eager)
{
    return line->latency + (double) bytes * (line->transfer + (eager ? line->eager_copy : 0)) + (eager ? 0 : line->handshake);
}

static double exchange_of(const fit_line_t *line, size_t bytes, bool eager)
{
    return line->latency + (double) bytes * (line->exchange + (eager ? line->eager_copy : 0))
           + (eager ? 0 : line->handshake + line->exchange_handshake);
}

/* The sum of both. */
static double both_of(const fit_line_t *line, size_t bytes, bool eager)
{
    return one_way_of(line, bytes, eager) + exchange_of(line, bytes, eager);
}

static double error_of(const fit_line_t *line, const fit_point_t *point, size_t points)
{
    double error = 0;

    for (size_t i = 0; i < points; i++) {
        const bool eager = point[i].bytes <= line->eager;
        error += square(one_way_of(line, point[i].bytes, eager) / point[i].one_way - 1)
                 + square(exchange_of(line, point[i].bytes, eager) / point[i].exchange - 1);
    }
    return error;
}

/* The values of these unknowns that are nearest; each byte of an eager message takes besides so much of the handshake. */
static void fit_unknowns(const fit_point_t *point, size_t points, size_t eager, const bool used[UNKNOWNS], double share,
                         double unknown[UNKNOWNS])
{
    equations_t equations = {0};
    bool again = true;

    memcpy(equations.used, used, sizeof(equations.used));
    for (size_t i = 0; i < points; i++) {
        const bool longer = point[i].bytes > eager;
        const double bytes = (double) point[i].bytes, copied = longer ? 0 : bytes, begun = longer ? 1 : share * bytes;
        add(&equations, (const double[]) {1, begun, 0, bytes, 0, copied}, point[i].one_way);
        add(&equations, (const double[]) {1, begun, longer, 0, bytes, copied}, point[i].exchange);
    }
    while (again) {   /* what comes out negative is 0 */
        again = false;
        solve(equations, unknown);
        for (int i = 0; i < UNKNOWNS; i++) {
            again = again || unknown[i] < 0;
            equations.used[i] = equations.used[i] && unknown[i] >= 0;
        }
    }
}

/* The nearest line of these unknowns, where messages longer than eager pay a handshake. */
static fit_line_t fit_with(const fit_point_t *point, size_t points, size_t eager, const bool used[UNKNOWNS])
{
    double unknown[UNKNOWNS] = {0};
    size_t longer = eager;   /* the shortest length beyond; of no points any */

    for (size_t i = 0; i < points && longer <= eager; i++) {
        longer = point[i].bytes;
    }
    const double share = 0.25 / (double) (longer > 0 ? longer : 1);   /* of four messages at once, then, longer ones take no less time */
    fit_unknowns(point, points, eager, used, 0, unknown);
    if (unknown[EAGER_COPY] > share * unknown[HANDSHAKE]) {
        bool tied[UNKNOWNS];
        memcpy(tied, used, sizeof(tied));
        tied[EAGER_COPY] = false;
        fit_unknowns(point, points, eager, tied, share, unknown);
        unknown[EAGER_COPY] = share * unknown[HANDSHAKE];
    }
    /* Whatever times on a busy machine say: both ways at once take no less than one, and no more than one after the other. */
    const double exchange = unknown[EXCHANGE] < unknown[TRANSFER] ? unknown[TRANSFER] : unknown[EXCHANGE];
    const double transfer = unknown[TRANSFER] < exchange / 2 ? exchange / 2 : unknown[TRANSFER];
    return (fit_line_t) {.latency = unknown[LATENCY], .handshake = unknown[HANDSHAKE], .exchange_handshake = unknown[EXCHANGE_HANDSHAKE],
                         .transfer = transfer, .exchange = exchange, .eager_copy = unknown[EAGER_COPY], .eager = eager};
}

/* A step is no noise: messages just longer than eager take a fortieth more than the line of the shorter, at least. */
static bool is_step(const fit_line_t *line, size_t longer)
{
    return line->handshake > 0 && both_of(line, longer, false) > both_of(line, longer, true) * (1 + 1. / 40);
}

fit_line_t fit_messages(const fit_point_t *point, size_t points)
{
    static const bool plain[UNKNOWNS] = {[LATENCY] = true, [TRANSFER] = true, [EXCHANGE] = true};
    static const bool handshake[UNKNOWNS] = {[LATENCY] = true, [HANDSHAKE] = true, [TRANSFER] = true, [EXCHANGE] = true};
    static const bool all[UNKNOWNS] = {true, true, true, true, true, true};
    const double worth = 0.8;   /* a handshake must take away so much of the error, and so must what belongs to it */
    size_t longest = points > 0 ? point[points - 1].bytes : 0;
    fit_line_t best = fit_with(point, points, longest, plain);
    double least = error_of(&best, point, points);

    for (size_t unknowns = 0; unknowns < 2; unknowns++) {
        least *= worth;
        for (size_t i = 1; i + 2 < points; i++) {
            fit_line_t line = fit_with(point, points, point[i].bytes, 0 == unknowns ? handshake : all);
            double error = error_of(&line, point, points);
            if (error < least && is_step(&line, point[i + 1].bytes)) {
                least = error;
                best = line;
            }
        }
    }
    if (points > 0 && best.latency <= 0) {   /* short messages among busy processes: a long one was the faster */
        best.latency = point[0].one_way;
    }
    if (points > 0 && best.exchange <= 0) {   /* the same, of all: then no byte costs more than those of the longest, with all else */
        const double bytes = (double) longest, one_way = point[points - 1].one_way / bytes, both = point[points - 1].exchange / bytes;
        best.transfer = one_way;
        best.exchange = both > one_way ? both : one_way;
    }
    return best;
}

size_t fit_eager(const fit_line_t *line, size_t known)
{
    return line->handshake > 0 ? line->eager : known;
}

bool fit_pays_handshake(const fit_line_t *line, fit_point_t point)
{
    const double measured = point.one_way + point.exchange;
    const double eager = measured - both_of(line, point.bytes, true), longer = measured - both_of(line, point.bytes, false);

    return square(longer) < square(eager);
}

static int compare(const void *left, const void *right)
{
    double a = *(const double *) left, b = *(const double *) right;

    return (a > b) - (a < b);
}

int fit_samples(double seconds, double trials)
{
    const double possible = seconds / (trials / FIT_TRIALS + 1e-9);

    return possible > FIT_MOST_SAMPLES ? FIT_MOST_SAMPLES : possible < FIT_LEAST_SAMPLES ? FIT_LEAST_SAMPLES : (int) possible;
}

double fit_median(double *value, size_t values)
{
    if (0 == values) {
        return 0;
    }
    qsort(value, values, sizeof(*value), compare);
    return (value[(values - 1) / 2] + value[values / 2]) / 2;
}

/*
 * What tune/fit.c finds in times that come from known numbers, exact and noisy.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "../../tune/fit.h"

#include <stdio.h>

enum { LENGTHS = 20 };

static int passed, failed;

static void check(const char *what, bool right, const fit_line_t *line)
{
    passed += right;
    failed += !right;
    if (!right) {
        printf("FAILED %s: latency %g, handshake %g, transfer %g, exchange %g, eager %zu\n", what, line->latency, line->handshake,
               line->transfer, line->exchange, line->eager);
    }
}

static bool near(double value, double expected, double tolerance)
{
    double difference = value - expected;

    return difference <= tolerance * expected && -difference <= tolerance * expected;
}

/* Times of 8 bytes to 4 MiB, up to noise of so many parts of them. */
static void make(const fit_line_t *line, double noise, fit_point_t *point)
{
    unsigned random = 1;
    double factor[2];

    for (int i = 0; i < LENGTHS; i++) {
        size_t bytes = (size_t) 8 << i;
        double start = line->latency + (bytes > line->eager ? line->handshake : 0);
        for (int j = 0; j < 2; j++) {
            random = random * 1103515245u + 12345u;
            factor[j] = 1 + noise * ((double) (random >> 16 & 0x7fff) / 16384 - 1);
        }
        point[i] = (fit_point_t) {bytes, (start + (double) bytes * line->transfer) * factor[0],
                                  (start + (double) bytes * line->exchange) * factor[1]};
    }
}

static void finds(const char *what, fit_line_t line, double noise, double tolerance)
{
    fit_point_t point[LENGTHS];

    make(&line, noise, point);
    fit_line_t found = fit_messages(point, LENGTHS);
    check(what, near(found.latency, line.latency, tolerance) && near(found.transfer, line.transfer, tolerance)
          && near(found.exchange, line.exchange, tolerance) && near(found.handshake, line.handshake, 4 * tolerance)
          && found.eager == line.eager, &found);
}

static void check_handshake(void)
{
    const fit_line_t line = {.latency = 2e-6, .handshake = 4e-6, .transfer = 8e-11, .exchange = 1e-10, .eager = 65536};
    bool right = true;

    for (size_t bytes = 40000; bytes < 100000; bytes += 1000) {
        double start = line.latency + (bytes > 65536 ? line.handshake : 0), n = (double) bytes;
        fit_point_t point = {bytes, start + n * line.transfer, start + n * line.exchange};
        right = right && (bytes > 65536) == fit_pays_handshake(&line, point);
    }
    check("who pays the handshake", right, &line);
}

static void check_negative(void)
{
    fit_point_t point[LENGTHS];
    const fit_line_t line = {.latency = 1e-6, .transfer = 1e-10, .exchange = 1e-10, .eager = (size_t) 8 << (LENGTHS - 1)};

    make(&line, 0, point);
    for (int i = 0; i < LENGTHS; i++) {   /* longer messages are no slower: no rate below 0 comes out */
        point[i].exchange = 1e-6 / (1 + i);
    }
    fit_line_t found = fit_messages(point, LENGTHS);
    check("nothing is negative", found.latency >= 0 && found.handshake >= 0 && found.transfer > 0 && found.exchange > 0, &found);
    make(&line, 0, point);
    for (int i = 0; i < LENGTHS; i++) {
        point[i].one_way = 1e-6 / (1 + i);
    }
    found = fit_messages(point, LENGTHS);
    check("one way takes half of both at least", found.transfer > 0 && found.transfer >= found.exchange / 2
          && found.transfer <= found.exchange, &found);
    for (int i = 0; i < LENGTHS; i++) {
        point[i].one_way = point[i].exchange = 1e-4 - 4e-6 * i;
    }
    found = fit_messages(point, LENGTHS);
    check("a byte takes some time", found.transfer > 0 && found.transfer >= found.exchange / 2 && found.transfer <= found.exchange
          && found.exchange < 1e-6, &found);
}

/* The first lengths alone, the second of them interrupted: its line starts below 0. */
static void check_beginning(void)
{
    const fit_point_t point[] = {{8, 3e-7, 4e-7}, {32, 9e-6, 9e-6}};

    for (size_t points = 1; points <= 2; points++) {
        fit_line_t found = fit_messages(point, points);
        check("some latency", found.latency > 1e-7 && found.latency < 1e-5, &found);
    }
}

static void check_medians(void)
{
    double odd[] = {3, 1, 2}, even[] = {4, 1, 3, 2};
    const fit_line_t none = {0};

    check("medians", 2 == fit_median(odd, 3) && 2.5 == fit_median(even, 4) && 0 == fit_median(odd, 0), &none);
}

int main(void)
{
    const size_t longest = (size_t) 8 << (LENGTHS - 1);

    finds("a network", (fit_line_t) {2e-6, 4e-6, 8e-11, 8e-11, 65536}, 0, 1e-6);
    finds("shared memory", (fit_line_t) {3e-7, 2.6e-6, 1e-10, 1.74e-10, 4096}, 0, 1e-6);
    finds("no handshake", (fit_line_t) {2e-3, 0, 8e-8, 8e-8, longest}, 0, 1e-6);
    finds("a network with noise", (fit_line_t) {2e-6, 4e-6, 8e-11, 1e-10, 65536}, 0.03, 0.03);
    finds("no handshake with noise", (fit_line_t) {2e-3, 0, 8e-8, 8e-8, longest}, 0.05, 0.05);
    check_handshake();
    check_negative();
    check_beginning();
    check_medians();
    printf("%d passed, %d failed, 0 skipped\n", passed, failed);
    return failed > 0;
}

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
        printf("FAILED %s: latency %g, handshake %g and %g, transfer %g, exchange %g, eager %zu, its copy %g\n", what, line->latency,
               line->handshake, line->exchange_handshake, line->transfer, line->exchange, line->eager, line->eager_copy);
    }
}

static bool near(double value, double expected, double tolerance)
{
    double difference = value - expected;

    return difference <= tolerance * expected && -difference <= tolerance * expected;
}

/* Times of 8 bytes to 4 MiB, up to noise of so many parts of them. */
static void make_noisy(const fit_line_t *line, double noise, unsigned random, fit_point_t *point)
{
    double factor[2];

    for (int i = 0; i < LENGTHS; i++) {
        size_t bytes = (size_t) 8 << i;
        bool eager = bytes <= line->eager;
        double start = line->latency + (eager ? (double) bytes * line->eager_copy : line->handshake);
        for (int j = 0; j < 2; j++) {
            random = random * 1103515245u + 12345u;
            factor[j] = 1 + noise * ((double) (random >> 16 & 0x7fff) / 16384 - 1);
        }
        point[i] = (fit_point_t) {bytes, (start + (double) bytes * line->transfer) * factor[0],
                                  (start + (double) bytes * line->exchange + (eager ? 0 : line->exchange_handshake)) * factor[1]};
    }
}

static void make(const fit_line_t *line, double noise, fit_point_t *point)
{
    make_noisy(line, noise, 1, point);
}

static void finds(const char *what, fit_line_t line, double noise, double tolerance)
{
    fit_point_t point[LENGTHS];

    make(&line, noise, point);
    fit_line_t found = fit_messages(point, LENGTHS);
    check(what, near(found.latency, line.latency, tolerance) && near(found.transfer, line.transfer, tolerance)
          && near(found.exchange, line.exchange, tolerance) && near(found.handshake, line.handshake, 4 * tolerance)
          && near(found.exchange_handshake, line.exchange_handshake, 4 * tolerance)
          && near(found.eager_copy, line.eager_copy, 4 * tolerance) && found.eager == line.eager, &found);
}

static void check_handshake(void)
{
    const fit_line_t line = {.latency = 2e-6, .handshake = 8e-6, .exchange_handshake = 4e-6, .transfer = 8e-11, .exchange = 1e-10,
                             .eager_copy = 5e-11, .eager = 65536};
    bool right = true;

    for (size_t bytes = 40000; bytes < 100000; bytes += 1000) {
        double n = (double) bytes, start = line.latency + (bytes > 65536 ? line.handshake : n * line.eager_copy);
        double crossing = bytes > 65536 ? line.exchange_handshake : 0;
        fit_point_t point = {bytes, start + n * line.transfer, start + crossing + n * line.exchange};
        right = right && (bytes > 65536) == fit_pays_handshake(&line, point);
    }
    check("who pays the handshake", right, &line);
    check("who does not", 65536 == fit_eager(&line, 7168), &line);
}

/* Times that differ by up to 3 percent make no handshake, nor do they say that the longest message travels at once. */
static void check_noise(void)
{
    const fit_line_t line = {.latency = 2e-3, .transfer = 8e-8, .exchange = 8e-8, .eager = (size_t) 8 << (LENGTHS - 1)};
    fit_point_t point[LENGTHS];

    for (unsigned seed = 1; seed <= 300; seed++) {
        make_noisy(&line, 0.015, seed * 2654435761u, point);
        fit_line_t found = fit_messages(point, LENGTHS);
        check("noise is no handshake", 0 == found.handshake && 0 == found.exchange_handshake && found.eager == line.eager, &found);
        check("nor do all lengths travel at once", 7168 == fit_eager(&found, 7168), &found);
    }
}

/* Copies that cost more than the handshake: a line that grows with the length, near the times. */
static void check_copies(void)
{
    const fit_line_t line = {.latency = 3e-7, .handshake = 1.5e-6, .exchange_handshake = 2e-7, .transfer = 9e-11, .exchange = 9e-11,
                             .eager_copy = 4e-10, .eager = 4096};
    fit_point_t point[LENGTHS];

    make(&line, 0, point);
    fit_line_t found = fit_messages(point, LENGTHS);
    check("copies take a quarter of the handshake at most", found.eager_copy > 5e-11 && found.eager_copy * (double) found.eager
          <= found.handshake / 4 && near(found.latency, line.latency, 0.3) && near(found.transfer, line.transfer, 0.1), &found);
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

    fit_line_t nothing = fit_messages(point + 2, 0);
    check("no points", 0 == nothing.latency && 0 == nothing.handshake && 0 == nothing.exchange, &nothing);
    for (size_t points = 1; points <= 2; points++) {
        fit_line_t found = fit_messages(point, points);
        check("some latency", found.latency > 1e-7 && found.latency < 1e-5, &found);
    }
}

static void check_medians(void)
{
    double odd[] = {3, 1, 2}, even[] = {4, 1, 3, 2};
    const fit_line_t none = {0};

    check("samples", 10 == fit_samples(1.05, FIT_TRIALS * 0.1) && FIT_MOST_SAMPLES == fit_samples(1, 0) && FIT_LEAST_SAMPLES == fit_samples(1, 10), &none);
    check("medians", 2 == fit_median(odd, 3) && 2.5 == fit_median(even, 4) && 0 == fit_median(odd, 0), &none);
}

int main(void)
{
    const size_t longest = (size_t) 8 << (LENGTHS - 1);
    const fit_line_t shared_memory = {.latency = 3.5e-7, .handshake = 1.1e-6, .exchange_handshake = 6e-7, .transfer = 9e-11,
                                      .exchange = 1.2e-10, .eager_copy = 3e-11, .eager = 4096};

    finds("a network", (fit_line_t) {.latency = 2e-6, .handshake = 4e-6, .transfer = 8e-11, .exchange = 8e-11, .eager = 65536}, 0, 1e-6);
    finds("shared memory", shared_memory, 0, 1e-6);
    finds("shared memory with noise", shared_memory, 0.02, 0.05);
    finds("no handshake", (fit_line_t) {.latency = 2e-3, .transfer = 8e-8, .exchange = 8e-8, .eager = longest}, 0, 1e-6);
    finds("a network with noise", (fit_line_t) {.latency = 2e-6, .handshake = 4e-6, .transfer = 8e-11, .exchange = 1e-10, .eager = 65536},
          0.03, 0.03);
    finds("no handshake with noise", (fit_line_t) {.latency = 2e-3, .transfer = 8e-8, .exchange = 8e-8, .eager = longest}, 0.05, 0.05);
    finds("a short handshake", (fit_line_t) {.latency = 3e-7, .handshake = 6e-8, .exchange_handshake = 2.6e-7, .transfer = 8e-11,
                                             .exchange = 1e-10, .eager_copy = 1e-13, .eager = 32768}, 0, 1e-6);
    check_handshake();
    check_noise();
    check_copies();
    check_negative();
    check_beginning();
    check_medians();
    printf("%d passed, %d failed, 0 skipped\n", passed, failed);
    return failed > 0;
}

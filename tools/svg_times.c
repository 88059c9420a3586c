/*
 * The rounds on a time axis, in the model of one_port.h: beside each process's boxes, which stand where
 * its rounds end, a lane with what goes through its port and its reductions. Where nothing does, the
 * process waits, or was eliminated.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "svg.h"

#include "round_times.h"

enum {
    BAR = 23, LANE = 2 * BAR,         /* sent to the left, received to the right */
    BOX_OFFSET = LANE + 5,
    LEAST_HEIGHT = 420, MOST_HEIGHT = 3000,   /* of the axis */
    MESSAGE_HEIGHT = 36,              /* of the shortest message, if that is possible */
    TICK = 48,                        /* from tick to tick, at least */
    BAR_LINE = 10                     /* height of a line of text in a bar */
};

static const svg_legend_t legend[] = {
    {"<text y=\"4\">A-D<tspan class=\"ranks\" dy=\"3\">0-3</tspan></text>",
     "held when the round is over: segments A to D, reduced over ranks 0 to 3; 0|1: there, but not yet reduced"},
    {"<g class=\"bar partial\"><rect class=\"send\" y=\"-6\" width=\"18\" height=\"12\"/><rect class=\"receive\" x=\"18\" y=\"-6\""
     " width=\"18\" height=\"12\"/></g>", "sends (left) and receives (right) partial results: segments, peer, round"},
    {"<g class=\"bar result\"><rect class=\"send\" y=\"-6\" width=\"18\" height=\"12\"/><rect class=\"receive\" x=\"18\" y=\"-6\""
     " width=\"18\" height=\"12\"/></g>", "sends and receives complete results"},
    {"<rect class=\"reduce\" y=\"-3\" width=\"36\" height=\"6\"/>", "reduces"},
    {"<rect class=\"wait\" y=\"-6\" width=\"36\" height=\"12\"/>", "waits"},
    {"<rect class=\"out\" y=\"-6\" width=\"36\" height=\"11\"/>", "holds nothing that is still needed, as after an elimination"},
    {NULL, NULL}
};

typedef struct {
    const svg_t *svg;
    round_times_t played;
    double top, scale;                /* pixels of time 0 and of a second */
} times_t;

static double height_of(const times_t *times, double seconds)
{
    return times->top + seconds * times->scale;
}

/* So that the shortest message has room for its text, within limits. */
static void choose_scale(times_t *times)
{
    double last = times->played.last, height = last * MESSAGE_HEIGHT / round_times_shortest(&times->played);

    height = height > LEAST_HEIGHT ? height : LEAST_HEIGHT;
    times->scale = (height < MOST_HEIGHT ? height : MOST_HEIGHT) / last;
}

/* 1, 2 or 5 times a power of ten. */
static double choose_step(double least)
{
    static const double factor[] = {2, 2.5, 2};
    double step = 1e-15;

    for (size_t i = 0; step < least; i++) {
        step *= factor[i % 3];
    }
    return step;
}

static void draw_axis(const times_t *times)
{
    static const struct { double seconds; const char *name; } units[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "&#181;s"}, {1e-9, "ns"}};
    const svg_t *svg = times->svg;
    double step = choose_step(TICK / times->scale), last = times->played.last;
    size_t unit = 0;

    while (unit < 3 && last < units[unit].seconds) {
        unit++;
    }
    fprintf(svg->stream, "<path class=\"axis\" d=\"M%d %.1fV%.1f\"/>\n", SVG_LEFT - 10, times->top, height_of(times, last));
    for (double tick = 0; tick * step <= last * 1.000001; tick++) {
        double y = height_of(times, tick * step);
        fprintf(svg->stream, "<path class=\"grid\" d=\"M%d %.1fH%.1f\"/><path class=\"axis\" d=\"M%d %.1fh5\"/>"
                "<text class=\"aside right\" x=\"%d\" y=\"%.1f\">%.6g %s</text>\n", SVG_LEFT - 10, y, svg->width - SVG_MARGIN,
                SVG_LEFT - 15, y, SVG_LEFT - 18, y + 4, tick * step / units[unit].seconds, units[unit].name);
    }
}

/* The lane of a process, from round to round: waiting, or out; and what is not busy shows. */
static void draw_lane(const times_t *times, int rank)
{
    const svg_t *svg = times->svg;
    double x = svg_column(svg, rank), start = 0;

    for (size_t row = 1; row < svg->holdings->rows; row++) {
        double end = round_times_finish(&times->played, row, rank);
        if (end > start) {
            fprintf(svg->stream, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"/>\n",
                    '\0' == svg_box(svg, row - 1, rank)->text[0] ? "out" : "wait", x, height_of(times, start), LANE,
                    (end - start) * times->scale);
            start = end;
        }
    }
}

static void draw_busy(const times_t *times, int rank, const one_port_event_t *event)
{
    if (svg_shows(times->svg, rank)) {
        fprintf(times->svg->stream, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"/>\n",
                event->peer >= 0 ? "busy" : "reduce", svg_column(times->svg, rank), height_of(times, event->start), LANE,
                (event->end - event->start) * times->scale);
    }
}

/* Where a message is sent or received, and what, with whom and when, as far as there is room. */
static void draw_bar(const times_t *times, int rank, const one_port_event_t *event, const holdings_message_t *message)
{
    const svg_t *svg = times->svg;
    bool sends = rank == event->rank;
    double x = svg_column(svg, rank) + (sends ? 0 : BAR), y = height_of(times, event->start);
    double height = (event->end - event->start) * times->scale, middle = x + BAR / 2.0;
    int lines = height < BAR_LINE ? 0 : height < 2 * BAR_LINE + 2 ? 1 : height < 3 * BAR_LINE + 2 ? 2 : 3;

    fprintf(svg->stream, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"/>", sends ? "send" : "receive",
            x, y, BAR, height);
    y += (height - (lines - 1) * BAR_LINE) / 2 + 3;
    if (lines > 0) {
        fprintf(svg->stream, "<text x=\"%.1f\" y=\"%.1f\">", middle, y);
        svg_write_blocks(svg, message->text, 4);
        fputs("</text>", svg->stream);
    }
    if (lines > 1) {
        fprintf(svg->stream, "<text x=\"%.1f\" y=\"%.1f\">%s%d</text>", middle, y + BAR_LINE, sends ? "&#8594;" : "&#8592;",
                sends ? event->peer : event->rank);
    }
    if (lines > 2) {
        fprintf(svg->stream, "<text x=\"%.1f\" y=\"%.1f\">r%u</text>", middle, y + 2 * BAR_LINE, (unsigned) event->round);
    }
}

/* At both ends, as far as they are shown. */
static void draw_message(const times_t *times, const one_port_event_t *event, const holdings_message_t *message)
{
    const svg_t *svg = times->svg;

    if (!svg_shows(svg, event->rank) && !svg_shows(svg, event->peer)) {
        return;
    }
    fprintf(svg->stream, "<g class=\"bar %s\" data-from=\"%d\" data-to=\"%d\" data-round=\"%u\" data-holds=\"%s\"",
            svg_kind(message->result), event->rank, event->peer, (unsigned) event->round, message->text);
    fprintf(svg->stream, " data-start=\"%.9g\" data-end=\"%.9g\"><title>round %u, P%d to P%d: %s</title>", event->start,
            event->end, (unsigned) event->round, event->rank, event->peer, message->text);
    if (svg_shows(svg, event->rank)) {
        draw_bar(times, event->rank, event, message);
    }
    if (svg_shows(svg, event->peer)) {
        draw_bar(times, event->peer, event, message);
    }
    fputs("</g>\n", svg->stream);
}

/* From lane to lane, from when the message starts to when it is there. */
static void draw_flight(const times_t *times, const one_port_event_t *event, bool result)
{
    const svg_t *svg = times->svg;
    bool right = event->peer > event->rank;

    if (svg_shows(svg, event->rank) && svg_shows(svg, event->peer)) {
        fprintf(svg->stream, "<g class=\"message flight %s\"><path d=\"M%.1f %.1fL%.1f %.1f\" marker-end=\"url(#%s)\"/></g>\n",
                svg_kind(result), svg_column(svg, event->rank) + (right ? LANE : 0), height_of(times, event->start),
                svg_column(svg, event->peer) + (right ? 0 : LANE), height_of(times, event->end), svg_kind(result));
    }
}

/* Boxes at the ends of rounds, as far as there is room before the next one. */
static void draw_boxes(const times_t *times, int rank)
{
    const svg_t *svg = times->svg;
    double above = height_of(times, 0);

    svg_draw_box(svg, 0, rank, SVG_TOP, 1);
    for (size_t row = 1, next; row < svg->holdings->rows; row = next) {
        double y = height_of(times, round_times_finish(&times->played, row, rank)) + 1;
        size_t lines = svg_count_labels(svg_box(svg, row, rank)->text);
        for (next = row + 1; next < svg->holdings->rows && round_times_finish(&times->played, next, rank) < 0; next++) {
        }
        double below = y + svg->height;
        if (next < svg->holdings->rows) {
            below = height_of(times, round_times_finish(&times->played, next, rank));
        }
        while (lines > 1 && y + svg_box_height(lines) > below) {
            lines--;
        }
        if (round_times_finish(&times->played, row, rank) >= 0 && y >= above) {
            svg_draw_box(svg, row, rank, y, lines);
            above = y + svg_box_height(lines);
        }
    }
}

static void draw(const times_t *times)
{
    const svg_t *svg = times->svg;
    const one_port_t *model = svg->call->model;

    svg_begin(svg);
    fprintf(svg->stream, "<text class=\"aside\" x=\"%d\" y=\"44\" data-seconds=\"%.9g\">", SVG_MARGIN, times->played.last);
    fprintf(svg->stream, "%g s a message, %g s a block sent, %g s a block reduced; done after %g s</text>\n", model->alpha,
            model->beta, model->gamma, times->played.last);
    draw_axis(times);
    for (int rank = svg->first_rank; rank <= svg->last_rank; rank++) {
        draw_lane(times, rank);
    }
    for (size_t i = 0; i < times->played.events; i++) {
        const one_port_event_t *event = &times->played.event[i].event;
        draw_busy(times, event->rank, event);
        draw_busy(times, event->peer, event);
    }
    for (int bars = 0; bars < 2; bars++) {
        for (size_t i = 0; i < times->played.events; i++) {
            const one_port_event_t *event = &times->played.event[i].event;
            const holdings_message_t *message =
                holdings_find(svg->holdings, times->played.event[i].row, event->rank, event->peer);
            if (NULL != message && bars) {
                draw_message(times, event, message);
            } else if (NULL != message) {
                draw_flight(times, event, message->result);
            }
        }
    }
    for (int rank = svg->first_rank; rank <= svg->last_rank; rank++) {
        draw_boxes(times, rank);
    }
    svg_end(svg, legend);
}

bool svg_draw_times(svg_t *svg)
{
    times_t times = {.svg = svg, .top = SVG_TOP + svg_box_height(1) + 8};
    bool right = round_times_play(&times.played, svg->holdings, svg->call->schedule, svg->call->model);

    if (right && times.played.last > 0) {
        svg->box_width = svg_widest_box(svg);
        svg->box_offset = BOX_OFFSET;
        svg->pitch = BOX_OFFSET + svg->box_width + 14;
        svg->left = SVG_LEFT;
        choose_scale(&times);
        svg->height = height_of(&times, times.played.last) + svg_box_height(svg_most_labels(svg, svg->holdings->rows - 1))
                      + 2 * SVG_MARGIN + svg_legend_height(legend);
        svg_set_width(svg);
        draw(&times);
    } else if (right) {
        svg_draw_rounds(svg);
    }
    round_times_close(&times.played);
    return right;
}

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "svg.h"

#include "../coll_rabred/sched/table.h"

#include <stdlib.h>
#include <string.h>

enum { SVG_LEAST_WIDTH = 640 };       /* for the legend */
enum { MOST_BLOCKS = 11, MOST_RANKS = 18 };   /* characters of a label that are shown */
static const double title_letter = 9.2, letter = 8.2, small_letter = 5.2;   /* widths, at most, on average */

static const char style[] =
    "text{font-family:sans-serif;font-size:11.5px;fill:#1a1a1a}"
    " .title{font-size:15px;font-weight:bold} .head{font-size:13px;font-weight:bold;text-anchor:middle}"
    " .aside{font-size:10.5px;fill:#555} .right{text-anchor:end} .middle{text-anchor:middle} .ranks{font-size:8px}"
    " .box rect{fill:#fff;stroke:#333;stroke-width:1} .box.result rect{fill:#fdeeda;stroke:#a85a08}"
    " .box.empty rect{fill:#fff;fill-opacity:.6;stroke:#999;stroke-dasharray:4 3}"
    " .group{fill:#e9eff7;stroke:#9db4d0;stroke-width:1}"
    " .message path{fill:none;stroke-width:1.1;stroke-linejoin:round}"
    " .partial path{stroke:#2b66b1} .result path{stroke:#c26a10}"
    " .message text{font-size:9px} .message.partial text{fill:#1d4f90} .message.result text{fill:#9a5006}"
    " .flight{opacity:.6} .grid{stroke:#ddd;stroke-width:.7} .axis{stroke:#555;stroke-width:1;fill:none}"
    " .wait{fill:url(#waiting);stroke:#d8a0a0;stroke-width:.5} .out{fill:none;stroke:#888;stroke-dasharray:4 3}"
    " .busy{fill:#fff} .bar rect{stroke:#fff;stroke-width:.7} .bar text{font-size:8px;fill:#fff;text-anchor:middle}"
    " .partial .send{fill:#2b66b1} .partial .receive{fill:#6f9fd8} .result .send{fill:#c26a10} .result .receive{fill:#e3a35c}"
    " .reduce{fill:#4c8a4c}";

const holdings_box_t *svg_box(const svg_t *svg, size_t row, int rank)
{
    return &svg->holdings->box[row * (size_t) svg->holdings->processes + (size_t) rank];
}

const char *svg_kind(bool result)
{
    return result ? "result" : "partial";
}

bool svg_shows(const svg_t *svg, int rank)
{
    return rank >= svg->first_rank && rank <= svg->last_rank;
}

double svg_column(const svg_t *svg, int rank)
{
    return svg->left + (rank - svg->first_rank) * svg->pitch;
}

size_t svg_count_labels(const char *text)
{
    size_t labels = '\0' != text[0];

    for (; '\0' != *text; text++) {
        labels += ' ' == *text;
    }
    return labels;
}

size_t svg_most_labels(const svg_t *svg, size_t row)
{
    size_t most = 1;

    for (int rank = svg->first_rank; rank <= svg->last_rank; rank++) {
        size_t labels = svg_count_labels(svg_box(svg, row, rank)->text);
        most = labels > most ? labels : most;
    }
    return most;
}

static size_t at_most(size_t value, size_t most)
{
    return value < most ? value : most;
}

double svg_box_height(size_t lines)
{
    return (double) (at_most(lines > 0 ? lines : 1, SVG_MOST_LINES) * SVG_LINE + 2 * SVG_PAD);
}

double svg_widest_box(const svg_t *svg)
{
    double widest = 4 * letter;

    for (size_t row = 0; row < svg->holdings->rows; row++) {
        for (int rank = svg->first_rank; rank <= svg->last_rank; rank++) {
            const char *text = svg_box(svg, row, rank)->text;
            while ('\0' != *text) {
                size_t blocks = strcspn(text, "_"), label = strcspn(text, " ");
                double width = at_most(blocks, MOST_BLOCKS) * letter + at_most(label - blocks - 1, MOST_RANKS) * small_letter;
                widest = width > widest ? width : widest;
                text += label + (' ' == text[label]);
            }
        }
    }
    return widest + 2 * SVG_PAD;
}

/* As many characters as there is room for; the last one says that some are missing. */
static void write_short(FILE *stream, const char *text, size_t length, size_t room)
{
    if (length <= room) {
        fprintf(stream, "%.*s", (int) length, text);
    } else {
        fprintf(stream, "%.*s&#8230;", (int) room - 1, text);
    }
}

void svg_write_blocks(const svg_t *svg, const char *text, size_t room)
{
    size_t first = strcspn(text, "_"), label = strcspn(text, " ");

    write_short(svg->stream, text, first, '\0' == text[label] ? room : room - 1);
    fputs('\0' == text[label] ? "" : "&#8230;", svg->stream);
}

/* One line of a box: blocks, in small letters below the ranks, and how many labels there is no room for. */
static void draw_label(const svg_t *svg, const char *text, double x, double y, size_t more)
{
    size_t blocks = strcspn(text, "_"), label = strcspn(text, " ");

    fprintf(svg->stream, "<text class=\"middle\" x=\"%.1f\" y=\"%.1f\">", x, y);
    write_short(svg->stream, text, blocks, MOST_BLOCKS);
    fputs("<tspan class=\"ranks\" dy=\"3\">", svg->stream);
    write_short(svg->stream, text + blocks + 1, label - blocks - 1, MOST_RANKS);
    fputs("</tspan>", svg->stream);
    if (more > 0) {
        fprintf(svg->stream, "<tspan class=\"ranks\" dy=\"-3\"> +%zu</tspan>", more);
    }
    fputs("</text>", svg->stream);
}

static void draw_labels(const svg_t *svg, const char *text, double x, double y, size_t lines)
{
    size_t labels = svg_count_labels(text), shown = labels <= lines ? labels : lines - 1;

    if (1 == lines && labels > 1) {
        draw_label(svg, text, x, y + 0.72 * SVG_LINE + SVG_PAD, labels - 1);
        return;
    }
    y += ((double) (lines - at_most(labels, lines)) / 2 + 0.72) * SVG_LINE + SVG_PAD;
    for (size_t i = 0; i < shown; i++, y += SVG_LINE) {
        draw_label(svg, text, x, y, 0);
        text += strcspn(text, " ") + 1;
    }
    if (shown < labels) {
        fprintf(svg->stream, "<text class=\"middle aside\" x=\"%.1f\" y=\"%.1f\">%zu more</text>", x, y, labels - shown);
    }
}

void svg_draw_box(const svg_t *svg, size_t row, int rank, double y, size_t lines)
{
    const holdings_box_t *box = svg_box(svg, row, rank);
    bool empty = '\0' == box->text[0];
    double x = svg_column(svg, rank) + svg->box_offset;
    char round[16] = "start";

    if (row > 0) {
        snprintf(round, sizeof(round), "%u", (unsigned) svg->holdings->round[row]);
    }
    fprintf(svg->stream, "<g class=\"box %s\" data-rank=\"%d\" data-round=\"%s\" data-holds=\"%s\">",
            empty ? "empty" : svg_kind(box->result), rank, round, box->text);
    fprintf(svg->stream, "<title>P%d: %s</title>", rank, empty ? "nothing that is still needed" : box->text);
    fprintf(svg->stream, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\"/>", x, y, svg->box_width,
            svg_box_height(lines));
    draw_labels(svg, box->text, x + svg->box_width / 2, y, at_most(lines > 0 ? lines : 1, SVG_MOST_LINES));
    fputs("</g>\n", svg->stream);
}

static void write_argument(FILE *stream, const char *name, size_t value)
{
    if (SIZE_MAX == value) {
        fprintf(stream, ", %s the whole vector", name);
    } else {
        fprintf(stream, ", %s %zu", name, value);
    }
}

static void write_title(FILE *stream, const format_call_t *call)
{
    const coll_rabred_problem_t *problem = &call->schedule[0]->problem;
    const coll_rabred_algorithm_t *algorithm = &coll_rabred_algorithms[problem->algorithm];
    bool in_place = false;

    for (int rank = 0; rank < call->processes; rank++) {
        in_place = in_place || call->schedule[rank]->problem.in_place;
    }
    fprintf(stream, "%s %s, %d process%s, %zu block%s", coll_rabred_collective_names[problem->collective],
            algorithm->name, problem->processes, 1 == problem->processes ? "" : "es", (size_t) problem->blocks,
            1 == problem->blocks ? "" : "s");
    if (COLL_RABRED_REDUCE == problem->collective) {
        fprintf(stream, ", root %d", problem->root);
    }
    if (NULL != problem->nodes) {
        fprintf(stream, ", %d node%s", problem->nodes->nodes, 1 == problem->nodes->nodes ? "" : "s");
    }
    for (int i = 0; i < COLL_RABRED_ARGUMENTS; i++) {
        if (coll_rabred_takes(algorithm, problem->collective, i)) {
            write_argument(stream, coll_rabred_arguments[i].name, problem->argument[i]);
        }
    }
    fputs(in_place ? ", in place" : "", stream);
    if (call->only >= 0) {
        fprintf(stream, ", process %d alone", call->only);
    }
}

char *svg_title(const format_call_t *call)
{
    char *title = NULL;
    size_t length;
    FILE *stream = open_memstream(&title, &length);

    if (NULL == stream) {
        return NULL;
    }
    write_title(stream, call);
    bool failed = ferror(stream);
    if (0 != fclose(stream) || failed) {
        free(title);
        return NULL;
    }
    return title;
}

/* Arrowheads, and what waiting looks like. */
static void define(const svg_t *svg)
{
    for (int result = 0; result < 2; result++) {
        fprintf(svg->stream, "<marker id=\"%s\" viewBox=\"0 0 8 8\" refX=\"7.5\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\""
                " markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 .6L8 4L0 7.4z\" fill=\"%s\"/></marker>\n",
                svg_kind(result), result ? "#c26a10" : "#2b66b1");
    }
    fputs("<pattern id=\"waiting\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
          "<rect width=\"6\" height=\"6\" fill=\"#fdf3f3\"/><path d=\"M-1 7L7 -1\" stroke=\"#e2b4b4\"/></pattern>\n",
          svg->stream);
}

void svg_begin(const svg_t *svg)
{
    fprintf(svg->stream, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\""
            " height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n", svg->width, svg->height, svg->width, svg->height);
    fprintf(svg->stream, "<title>%s</title>\n<style>%s</style>\n<defs>\n", svg->title, style);
    define(svg);
    fprintf(svg->stream, "</defs>\n<rect width=\"%.0f\" height=\"%.0f\" fill=\"#fff\"/>\n", svg->width, svg->height);
    fprintf(svg->stream, "<text class=\"title\" x=\"%d\" y=\"26\">%s</text>\n", SVG_MARGIN, svg->title);
    for (int rank = svg->first_rank; rank <= svg->last_rank; rank++) {
        fprintf(svg->stream, "<text class=\"head\" x=\"%.1f\" y=\"%d\">P%d</text>\n",
                svg_column(svg, rank) + (svg->box_offset + svg->box_width) / 2, SVG_TOP - 12, rank);
    }
}

void svg_set_width(svg_t *svg)
{
    double title = (double) strlen(svg->title) * title_letter + 2 * SVG_MARGIN;

    svg->width = svg_column(svg, svg->last_rank + 1) + SVG_MARGIN;
    svg->width = title > svg->width ? title : svg->width;
    svg->width = SVG_LEAST_WIDTH > svg->width ? SVG_LEAST_WIDTH : svg->width;
}

double svg_legend_height(const svg_legend_t *legend)
{
    double height = SVG_MARGIN;

    for (; NULL != legend->text; legend++) {
        height += SVG_LEGEND_LINE;
    }
    return height;
}

void svg_end(const svg_t *svg, const svg_legend_t *legend)
{
    double y = svg->height - svg_legend_height(legend) + SVG_LEGEND_LINE / 2;

    for (; NULL != legend->text; legend++, y += SVG_LEGEND_LINE) {
        fprintf(svg->stream, "<g transform=\"translate(%d %.1f)\">%s<text class=\"aside\" x=\"52\" y=\"4\">%s</text></g>\n",
                SVG_MARGIN, y, legend->mark, legend->text);
    }
    fputs("</svg>\n", svg->stream);
}

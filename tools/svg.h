/*
 * The parts that both pictures of a schedule are drawn with: format_svg.c chooses between svg_rounds.c,
 * a row of boxes a round as in Rabenseifner & Traeff 2004, Fig. 2 to 5, and svg_times.c, the same
 * rounds on a time axis. All lengths are in pixels.
 *
 * For tests and readers of the file, what a box or message holds also stands in its attributes, in the
 * words of labels.h: data-rank, data-round (of a box: the round it follows, "start" at the start),
 * data-holds; of a message data-from, data-to.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef RABRED_TOOLS_SVG_H
#define RABRED_TOOLS_SVG_H

#include "format.h"
#include "holdings.h"

enum {
    SVG_MARGIN = 16, SVG_LEFT = 72,   /* left of the first column: names of rounds or times */
    SVG_TOP = 76,                     /* of the first boxes, below the heads of the columns */
    SVG_LINE = 15,                    /* height of a line of text in a box */
    SVG_PAD = 4,                      /* between a box's border and its text, or a frame and its boxes */
    SVG_MOST_LINES = 6,               /* of a box; what is left out is in its title */
    SVG_LEGEND_LINE = 16
};

typedef struct {
    FILE *stream;
    const format_call_t *call;
    const holdings_t *holdings;
    const char *title;
    int first_rank, last_rank;        /* that have columns */
    double left;                      /* of the first column */
    double pitch;                     /* from column to column */
    double box_width, box_offset;     /* of a box, in its column */
    double width, height;             /* of the picture */
} svg_t;

const holdings_box_t *svg_box(const svg_t *svg, size_t row, int rank);

/* What is shown, in a line to be freed; NULL when out of memory. */
char *svg_title(const format_call_t *call);

/* A box in which so many lines of text fit. */
double svg_box_height(size_t lines);
void svg_draw_box(const svg_t *svg, size_t row, int rank, double y, size_t lines);

/* Labels of a box; most labels of the boxes of a row, at least 1. */
size_t svg_count_labels(const char *text);
size_t svg_most_labels(const svg_t *svg, size_t row);

/* The widest box, of any row. */
double svg_widest_box(const svg_t *svg);

/* The blocks of a message in a few letters; `room` are characters. */
void svg_write_blocks(const svg_t *svg, const char *text, size_t room);

/* Left edge of a rank's column; and whether it has one. */
double svg_column(const svg_t *svg, int rank);
bool svg_shows(const svg_t *svg, int rank);

/* "result" or "partial": classes of messages. */
const char *svg_kind(bool result);

/* From <svg> to the heads of the columns. */
void svg_begin(const svg_t *svg);

/* A mark, drawn around the origin in 26 x 12, and what it means. */
typedef struct {
    const char *mark, *text;
} svg_legend_t;

double svg_legend_height(const svg_legend_t *legend);

/* The legend, which ends with a NULL text, and </svg>. */
void svg_end(const svg_t *svg, const svg_legend_t *legend);

/* To hold all columns, the title and the legend. */
void svg_set_width(svg_t *svg);

void svg_draw_rounds(svg_t *svg);

/* False, and nothing is drawn, when out of memory; the rounds are drawn where nothing takes any time. */
bool svg_draw_times(svg_t *svg);

#endif

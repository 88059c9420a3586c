/*
 * A row of boxes a round: what every process holds after it, messages as arrows from the boxes of the
 * round before. Messages of one process in one round leave and enter side by side. Around the
 * processes that hold parts of one and the same partial result there is a frame; like the "longer
 * boxes" of the papers' figures it takes in processes between them that were eliminated.
 *
 * Of one process alone there is one column: what it sends leaves to the right, what it receives comes
 * from the left.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "svg.h"

#include <string.h>

enum {
    TAIL = 17, HEAD = 15,             /* vertical ends of an arrow; beside the tail is its label */
    LEAST_SLANT = 14, SLANT = 7, MOST_SLANT = 84,   /* between them: for one column, for each, at most */
    REST = 18,                        /* between the rows of a round without messages */
    LETTER = 6, MOST_LETTERS = 8,     /* width of a label's letter, and how many there are */
    SIDE = 120, SIDE_LINE = 14        /* room for messages beside a single column, and their distance */
};

static const svg_legend_t legend[] = {
    {"<text y=\"4\">A-D<tspan class=\"ranks\" dy=\"3\">0-3</tspan></text>",
     "segments A to D, reduced over ranks 0 to 3; 0|1: there, but not yet reduced"},
    {"<g class=\"message partial\"><path d=\"M0 0H26\" marker-end=\"url(#partial)\"/></g>", "partial results, to be reduced"},
    {"<g class=\"message result\"><path d=\"M0 0H26\" marker-end=\"url(#result)\"/></g>", "complete results"},
    {"<g class=\"box empty\"><rect y=\"-6\" width=\"26\" height=\"11\"/></g>",
     "holds nothing that is still needed, as after an elimination"},
    {"<rect class=\"group\" y=\"-6\" width=\"26\" height=\"11\" rx=\"4\"/>",
     "these hold the parts of one result, or copies of it"},
    {NULL, NULL}
};

/* The messages before a row: message[first .. behind-1]. */
static size_t find_messages(const holdings_t *holdings, size_t row, size_t *behind)
{
    size_t low = 0, high = holdings->messages;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (holdings->message[middle].row < row) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (*behind = low; *behind < holdings->messages && holdings->message[*behind].row == row; (*behind)++) {
    }
    return low;
}

static bool alone(const svg_t *svg)
{
    return svg->call->only >= 0;
}

/* Between a row and the one above it. */
static double gap(const svg_t *svg, size_t row)
{
    size_t behind, sent = 0, received = 0;
    int farthest = 0;

    for (size_t i = find_messages(svg->holdings, row, &behind); i < behind; i++) {
        const holdings_message_t *message = &svg->holdings->message[i];
        int distance = message->to > message->from ? message->to - message->from : message->from - message->to;
        farthest = distance > farthest ? distance : farthest;
        sent += message->from == svg->first_rank;
        received += message->to == svg->first_rank;
    }
    if (alone(svg)) {
        return REST + SIDE_LINE * (double) (sent > received ? sent : received);
    }
    if (0 == farthest) {
        return REST;
    }
    double slant = LEAST_SLANT + SLANT * farthest;
    return TAIL + HEAD + (slant < MOST_SLANT ? slant : MOST_SLANT);
}

/* Where the n-th of several messages of a process leaves or enters. */
static double anchor(const svg_t *svg, int rank, size_t n, size_t several)
{
    double middle = svg_column(svg, rank) + svg->box_offset + svg->box_width / 2;

    return middle + ((double) n - (double) (several - 1) / 2) * svg->box_width / (double) several;
}

/* Which of how many messages of one end this is; `sent`: the sender's, else the receiver's. */
static size_t position(const holdings_message_t *message, size_t first, size_t behind, size_t i, bool sent, size_t *several)
{
    size_t before = 0;

    *several = 0;
    for (size_t j = first; j < behind; j++) {
        if (sent ? message[j].from == message[i].from : message[j].to == message[i].to) {
            before += j < i;
            (*several)++;
        }
    }
    return before;
}

static void begin_message(const svg_t *svg, const holdings_message_t *message)
{
    unsigned round = (unsigned) svg->holdings->round[message->row];

    fprintf(svg->stream, "<g class=\"message %s\" data-from=\"%d\" data-to=\"%d\" data-round=\"%u\" data-holds=\"%s\">"
            "<title>round %u, P%d to P%d: %s</title>", svg_kind(message->result), message->from, message->to, round,
            message->text, round, message->from, message->to, message->text);
}

/* The label of an arrow, in characters that have room: beside its tail, or its head where that is the only one there. */
static void write_label(const svg_t *svg, const char *text, double x, double y, size_t room)
{
    fprintf(svg->stream, "<text x=\"%.1f\" y=\"%.1f\">", x + 3, y);
    svg_write_blocks(svg, text, room);
    fputs("</text>", svg->stream);
}

/* From y above to y below. */
static void draw_arrow(const svg_t *svg, size_t first, size_t behind, size_t i, double above, double below)
{
    const holdings_message_t *message = &svg->holdings->message[i];
    size_t leaving, entering;
    size_t leaves = position(svg->holdings->message, first, behind, i, true, &leaving);
    size_t enters = position(svg->holdings->message, first, behind, i, false, &entering);
    double from = anchor(svg, message->from, leaves, leaving), to = anchor(svg, message->to, enters, entering);
    size_t room = (size_t) (svg->box_width / (double) leaving / LETTER);

    begin_message(svg, message);
    fprintf(svg->stream, "<path d=\"M%.1f %.1fV%.1fL%.1f %.1fV%.1f\" marker-end=\"url(#%s)\"/>", from, above, above + TAIL,
            to, below - HEAD, below, svg_kind(message->result));
    if (1 == leaving || room >= strcspn(message->text, "_")) {
        write_label(svg, message->text, from, above + TAIL - 3, 1 == leaving ? MOST_LETTERS : room);
    } else if (1 == entering) {
        write_label(svg, message->text, to, below - 6, MOST_LETTERS);
    }
    fputs("</g>\n", svg->stream);
}

/* The messages of a process alone. */
static void draw_beside(const svg_t *svg, size_t row, double above, double below)
{
    double middle = anchor(svg, svg->first_rank, 0, 1), out = above + SIDE_LINE, in = below - SIDE_LINE;
    size_t behind;

    for (size_t i = find_messages(svg->holdings, row, &behind); i < behind; i++) {
        const holdings_message_t *message = &svg->holdings->message[i];
        bool sent = message->from == svg->first_rank;
        if (!sent && message->to != svg->first_rank) {
            continue;
        }
        begin_message(svg, message);
        if (sent) {
            fprintf(svg->stream, "<path d=\"M%.1f %.1fV%.1fH%.1f\" marker-end=\"url(#%s)\"/><text x=\"%.1f\" y=\"%.1f\">",
                    middle + 12, above, out, middle + svg->box_width / 2 + 30, svg_kind(message->result),
                    middle + svg->box_width / 2 + 34, out + 3);
            svg_write_blocks(svg, message->text, MOST_LETTERS);
            fprintf(svg->stream, " to P%d</text></g>\n", message->to);
            out += SIDE_LINE;
        } else {
            fprintf(svg->stream, "<path d=\"M%.1f %.1fH%.1fV%.1f\" marker-end=\"url(#%s)\"/><text class=\"right\" x=\"%.1f\""
                    " y=\"%.1f\">", middle - svg->box_width / 2 - 30, in, middle - 12, below, svg_kind(message->result),
                    middle - svg->box_width / 2 - 34, in + 3);
            svg_write_blocks(svg, message->text, MOST_LETTERS);
            fprintf(svg->stream, " from P%d</text></g>\n", message->from);
            in -= SIDE_LINE;
        }
    }
}

/* True if no process of first .. last holds anything but contributions of first .. last. */
static bool is_group(const svg_t *svg, size_t row, int first, int last)
{
    bool group = first >= 0 && last > first;

    for (int rank = first; rank <= last && group; rank++) {
        const holdings_box_t *box = svg_box(svg, row, rank);
        group = '\0' == box->text[0] || (box->first == first && box->last == last);
    }
    return group;
}

/* Frames around groups, as long as there are partial results. */
static void draw_groups(const svg_t *svg, size_t row, double y)
{
    double height = svg_box_height(svg_most_labels(svg, row));

    for (int rank = svg->first_rank; rank <= svg->last_rank && !alone(svg); rank++) {
        const holdings_box_t *box = svg_box(svg, row, rank);
        if (is_group(svg, row, box->first, box->last)) {
            double x = svg_column(svg, box->first), width = (box->last - box->first) * svg->pitch + svg->box_width;
            fprintf(svg->stream, "<rect class=\"group\" data-first=\"%d\" data-last=\"%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\""
                    " height=\"%.1f\" rx=\"7\"/>\n", box->first, box->last, x - SVG_PAD, y - SVG_PAD, width + 2 * SVG_PAD,
                    height + 2 * SVG_PAD);
            rank = box->last;
        }
    }
}

static void draw_row(const svg_t *svg, size_t row, double y, bool reducing)
{
    size_t lines = svg_most_labels(svg, row);

    if (reducing) {
        draw_groups(svg, row, y);
    }
    fprintf(svg->stream, "<text class=\"aside\" x=\"%d\" y=\"%.1f\">", SVG_MARGIN, y + svg_box_height(lines) / 2 + 4);
    if (0 == row) {
        fputs("start</text>\n", svg->stream);
    } else {
        fprintf(svg->stream, "round %u</text>\n", (unsigned) svg->holdings->round[row]);
    }
    for (int rank = svg->first_rank; rank <= svg->last_rank; rank++) {
        svg_draw_box(svg, row, rank, y, lines);
    }
}

/* The last row before which partial results were sent. */
static size_t last_reduction(const holdings_t *holdings)
{
    size_t row = 0;

    for (size_t i = 0; i < holdings->messages; i++) {
        row = holdings->message[i].result ? row : holdings->message[i].row;
    }
    return row;
}

static double rows_height(const svg_t *svg)
{
    double height = svg_box_height(svg_most_labels(svg, 0));

    for (size_t row = 1; row < svg->holdings->rows; row++) {
        height += gap(svg, row) + svg_box_height(svg_most_labels(svg, row));
    }
    return height;
}

void svg_draw_rounds(svg_t *svg)
{
    size_t reductions = last_reduction(svg->holdings), behind;
    double y = SVG_TOP;

    svg->box_width = svg_widest_box(svg);
    svg->box_offset = 0;
    svg->pitch = svg->box_width + 2 * SVG_PAD + 6;
    svg->left = SVG_LEFT + (alone(svg) ? SIDE : 0);
    svg->height = SVG_TOP + rows_height(svg) + 2 * SVG_MARGIN + svg_legend_height(legend);
    svg_set_width(svg);
    svg_begin(svg);
    for (size_t row = 0; row < svg->holdings->rows; row++) {
        double above = y;
        y += row > 0 ? gap(svg, row) : 0;
        draw_row(svg, row, y, row <= reductions);
        if (alone(svg)) {
            draw_beside(svg, row, above, y);
        }
        for (size_t first = find_messages(svg->holdings, row, &behind), i = first; i < behind && !alone(svg); i++) {
            draw_arrow(svg, first, behind, i, above, y);
        }
        y += svg_box_height(svg_most_labels(svg, row));
    }
    svg_end(svg, legend);
}

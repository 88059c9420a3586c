/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "labels.h"

#include <stdlib.h>

/* All values of one block: value[first .. first+count-1]. */
typedef struct {
    size_t first, count;
    bool told;
} span_t;

static int compare(const void *left, const void *right)
{
    const labels_value_t *a = left, *b = right;

    if (a->block != b->block) {
        return a->block < b->block ? -1 : 1;
    }
    if (a->lowest != b->lowest) {
        return a->lowest < b->lowest ? -1 : 1;
    }
    return (a->set > b->set) - (a->set < b->set);
}

/* Sorts, drops repetitions and notes the spans; the number of spans. */
static size_t find_spans(labels_value_t *value, size_t values, span_t *span)
{
    size_t kept = 0, spans = 0;

    qsort(value, values, sizeof(*value), compare);
    for (size_t i = 0; i < values; i++) {
        if (kept > 0 && 0 == compare(&value[kept - 1], &value[i])) {
            continue;
        }
        if (0 == kept || value[kept - 1].block != value[i].block) {
            span[spans++] = (span_t) {kept, 0, false};
        }
        span[spans - 1].count++;
        value[kept++] = value[i];
    }
    return spans;
}

static bool same_sets(const labels_value_t *value, const span_t *a, const span_t *b)
{
    bool same = a->count == b->count;

    for (size_t i = 0; i < a->count && same; i++) {
        same = value[a->first + i].set == value[b->first + i].set;
    }
    return same;
}

/* A .. Z, AA, AB, .. */
static void write_block(FILE *stream, coll_rabred_blocks_t block)
{
    if (block >= 26) {
        write_block(stream, block / 26 - 1);
    }
    fputc('A' + (int) (block % 26), stream);
}

/* The blocks of all spans with the same sets as the i-th, which are told with it. */
static void write_blocks(FILE *stream, const labels_value_t *value, span_t *span, size_t spans, size_t i)
{
    const char *separator = "";

    for (size_t j = i; j < spans; j++) {
        if (span[j].told || !same_sets(value, &span[i], &span[j])) {
            continue;
        }
        size_t last = j;
        while (last + 1 < spans && value[span[last + 1].first].block == value[span[last].first].block + 1
               && same_sets(value, &span[i], &span[last + 1])) {
            span[++last].told = true;
        }
        fputs(separator, stream);
        write_block(stream, value[span[j].first].block);
        if (last > j) {
            fputc('-', stream);
            write_block(stream, value[span[last].first].block);
        }
        span[j].told = true;
        separator = ",";
        j = last;
    }
}

static void write_set(FILE *stream, const rank_sets_t *sets, rank_set_t set)
{
    int first, last;

    for (int from = 0; rank_sets_run(sets, set, from, &first, &last); from = last + 1) {
        fprintf(stream, first < last ? "%s%d-%d" : "%s%d", 0 == from ? "" : ",", first, last);
    }
}

/* How many values from the first on have sets that are neighbours of the same length; at least 1. */
static size_t count_neighbours(const rank_sets_t *sets, const labels_value_t *value, size_t values)
{
    int first, last, next, end;
    size_t n = 1;

    if (!rank_sets_interval(sets, value[0].set, &first, &last)) {
        return 1;
    }
    for (int length = last - first; n < values && rank_sets_interval(sets, value[n].set, &next, &end); n++, last = end) {
        if (next != last + 1 || end - next != length) {
            break;
        }
    }
    return n;
}

static void write_sets(FILE *stream, const rank_sets_t *sets, const labels_value_t *value, size_t values)
{
    for (size_t i = 0; i < values; i++) {
        size_t neighbours = count_neighbours(sets, &value[i], values - i);
        fputs(0 == i ? "" : "|", stream);
        write_set(stream, sets, value[i].set);
        if (neighbours >= 5) {
            i += neighbours - 1;
            fputs("|..|", stream);
            write_set(stream, sets, value[i].set);
        }
    }
}

char *labels_write(const rank_sets_t *sets, labels_value_t *value, size_t values)
{
    span_t *span = malloc((values + 1) * sizeof(*span));
    char *text = NULL;
    size_t length;
    FILE *stream = NULL == span ? NULL : open_memstream(&text, &length);

    if (NULL == stream) {
        free(span);
        return NULL;
    }
    size_t spans = find_spans(value, values, span);
    for (size_t i = 0; i < spans; i++) {
        if (!span[i].told) {
            fputs(0 == i ? "" : " ", stream);
            write_blocks(stream, value, span, spans, i);
            fputc('_', stream);
            write_sets(stream, sets, &value[span[i].first], span[i].count);
        }
    }
    bool failed = ferror(stream);
    failed = 0 != fclose(stream) || failed;
    if (failed) {
        free(text);
        text = NULL;
    }
    free(span);
    return text;
}

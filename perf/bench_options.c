/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "bench_options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_text.h"

const char bench_usage[] =
    "usage: mpirun ... bench [OPTION VALUE] ...   (a LIST is separated by commas)\n"
    "  --collectives LIST   allreduce, reduce, reduce_scatter, reduce_scatter_block; iallreduce and so on, each waited\n"
    "                       for at once; reduce+bcast, reduce_scatter_block+allgather, which do what an allreduce does;\n"
    "                       blocking, nonblocking, composed; all: but for composed (default blocking)\n"
    "  --operators LIST     sum_double, sum_int, matrix2x2, maxloc_double_int, or all (default sum_double)\n"
    "  --bytes LIST         of each rank's input, as 8,1k,4m (default 8,32,128,512,2k,8k,32k,128k,512k,2m,4m)\n"
    "  --algorithms LIST    who serves: default (MPI without rabred), a component as rabred, tuned, basic, han, or one\n"
    "                       of its algorithms as rabred:ring, tuned:recursive_doubling, tuned:3,\n"
    "                       rabred:elimination_overlapping(threshold=4k), tuned:pipeline(segmentsize=8k);\n"
    "                       the same twice shows the noise (default: rabred,default; not Open MPI: default)\n"
    "  --buffers KIND       hot: one input and one output buffer; rotated: as many as fill the cache (default hot)\n"
    "  --seconds S          about how long to measure (default 60)\n"
    "  --samples N          at most N samples of each entry at each length (default 2000)\n"
    "  --drop FACTOR        do not time an entry that needs more than FACTOR times the fastest one's time in the calls that are\n"
    "                       checked before, or is wrong, unless it is rabred or default; its times stay empty (default: time all)\n"
    "  --label TEXT         written to the CSV\n"
    "  --raw FILE           for two ranks: every sample with the cache-line round trips beside it, as CSV\n"
    "  --verify-only        check results and who serves, take no times\n"
    "  --help               this text\n";

/* Appends what is wrong with a value and what would be right. Always false. */
static bool refuse(char message[BENCH_MESSAGE_BYTES], const char *option, const char *value, const char *allowed)
{
    snprintf(message, BENCH_MESSAGE_BYTES, "%s: \"%s\" is not allowed; allowed: %s", option, value, allowed);
    return false;
}

static void join(char *list, size_t list_bytes, const char *name)
{
    size_t used = strlen(list);
    snprintf(list + used, list_bytes - used, "%s%s", used > 0 ? ", " : "", name);
}

static bool add_collective(struct bench_options *options, const char *item, char *allowed, size_t allowed_bytes)
{
    bool found = false;
    for (const struct bench_collective *collective = bench_collectives; collective->name != NULL; collective++) {
        join(allowed, allowed_bytes, collective->name);
        bool composed = strcmp(collective->group, "composed") == 0;
        if (strcmp(item, collective->name) == 0 || strcmp(item, collective->group) == 0 || (strcmp(item, "all") == 0 && !composed)) {
            options->collectives[options->collective_count++ % BENCH_MOST_ITEMS] = collective;
            found = true;
        }
    }
    join(allowed, allowed_bytes, "blocking, nonblocking, composed, all");
    return found && options->collective_count <= BENCH_MOST_ITEMS;
}

static bool add_operator(struct bench_options *options, const char *item, char *allowed, size_t allowed_bytes)
{
    bool found = false;
    for (const struct bench_operator *operator = bench_operators; operator->name != NULL; operator++) {
        join(allowed, allowed_bytes, operator->name);
        if (strcmp(item, operator->name) == 0 || strcmp(item, "all") == 0) {
            options->operators[options->operator_count++ % BENCH_MOST_ITEMS] = operator;
            found = true;
        }
    }
    return found && options->operator_count <= BENCH_MOST_ITEMS;
}

static bool add_bytes(struct bench_options *options, const char *item, char *allowed, size_t allowed_bytes)
{
    snprintf(allowed, allowed_bytes, "up to %d numbers from 1 to 1g, such as 8, 4k, 1m", BENCH_MOST_ITEMS);
    return options->byte_count < BENCH_MOST_ITEMS && bench_parse_bytes(item, &options->bytes[options->byte_count++]);
}

static bool add_entry(struct bench_options *options, const char *item, char *allowed, size_t allowed_bytes)
{
    snprintf(allowed, allowed_bytes, "up to %d of default, COMPONENT, COMPONENT:ALGORITHM, COMPONENT:ALGORITHM(NAME=VALUE,...)",
             BENCH_MOST_ENTRIES);
    return options->entry_count < BENCH_MOST_ENTRIES && bench_entry_parse(item, &options->entries[options->entry_count++]);
}

typedef bool add_item(struct bench_options *options, const char *item, char *allowed, size_t allowed_bytes);

/* A list without items has one, an empty one, which no option allows. */
static bool parse_list(struct bench_options *options, const char *option, const char *value, add_item *add, char message[BENCH_MESSAGE_BYTES])
{
    char item[BENCH_ITEM_BYTES];
    const char *rest = value;
    do {
        char allowed[BENCH_ITEM_BYTES] = "";
        rest = bench_next_item(rest, item, sizeof item);
        if (!add(options, item, allowed, sizeof allowed)) {
            return refuse(message, option, item, allowed);
        }
    } while (*rest != '\0');
    return true;
}

static bool parse_number(const char *option, const char *value, double most, double *number, char message[BENCH_MESSAGE_BYTES])
{
    char *end, allowed[64];
    *number = strtod(value, &end);
    if (*value != '\0' && *end == '\0' && *number > 0 && *number <= most) {
        return true;
    }
    snprintf(allowed, sizeof allowed, "a number above 0 and up to %.0f", most);
    return refuse(message, option, value, allowed);
}

static bool parse_samples(struct bench_options *options, const char *value, char message[BENCH_MESSAGE_BYTES])
{
    double number;
    if (!parse_number("--samples", value, BENCH_MOST_SAMPLES, &number, message)) {
        return false;
    }
    options->samples = (size_t)ceil(number);
    return true;
}

static bool parse_option(struct bench_options *options, const char *option, const char *value, char message[BENCH_MESSAGE_BYTES])
{
    static const struct { const char *name; add_item *add; } lists[] = {
        { "--collectives", add_collective },
        { "--operators", add_operator },
        { "--bytes", add_bytes },
        { "--algorithms", add_entry },
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (strcmp(option, lists[i].name) == 0) {
            return parse_list(options, option, value, lists[i].add, message);
        }
    }
    if (strcmp(option, "--seconds") == 0) {
        return parse_number(option, value, 86400, &options->seconds, message);
    }
    if (strcmp(option, "--drop") == 0) {
        return parse_number(option, value, 1000, &options->drop, message);
    }
    if (strcmp(option, "--samples") == 0) {
        return parse_samples(options, value, message);
    }
    if (strcmp(option, "--buffers") == 0) {
        options->rotated = strcmp(value, "rotated") == 0;
        return options->rotated || strcmp(value, "hot") == 0 || refuse(message, option, value, "hot, rotated");
    }
    if (strcmp(option, "--label") == 0) {
        options->label = value;
        return strcspn(value, ",\"\n") == strlen(value) || refuse(message, option, value, "a text without commas, quotes and line ends");
    }
    if (strcmp(option, "--raw") == 0) {
        options->raw = value;
        return *value != '\0' || refuse(message, option, value, "the name of a file");
    }
    snprintf(message, BENCH_MESSAGE_BYTES, "%s: no such option; see --help", option);
    return false;
}

/* What was not given. */
static void add_defaults(struct bench_options *options)
{
    const struct { size_t given; const char *option, *value; } defaults[] = {
        { options->collective_count, "--collectives", "blocking" },
        { options->operator_count, "--operators", "sum_double" },
        { options->byte_count, "--bytes", "8,32,128,512,2k,8k,32k,128k,512k,2m,4m" },
        { options->entry_count, "--algorithms", bench_library_entries },
    };
    char message[BENCH_MESSAGE_BYTES];
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) {
        if (defaults[i].given == 0) {
            parse_option(options, defaults[i].option, defaults[i].value, message);
        }
    }
    bench_entries_distinguish(options->entries, options->entry_count);
}

bool bench_options_parse(int argc, char **argv, struct bench_options *options, char message[BENCH_MESSAGE_BYTES])
{
    *options = (struct bench_options){ .seconds = 60, .samples = 2000, .label = "" };
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            options->help = true;
        } else if (strcmp(argv[i], "--verify-only") == 0) {
            options->verify_only = true;
        } else if (strncmp(argv[i], "--", 2) == 0 && i + 1 == argc) {
            snprintf(message, BENCH_MESSAGE_BYTES, "%s: no such option, or its value is missing; see --help", argv[i]);
            return false;
        } else if (!parse_option(options, argv[i], i + 1 < argc ? argv[i + 1] : "", message)) {
            return false;
        } else {
            i++;
        }
    }
    add_defaults(options);
    return true;
}

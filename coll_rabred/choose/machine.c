/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "machine.h"

#include "number.h"

#include <stdint.h>
#include <string.h>

#define SPACE " \t\r\n"

const char *const coll_rabred_class_names[COLL_RABRED_CLASSES] = {"node", "network"};

/* The node: two processes in shared memory by CMA (perf/results/2026-11-21-two-processes, 2026-11-22-slices/halves.csv,
   2026-11-22-eager, 2026-11-22-landing, 2026-11-22-halves, 2026-11-25-two-packets and 2026-11-26-halves-of-packets), between
   what suits two machines: the reduction is what of it a transfer does not hide, and messages that travel in packets are eager
   ones. The network: 2 us and 100 Gbit/s, 25 KB to a latency as in perf/results/baseline; and what btl/tcp's eager limit of
   64 KiB leaves beside a header (2026-11-26-network-eager). */
const coll_rabred_machine_t coll_rabred_machine_defaults[COLL_RABRED_CLASSES] = {
    [COLL_RABRED_NODE] = {.latency = 300000, .gap = 250000, .exchange = 170000, .transfer = 110000, .reduction = 59000,
                          .copy = 25000, .eager = COLL_RABRED_NODE_CUT_LIMIT, .eager_copy = 120000, .handshake = 760000,
                          .exchange_handshake = 730000},
    [COLL_RABRED_NETWORK] = {.latency = 2000000, .gap = 200000, .exchange = 80000, .transfer = 80000, .reduction = 50000,
                             .copy = 25000, .eager = 65472, .handshake = 4000000}
};

#define PLACE(member) offsetof(coll_rabred_machine_t, member)

const coll_rabred_machine_parameter_t coll_rabred_machine_parameters[] = {
    {"latency", "picoseconds", "until the first byte of a message arrives, software at both ends included", PLACE(latency)},
    {"gap", "picoseconds per message", "for each further message that a process sends, or receives, at once, beside its bytes", PLACE(gap)},
    {"exchange_gap", "picoseconds per message", "that the gap takes in addition while messages go the other way", PLACE(exchange_gap)},
    {"exchange", "femtoseconds per byte, both directions at once", "of a message while one goes the other way", PLACE(exchange)},
    {"transfer", "femtoseconds per byte, one direction", "of a message where none goes the other way", PLACE(transfer)},
    {"reduction", "femtoseconds per byte reduced", "beyond the transfer that hides a part of it", PLACE(reduction)},
    {"copy", "femtoseconds per byte copied", "from buffer to buffer of a process", PLACE(copy)},
    {"eager", "bytes", "of the longest message that travels at once; longer ones cost the handshake", PLACE(eager)},
    {"eager_copy", "femtoseconds per byte of a message that travels at once", "in addition, to copy it in and out", PLACE(eager_copy)},
    {"handshake", "picoseconds", "that a message longer than eager takes in addition", PLACE(handshake)},
    {"exchange_handshake", "picoseconds", "that the handshake takes in addition while a message goes the other way", PLACE(exchange_handshake)},
    {NULL, NULL, NULL, 0}
};

unsigned long long *coll_rabred_machine_value(coll_rabred_machine_t *machine, const coll_rabred_machine_parameter_t *parameter)
{
    return (unsigned long long *) ((char *) machine + parameter->offset);
}

void coll_rabred_machine_cut(coll_rabred_machine_t *machine, unsigned long long most)
{
    machine->eager = most > machine->eager ? most : machine->eager;
}

static bool is_name(const char *known, const char *name, size_t length)
{
    return strlen(known) == length && 0 == strncmp(known, name, length);
}

/* The value that a parameter's name stands for; NULL: another parameter. */
static unsigned long long *find(coll_rabred_machine_t *machine, const coll_rabred_other_parameter_t *others, const char *name, size_t length)
{
    char known[64];

    for (const coll_rabred_other_parameter_t *p = others; NULL != p && NULL != p->name; p++) {
        snprintf(known, sizeof(known), "coll_rabred_%s", p->name);
        if (is_name(known, name, length)) {
            return p->value;
        }
    }
    for (int class = 0; class < COLL_RABRED_CLASSES; class++) {
        for (const coll_rabred_machine_parameter_t *p = coll_rabred_machine_parameters; NULL != p->name; p++) {
            snprintf(known, sizeof(known), "coll_rabred_%s_%s", coll_rabred_class_names[class], p->name);
            if (is_name(known, name, length)) {
                return coll_rabred_machine_value(&machine[class], p);
            }
        }
    }
    return NULL;
}

/* Reads one line, which it may change. */
static bool read_line(coll_rabred_machine_t *machine, const coll_rabred_other_parameter_t *others, char *line, char *error, size_t error_size)
{
    line[strcspn(line, "#\r\n")] = '\0';
    const char *name = line + strspn(line, SPACE), *equal = strchr(name, '=');
    if (NULL == equal) {
        snprintf(error, error_size, "\"%.40s\" is not used: name = value is needed, or a comment behind #", name);
        return '\0' == *name;
    }
    unsigned long long *value = find(machine, others, name, strcspn(name, " \t="));
    if (NULL == value) {
        return true;
    }
    const char *text = equal + 1 + strspn(equal + 1, SPACE);
    if (!coll_rabred_read_parameter(text, 0, UINT64_MAX, value)) {
        snprintf(error, error_size, "%.*s = \"%.40s\" is not used: a whole number from 0 to %llu is allowed, also with k, m or g behind it",
                 (int) strcspn(name, " \t="), name, text, (unsigned long long) UINT64_MAX);
        return false;
    }
    return true;
}

bool coll_rabred_machine_read(coll_rabred_machine_t *machine, const coll_rabred_other_parameter_t *others, FILE *file, char *error,
                              size_t error_size)
{
    char line[1024];
    bool continued = false, right = true;   /* of a line longer than any that matters only the start counts */

    while (right && NULL != fgets(line, sizeof(line), file)) {
        bool whole = NULL != strchr(line, '\n');
        right = continued || read_line(machine, others, line, error, error_size);
        continued = !whole;
    }
    return right;
}

void coll_rabred_machine_write(const coll_rabred_machine_t *machine, coll_rabred_class_t class, FILE *file)
{
    coll_rabred_machine_t copy = *machine;

    for (const coll_rabred_machine_parameter_t *p = coll_rabred_machine_parameters; NULL != p->name; p++) {
        fprintf(file, "# %s: %s\ncoll_rabred_%s_%s = %llu\n", p->unit, p->help, coll_rabred_class_names[class], p->name,
                *coll_rabred_machine_value(&copy, p));
    }
}

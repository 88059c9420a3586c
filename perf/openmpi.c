/*
 * Open MPI: a component is chosen for a communicator by the info key ompi_comm_coll_preference, an algorithm of rabred or of tuned
 * by their parameters, which each new communicator reads.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#define _GNU_SOURCE
#include "bench_library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_text.h"
#include "openmpi_counter.h"
#include "openmpi_variable.h"

enum { VARIABLE_BYTES = 128, CHOICES_BYTES = 384, HELP_BYTES = 4096 };

const char bench_library_entries[] = "rabred,default";

struct bench_library {
    bool rabred; /* Open MPI has loaded it */
    struct openmpi_counters counters;
};

/* tuned's algorithms can be chosen only if this is set from the start. As long as none is chosen, it decides as without. */
void bench_library_prepare(const struct bench_entry *entries, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (bench_entry_is(&entries[i], "tuned") && entries[i].algorithm[0] != '\0') {
            setenv("OMPI_MCA_coll_tuned_use_dynamic_rules", "1", 1);
        }
    }
}

struct bench_library *bench_library_open(void)
{
    struct bench_library *library = calloc(1, sizeof *library);
    int provided;
    if (library == NULL || MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS) {
        fprintf(stderr, "bench: MPI_T does not start\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    library->rabred = openmpi_variable_exists("coll_rabred_priority");
    openmpi_counters_open(&library->counters);
    return library;
}

void bench_library_close(struct bench_library *library)
{
    openmpi_counters_close(&library->counters);
    MPI_T_finalize();
    free(library);
}

static bool is_han_above_rabred(const struct bench_entry *entry)
{
    return bench_entry_is(entry, "han") && bench_entry_is_above_rabred(entry);
}

/* NULL, or why Open MPI cannot serve a communicator by this entry, whatever the collective. */
static const char *refusal(const struct bench_library *library, const struct bench_entry *entry)
{
    char priority[VARIABLE_BYTES];
    snprintf(priority, sizeof priority, "coll_%s_priority", entry->component);
    if (bench_entry_is(entry, "default")) {
        return NULL;
    }
    if (bench_entry_is(entry, "rabred") && !library->rabred) {
        return "Open MPI did not load rabred (there is no variable coll_rabred_priority); see mca_base_component_path";
    }
    if (!openmpi_variable_exists(priority)) {
        return "Open MPI has no such component; see ompi_info --param coll all --level 9";
    }
    if (entry->algorithm[0] != '\0' && !bench_entry_is(entry, "rabred") && !bench_entry_is(entry, "tuned") && !is_han_above_rabred(entry)) {
        return "only algorithms of rabred and tuned can be chosen, and han:rabred";
    }
    return NULL;
}

/* Cuts the next NAME=VALUE of the arguments into its parts. False if it is no such thing. Moves *arguments on. */
static bool next_argument(const char **arguments, char item[BENCH_ITEM_BYTES], const char **value)
{
    *arguments = bench_next_item(*arguments, item, BENCH_ITEM_BYTES);
    char *equals = strchr(item, '=');
    if (equals == NULL) {
        return false;
    }
    *equals = '\0';
    *value = equals + 1;
    return true;
}

/* Does rabred's help say "; NAME of ..., ALGORITHM, ... ("? A wrong rule would be replaced by its built-in ones. */
static bool is_rabred_argument(const char *help, const char *name, const char *algorithm)
{
    char text[BENCH_ITEM_BYTES];
    size_t length = strlen(algorithm);
    snprintf(text, sizeof text, "; %.60s of ", name);
    const char *list = strstr(help, text);
    const char *end = list != NULL ? strstr(list, " (") : NULL;
    for (const char *word = list; word != NULL && word < end; word = strstr(word + 1, algorithm)) {
        if (word > list && word[-1] == ' ' && strncmp(word, algorithm, length) == 0 && (word[length] == ',' || word[length] == ' ')) {
            return true;
        }
    }
    return false;
}

/* rabred takes an algorithm with arguments as a rule for all sizes. False with the reason if one is wrong. */
static bool force_rabred(struct openmpi_variables *variables, const struct bench_entry *entry, const char *collective, int number,
                         char reason[BENCH_REASON_BYTES])
{
    char algorithm[VARIABLE_BYTES], rules[VARIABLE_BYTES], rule[BENCH_ITEM_BYTES], item[BENCH_ITEM_BYTES], help[HELP_BYTES];
    const char *value, *rest = entry->arguments;
    snprintf(algorithm, sizeof algorithm, "coll_rabred_%s_algorithm", collective);
    snprintf(rules, sizeof rules, "coll_rabred_%s_rules", collective);
    openmpi_variable_help(rules, help, sizeof help);
    while (*rest != '\0') {
        if (!next_argument(&rest, item, &value) || !is_rabred_argument(help, item, entry->algorithm)) {
            snprintf(reason, BENCH_REASON_BYTES, "%s: %.60s is no argument of it for %s; see ompi_info --param coll rabred --level 9",
                     entry->name, item, collective);
            return false;
        }
    }
    openmpi_variable_set_number(variables, algorithm, entry->arguments[0] != '\0' ? 0 : number);
    if (entry->arguments[0] != '\0') {
        snprintf(rule, sizeof rule, "0-:%s(%s)", entry->algorithm, entry->arguments);
        openmpi_variable_set_text(variables, rules, rule);
    }
    return true;
}

/* tuned's arguments are variables of their own: coll_tuned_reduce_algorithm_segmentsize. False with the reason if one is wrong. */
static bool force_tuned(struct openmpi_variables *variables, const struct bench_entry *entry, const char *collective, int number,
                        char reason[BENCH_REASON_BYTES])
{
    char name[VARIABLE_BYTES], item[BENCH_ITEM_BYTES];
    const char *value, *rest = entry->arguments;
    size_t bytes;
    snprintf(name, sizeof name, "coll_tuned_%s_algorithm", collective);
    openmpi_variable_set_number(variables, name, number);
    while (*rest != '\0') {
        bool good = next_argument(&rest, item, &value) && bench_parse_bytes(value, &bytes);
        snprintf(name, sizeof name, "coll_tuned_%s_algorithm_%.60s", collective, item);
        if (!good || !openmpi_variable_exists(name)) {
            snprintf(reason, BENCH_REASON_BYTES, "%s: %.60s is no argument with a number; there is: segmentsize=4k, and tree_fanout, "
                     "chain_fanout or max_requests where tuned has them", entry->name, item);
            return false;
        }
        openmpi_variable_set_number(variables, name, (int)bytes);
    }
    return true;
}

/* Sets the variables for one collective. True if its algorithm is forced; a reason is written if it is not. */
static bool force(struct openmpi_variables *variables, const struct bench_entry *entry, const char *collective,
                  char reason[BENCH_REASON_BYTES])
{
    char name[VARIABLE_BYTES], choices[CHOICES_BYTES];
    int number;
    snprintf(name, sizeof name, "coll_%s_%s_algorithm", entry->component, collective);
    if (!openmpi_variable_choice(name, entry->algorithm, &number, choices, sizeof choices)) {
        snprintf(reason, BENCH_REASON_BYTES, "%s: no algorithm of %s; allowed: %s", entry->name, collective, choices);
        return false;
    }
    return (bench_entry_is(entry, "tuned") ? force_tuned : force_rabred)(variables, entry, collective, number, reason);
}

/* HAN's communicators in and between the nodes come into being with its first calls. */
static void make_communicators_below(MPI_Comm comm)
{
    int one = 1, sum;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, 0, comm);
}

static void make_communicator(struct openmpi_variables *variables, const struct bench_library *library, const struct bench_entry *entry,
                              MPI_Comm *comm)
{
    MPI_Info info;
    MPI_Info_create(&info);
    if (!bench_entry_is(entry, "default")) {
        MPI_Info_set(info, "ompi_comm_coll_preference", entry->component);
    }
    if (library->rabred && !bench_entry_is(entry, "rabred") && !is_han_above_rabred(entry)) {
        openmpi_variable_set_number(variables, "coll_rabred_priority", -1);
    }
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, comm);
    MPI_Info_free(&info);
    if (bench_entry_is(entry, "han")) {
        make_communicators_below(*comm);
    }
}

bool bench_library_communicator(struct bench_library *library, const struct bench_entry *entry,
                                const struct bench_collective *const *collectives, size_t count, bool *applies, MPI_Comm *comm,
                                char reason[BENCH_REASON_BYTES])
{
    struct openmpi_variables variables = { .count = 0 };
    const char *why = refusal(library, entry);
    bool any = false;
    if (why != NULL) {
        snprintf(reason, BENCH_REASON_BYTES, "%s: %s", entry->name, why);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const char *collective = bench_entry_is(entry, "rabred") ? collectives[i]->blocking : collectives[i]->name;
        applies[i] = entry->algorithm[0] == '\0' || is_han_above_rabred(entry) || force(&variables, entry, collective, reason);
        any = any || applies[i];
    }
    if (any) {
        make_communicator(&variables, library, entry, comm);
    }
    openmpi_variables_restore(&variables);
    return any;
}

void bench_library_mark(struct bench_library *library)
{
    openmpi_counters_mark(&library->counters);
}

size_t bench_library_served(struct bench_library *library, const struct bench_collective *collective, char *algorithms,
                            size_t algorithms_bytes)
{
    return openmpi_counters_since(&library->counters, collective != NULL ? collective->blocking : NULL, algorithms, algorithms_bytes);
}

void bench_library_leave(int status)
{
    (void)status;
    MPI_Finalize();
}

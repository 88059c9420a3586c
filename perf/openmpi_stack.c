/*
 * Who called an operator's function, from the names on the stack: the component is the first one inside the MPI call, the
 * algorithm the first function of Open MPI's coll/base inside that. coll/basic puts functions of coll/base into its slots as they
 * are, so a stack without a component is its.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "bench_library.h"

#include <execinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FRAMES = 64 };

/* Copies the word of `letters` that follows `before` in text. False if there is none. */
static bool word_after(const char *text, const char *before, const char *letters, char *word, size_t word_bytes)
{
    const char *start = strstr(text, before);
    if (start == NULL) {
        return false;
    }
    start += strlen(before);
    snprintf(word, word_bytes, "%.*s", (int)strspn(start, letters), start);
    return word[0] != '\0';
}

/* The component whose file or function the frame names: "…/mca_coll_tuned.so(ompi_coll_tuned_…" */
static bool component_of(const char *frame, char *component, size_t component_bytes)
{
    const char *const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
    const char *const marks[] = { "/mca_coll_", "(mca_coll_", "(ompi_coll_" };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (word_after(frame, marks[i], letters, component, component_bytes) && strcmp(component, "base") != 0) {
            return true;
        }
    }
    return false;
}

/* "recursivedoubling" of ompi_coll_base_allreduce_intra_recursivedoubling; without "intra", all behind ompi_coll_base_. */
static bool algorithm_of(const char *frame, char *algorithm, size_t algorithm_bytes)
{
    const char *const letters = "abcdefghijklmnopqrstuvwxyz_0123456789";
    if (!word_after(frame, "(ompi_coll_base_", letters, algorithm, algorithm_bytes)) {
        return false;
    }
    const char *intra = strstr(algorithm, "_intra_");
    if (intra != NULL) {
        intra += strlen("_intra_");
        memmove(algorithm, intra, strlen(intra) + 1);
    }
    return true;
}

void bench_library_look(struct bench_server *server)
{
    void *addresses[MOST_FRAMES];
    int frames = backtrace(addresses, MOST_FRAMES);
    char **names = backtrace_symbols(addresses, frames);
    bool component = false, algorithm = false;
    for (int i = frames; names != NULL && i-- > 0;) {
        component = component || component_of(names[i], server->component, sizeof server->component);
        algorithm = algorithm || algorithm_of(names[i], server->algorithm, sizeof server->algorithm);
    }
    free(names);
    if (!component) {
        snprintf(server->component, sizeof server->component, "basic");
    }
    if (!algorithm) {
        snprintf(server->algorithm, sizeof server->algorithm, "-");
    }
}

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "names.h"

#include "output.h"

#include <string.h>

static void add(names_t *names, const char *name)
{
    size_t used = strlen(names->text);

    snprintf(names->text + used, sizeof(names->text) - used, "%s%s", 0 == used ? "" : ", ", name);
}

names_t names_of_collectives(void)
{
    names_t names = {""};

    for (int collective = 0; collective < COLL_RABRED_COLLECTIVES; collective++) {
        add(&names, coll_rabred_collective_names[collective]);
    }
    return names;
}

names_t names_of_outputs(void)
{
    names_t names = {""};

    for (const output_t *output = outputs; NULL != output->name; output++) {
        add(&names, output->name);
    }
    return names;
}

static bool is_meant(const coll_rabred_algorithm_t *algorithm, coll_rabred_collective_t collective, int argument)
{
    if (NAMES_NODES == argument) {
        return algorithm->needs & COLL_RABRED_NODES;
    }
    return NAMES_ALL == argument || coll_rabred_takes(algorithm, collective, argument);
}

names_t names_of_algorithms(coll_rabred_collective_t collective, int argument)
{
    names_t names = {""};

    for (const coll_rabred_algorithm_t *algorithm = coll_rabred_algorithms; NULL != algorithm->name; algorithm++) {
        if (coll_rabred_serves(algorithm, collective) && is_meant(algorithm, collective, argument)) {
            add(&names, algorithm->name);
        }
    }
    if ('\0' == names.text[0]) {
        add(&names, "no algorithm");
    }
    return names;
}

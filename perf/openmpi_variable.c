/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "openmpi_variable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 8192, WORD_BYTES = 128 };

static void fail(const char *name, const char *reason)
{
    fprintf(stderr, "bench: %s: %s\n", name, reason);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

bool openmpi_variable_exists(const char *name)
{
    int index;
    return MPI_T_cvar_get_index(name, &index) == MPI_SUCCESS;
}

/* The next of the written variables, with a handle. */
static struct openmpi_variable *open_variable(struct openmpi_variables *variables, const char *name)
{
    struct openmpi_variable *variable = &variables->written[variables->count];
    int index, count;
    if (variables->count == OPENMPI_MOST_VARIABLES) {
        fail(name, "too many variables are written at once");
    }
    if (MPI_T_cvar_get_index(name, &index) != MPI_SUCCESS || MPI_T_cvar_handle_alloc(index, NULL, &variable->handle, &count) != MPI_SUCCESS) {
        fail(name, "there is no such variable in this Open MPI");
    }
    variables->count++;
    return variable;
}

void openmpi_variable_set_number(struct openmpi_variables *variables, const char *name, int number)
{
    struct openmpi_variable *variable = open_variable(variables, name);
    variable->text = NULL;
    if (MPI_T_cvar_read(variable->handle, &variable->number) != MPI_SUCCESS || MPI_T_cvar_write(variable->handle, &number) != MPI_SUCCESS) {
        fail(name, "the variable cannot be written");
    }
}

void openmpi_variable_set_text(struct openmpi_variables *variables, const char *name, const char *text)
{
    struct openmpi_variable *variable = open_variable(variables, name);
    variable->text = calloc(TEXT_BYTES, 1);
    if (variable->text == NULL || MPI_T_cvar_read(variable->handle, variable->text) != MPI_SUCCESS ||
        MPI_T_cvar_write(variable->handle, text) != MPI_SUCCESS) {
        fail(name, "the variable cannot be written");
    }
}

void openmpi_variables_restore(struct openmpi_variables *variables)
{
    while (variables->count > 0) {
        struct openmpi_variable *variable = &variables->written[--variables->count];
        MPI_T_cvar_write(variable->handle, variable->text != NULL ? (const void *)variable->text : &variable->number);
        MPI_T_cvar_handle_free(&variable->handle);
        free(variable->text);
    }
}

/* MPI_T_ENUM_NULL and no help if there is no such variable. */
static MPI_T_enum describe(const char *name, char *help, int help_bytes)
{
    int index, verbosity, binding, scope, name_bytes = 0;
    MPI_Datatype type;
    MPI_T_enum enumeration = MPI_T_ENUM_NULL;
    help[0] = '\0';
    if (MPI_T_cvar_get_index(name, &index) == MPI_SUCCESS) {
        MPI_T_cvar_get_info(index, NULL, &name_bytes, &verbosity, &type, &enumeration, help, &help_bytes, &binding, &scope);
    }
    return enumeration;
}

void openmpi_variable_help(const char *name, char *help, size_t help_bytes)
{
    describe(name, help, (int)help_bytes);
}

bool openmpi_variable_choice(const char *name, const char *word, int *number, char *choices, size_t choices_bytes)
{
    char help[WORD_BYTES];
    MPI_T_enum enumeration = describe(name, help, sizeof help);
    int items = 0, name_bytes = 0;
    size_t used = 0;
    snprintf(choices, choices_bytes, "none");
    if (enumeration != MPI_T_ENUM_NULL) {
        MPI_T_enum_get_info(enumeration, &items, NULL, &name_bytes);
    }
    for (int i = 0; i < items; i++) {
        char item[WORD_BYTES], digits[16];
        int item_bytes = sizeof item;
        MPI_T_enum_get_item(enumeration, i, number, item, &item_bytes);
        snprintf(digits, sizeof digits, "%d", *number);
        if (strcmp(word, item) == 0 || strcmp(word, digits) == 0) {
            return true;
        }
        used += used < choices_bytes ? (size_t)snprintf(choices + used, choices_bytes - used, "%s%s", i > 0 ? ", " : "", item) : 0;
    }
    return false;
}

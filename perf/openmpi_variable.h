/*
 * Control variables of MPI_T, written for a while and set back.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef OPENMPI_VARIABLE_H
#define OPENMPI_VARIABLE_H

#include <stdbool.h>
#include <stddef.h>

#include <mpi.h>

/* One that was written. */
struct openmpi_variable {
    MPI_T_cvar_handle handle;
    int number;  /* before */
    char *text;  /* before; NULL if the variable is a number */
};

enum { OPENMPI_MOST_VARIABLES = 64 };

/* To be zeroed at first. */
struct openmpi_variables {
    struct openmpi_variable written[OPENMPI_MOST_VARIABLES];
    size_t count;
};

bool openmpi_variable_exists(const char *name);

/* They end the program if there is no such variable or it cannot be written. */
void openmpi_variable_set_number(struct openmpi_variables *variables, const char *name, int number);
void openmpi_variable_set_text(struct openmpi_variables *variables, const char *name, const char *text);

/* Gives all of them the values they had. */
void openmpi_variables_restore(struct openmpi_variables *variables);

/*
 * The number that stands for a word, or for itself, in an enumerated variable. False if it is none of them, or there is no
 * such variable; choices is then the list of all words.
 */
bool openmpi_variable_choice(const char *name, const char *word, int *number, char *choices, size_t choices_bytes);

/* The variable's help text, empty if there is no such variable. */
void openmpi_variable_help(const char *name, char *help, size_t help_bytes);

#endif

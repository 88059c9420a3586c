/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "variables_tool.h"

#include <stdio.h>
#include <string.h>

int rank, passed, failed;
static MPI_T_pvar_session session;

void check(const char *what, bool right)
{
    passed += right;
    failed += !right;
    if (!right) {
        printf("FAILED on rank %d: %s\n", rank, what);
    }
}

/* Performance variables. */

watched_t watch(const char *name, int class, MPI_Datatype type)
{
    int index, count, verbosity, class_found, binding, read_only, continuous, atomic, name_size = 0, help_size = 0;
    MPI_Datatype type_found;
    MPI_T_enum enumeration;
    watched_t watched = {.real = MPI_DOUBLE == type};

    if (MPI_SUCCESS != MPI_T_pvar_get_index(name, class, &index)
        || MPI_SUCCESS != MPI_T_pvar_get_info(index, NULL, &name_size, &verbosity, &class_found, &type_found, &enumeration, NULL,
                                              &help_size, &binding, &read_only, &continuous, &atomic)
        || MPI_SUCCESS != MPI_T_pvar_handle_alloc(session, index, NULL, &watched.handle, &count) || count != 1) {
        printf("FAILED: there is no %s\n", name);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    check("type", type == type_found);
    check("help", help_size > 10);
    check("read only and continuous", read_only && continuous && MPI_T_BIND_NO_OBJECT == binding);
    return watched;
}

double value_of(watched_t watched)
{
    unsigned long long number = 0;
    double seconds = 0;

    MPI_T_pvar_read(session, watched.handle, watched.real ? (void *) &seconds : &number);
    return watched.real ? seconds : (double) number;
}

/* Control variables. */

static MPI_T_cvar_handle open_control(const char *name)
{
    int index, count;
    MPI_T_cvar_handle handle;

    if (MPI_SUCCESS != MPI_T_cvar_get_index(name, &index) || MPI_SUCCESS != MPI_T_cvar_handle_alloc(index, NULL, &handle, &count)) {
        printf("FAILED: there is no %s\n", name);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return handle;
}

void check_scope(const char *name)
{
    int index, name_size = 0, help_size = 0, verbosity, binding, scope = -1;
    MPI_Datatype type;
    MPI_T_enum enumeration;

    if (MPI_SUCCESS == MPI_T_cvar_get_index(name, &index)) {
        MPI_T_cvar_get_info(index, NULL, &name_size, &verbosity, &type, &enumeration, NULL, &help_size, &binding, &scope);
    }
    check(name, MPI_T_SCOPE_ALL == scope || MPI_T_SCOPE_ALL_EQ == scope);
}

/* The number of an algorithm in the enumeration of a control variable. */
static int number_of(const char *variable, const char *algorithm)
{
    int index, name_size = 0, help_size = 0, verbosity, binding, scope, items = 0, number = -1;
    MPI_Datatype type;
    MPI_T_enum enumeration;

    MPI_T_cvar_get_index(variable, &index);
    MPI_T_cvar_get_info(index, NULL, &name_size, &verbosity, &type, &enumeration, NULL, &help_size, &binding, &scope);
    MPI_T_enum_get_info(enumeration, &items, NULL, &name_size);
    for (int i = 0; i < items; i++) {
        char item[64];
        int size = sizeof(item);
        MPI_T_enum_get_item(enumeration, i, &number, item, &size);
        if (0 == strcmp(item, algorithm)) {
            return number;
        }
    }
    check(algorithm, false);
    return 0;
}

MPI_Comm forced_for(const char *collective, const char *algorithm)
{
    char variable[128];
    snprintf(variable, sizeof(variable), "coll_rabred_%s_algorithm", collective);
    MPI_T_cvar_handle handle = open_control(variable);
    int number = number_of(variable, algorithm), before;
    MPI_Comm comm;

    MPI_T_cvar_read(handle, &before);
    check("written", MPI_SUCCESS == MPI_T_cvar_write(handle, &number));
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_T_cvar_write(handle, &before);
    MPI_T_cvar_handle_free(&handle);
    return comm;
}

MPI_Comm forced(const char *algorithm)
{
    return forced_for("allreduce", algorithm);
}

MPI_Comm controlled(const char *name, const void *value, void *before)
{
    MPI_T_cvar_handle handle = open_control(name);
    MPI_Comm comm;

    MPI_T_cvar_read(handle, before);
    check(name, MPI_SUCCESS == MPI_T_cvar_write(handle, value));
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_T_cvar_write(handle, before);
    MPI_T_cvar_handle_free(&handle);
    return comm;
}

void variables_open(void)
{
    int provided;

    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_T_pvar_session_create(&session);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
}

void variables_close(void)
{
    MPI_T_pvar_session_free(&session);
    MPI_T_finalize();
}

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "variables.h"

#include <stdio.h>
#include <string.h>

#define ALGORITHM "coll_rabred_allreduce_algorithm"

enum { NAME_SIZE = 128, MOST_COUNTERS = 64 };

/* The counters that were asked for; handles count from their beginning. */
static struct {
    char algorithm[NAME_SIZE];
    MPI_T_pvar_handle handle;
} counters[MOST_COUNTERS];
static size_t counters_open;
static MPI_T_pvar_session session;

bool variables_open(void)
{
    int provided;

    return MPI_SUCCESS == MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) && MPI_SUCCESS == MPI_T_pvar_session_create(&session);
}

void variables_close(void)
{
    for (size_t i = 0; i < counters_open; i++) {
        MPI_T_pvar_handle_free(session, &counters[i].handle);
    }
    MPI_T_pvar_session_free(&session);
    MPI_T_finalize();
}

/* The component of a variable of a framework, such as tcp of btl_tcp_eager_limit; false: of another one, or of no component that is open. */
static bool component_of(int index, const char *framework, char *component, size_t size)
{
    char name[NAME_SIZE];
    int name_size = sizeof(name), help_size = 0, verbosity, binding, scope;
    size_t prefix = strlen(framework);
    MPI_Datatype type;
    MPI_T_enum enumeration;

    if (MPI_SUCCESS != MPI_T_cvar_get_info(index, name, &name_size, &verbosity, &type, &enumeration, NULL, &help_size, &binding, &scope)
        || 0 != strncmp(name, framework, prefix) || '_' != name[prefix]) {
        return false;
    }
    const char *start = name + prefix + 1;
    snprintf(component, size, "%.*s", (int) strcspn(start, "_"), start);
    return 0 != strcmp(component, "base") && '_' == start[strlen(component)];
}

/* Adds the open components of a framework, each once. */
static void list(const char *framework, char *text, size_t size)
{
    char names[512] = "", component[NAME_SIZE];
    int variables;

    MPI_T_cvar_get_num(&variables);
    for (int index = 0; index < variables; index++) {
        char known[NAME_SIZE + 8];
        size_t used = strlen(names);
        if (component_of(index, framework, component, sizeof(component))) {
            snprintf(known, sizeof(known), "%s ", component);
            const char *at = strstr(names, known);
            if ((NULL == at || (at > names && ' ' != at[-1])) && used + strlen(known) < sizeof(names)) {
                strcat(names, known);
            }
        }
    }
    if ('\0' != names[0]) {
        size_t used = strlen(text);
        names[strlen(names) - 1] = '\0';
        snprintf(text + used, size - used, "%s%s %s", 0 == used ? "" : "; ", framework, names);
    }
}

void variables_transports(char *text, size_t size)
{
    text[0] = '\0';
    list("pml", text, size);
    bool by_btl = NULL != strstr(text, "ob1");
    list(by_btl ? "btl" : "mtl", text, size);   /* what the other PMLs use, where they use it */
}

bool variables_have_rabred(void)
{
    int index;

    return MPI_SUCCESS == MPI_T_cvar_get_index(ALGORITHM, &index);
}

/* The number of a word in the enumeration of the parameter; -1: none. */
static int number_of(int index, const char *word)
{
    int name_size = 0, help_size = 0, verbosity, binding, scope, items = 0, number;
    MPI_Datatype type;
    MPI_T_enum enumeration = MPI_T_ENUM_NULL;

    MPI_T_cvar_get_info(index, NULL, &name_size, &verbosity, &type, &enumeration, NULL, &help_size, &binding, &scope);
    if (MPI_T_ENUM_NULL != enumeration) {
        MPI_T_enum_get_info(enumeration, &items, NULL, &name_size);
    }
    for (int i = 0; i < items; i++) {
        char item[NAME_SIZE];
        int size = sizeof(item);
        MPI_T_enum_get_item(enumeration, i, &number, item, &size);
        if (0 == strcmp(item, word)) {
            return number;
        }
    }
    return -1;
}

MPI_Comm variables_force(MPI_Comm comm, const char *algorithm)
{
    MPI_T_cvar_handle handle;
    MPI_Comm forced = MPI_COMM_NULL;
    int index, count, before;

    if (MPI_SUCCESS != MPI_T_cvar_get_index(ALGORITHM, &index)) {
        return forced;
    }
    int number = number_of(index, algorithm);
    if (number < 0 || MPI_SUCCESS != MPI_T_cvar_handle_alloc(index, NULL, &handle, &count)) {
        return forced;
    }
    if (MPI_SUCCESS == MPI_T_cvar_read(handle, &before) && MPI_SUCCESS == MPI_T_cvar_write(handle, &number)) {
        MPI_Comm_dup(comm, &forced);
        MPI_T_cvar_write(handle, &before);
    }
    MPI_T_cvar_handle_free(&handle);
    return forced;
}

bool variables_set_size(const char *name, size_t size)
{
    MPI_T_cvar_handle handle;
    int index, count;

    if (MPI_SUCCESS != MPI_T_cvar_get_index(name, &index) || MPI_SUCCESS != MPI_T_cvar_handle_alloc(index, NULL, &handle, &count)) {
        return false;
    }
    const bool set = MPI_SUCCESS == MPI_T_cvar_write(handle, &size);
    MPI_T_cvar_handle_free(&handle);
    return set;
}

unsigned long long variables_size(const char *name)
{
    unsigned long long size = 0;
    MPI_T_pvar_handle handle;
    int index, count;

    if (MPI_SUCCESS == MPI_T_pvar_get_index(name, MPI_T_PVAR_CLASS_SIZE, &index)
        && MPI_SUCCESS == MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &count)) {
        MPI_T_pvar_read(session, handle, &size);
        MPI_T_pvar_handle_free(session, &handle);
    }
    return size;
}

unsigned long long variables_calls(const char *algorithm)
{
    unsigned long long calls = 0;
    char name[2 * NAME_SIZE];
    size_t i = 0;
    int index, count;

    while (i < counters_open && 0 != strcmp(counters[i].algorithm, algorithm)) {
        i++;
    }
    snprintf(name, sizeof(name), "coll_rabred_allreduce_%s_calls", algorithm);
    if (i == counters_open) {
        if (i == MOST_COUNTERS || MPI_SUCCESS != MPI_T_pvar_get_index(name, MPI_T_PVAR_CLASS_COUNTER, &index)
            || MPI_SUCCESS != MPI_T_pvar_handle_alloc(session, index, NULL, &counters[i].handle, &count)) {
            return 0;
        }
        snprintf(counters[counters_open++].algorithm, NAME_SIZE, "%s", algorithm);
    }
    MPI_T_pvar_read(session, counters[i].handle, &calls);
    return calls;
}

/*
 * Registers parameters, and reads numbers that users wrote once more: Open MPI takes what a text begins with, or 0, and says
 * nothing of the rest.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "coll_rabred.h"
#include "choose/number.h"

#include "ompi/constants.h"
#include "opal/mca/base/mca_base_vari.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of a type: how long one is, and which are allowed. */
typedef struct {
    size_t bytes;                  /* 0: no numbers */
    unsigned long long below, most;   /* the least is -below */
} numbers_t;

static const numbers_t numbers[MCA_BASE_VAR_TYPE_MAX] = {
    [MCA_BASE_VAR_TYPE_INT] = {sizeof(int), (unsigned long long) INT_MAX + 1, INT_MAX},
    [MCA_BASE_VAR_TYPE_UNSIGNED_INT] = {sizeof(unsigned), 0, UINT_MAX},
    [MCA_BASE_VAR_TYPE_SIZE_T] = {sizeof(size_t), 0, SIZE_MAX},
    [MCA_BASE_VAR_TYPE_UNSIGNED_LONG_LONG] = {sizeof(unsigned long long), 0, ULLONG_MAX}
};

/* What a user wrote, in a file or in the environment, where mpirun puts what its options say; NULL: nothing. */
static const char *written(const mca_base_var_t *variable)
{
    const mca_base_var_file_value_t *line = variable->mbv_file_value;
    const char *names[] = {variable->mbv_long_name, variable->mbv_full_name}, *text = NULL;
    char name[128];

    if (NULL != line) {
        return NULL == line->mbvfv_value ? "" : line->mbvfv_value;
    }
    for (size_t i = 0; i < 2 && NULL == text && MCA_BASE_VAR_SOURCE_DEFAULT != variable->mbv_source; i++) {
        snprintf(name, sizeof(name), "OMPI_MCA_%s", names[i]);
        text = getenv(name);
    }
    return text;
}

/* Tells of a text that is no such number, and puts the default back. */
static void check_number(const mca_base_var_t *variable, const numbers_t *allowed, const mca_base_var_storage_t *otherwise,
                         void *storage)
{
    const char *text = written(variable);
    unsigned long long number = sizeof(unsigned) == allowed->bytes ? otherwise->uintval : otherwise->ullval, value;

    if (NULL != text && !coll_rabred_read_parameter(text, allowed->below, allowed->most, &value)) {
        mca_coll_rabred_say("%s = \"%.40s\" is not used: a whole number from %s%llu to %llu is allowed, also with k, m or g behind it; "
                            "instead: %llu", variable->mbv_full_name, text, 0 == allowed->below ? "" : "-", allowed->below,
                            allowed->most, number);
        memcpy(storage, otherwise, allowed->bytes);
    }
}

int mca_coll_rabred_register(const char *name, const char *help, mca_base_var_type_t type,
                             mca_base_var_enum_t *enumerator, void *storage)
{
    const mca_base_component_t *component = &mca_coll_rabred_component.super.collm_version;
    mca_base_var_storage_t otherwise;
    const mca_base_var_t *variable;

    memcpy(&otherwise, storage, numbers[type].bytes);
    int index = mca_base_component_var_register(component, name, help, type, enumerator, 0, MCA_BASE_VAR_FLAG_SETTABLE,
                                                OPAL_INFO_LVL_5, MCA_BASE_VAR_SCOPE_ALL, storage);
    if (OPAL_ERR_VALUE_OUT_OF_BOUNDS == index) {   /* which Open MPI has told; the parameter is there, with its default */
        index = mca_base_var_find(component->mca_project_name, component->mca_type_name, component->mca_component_name, name);
    }
    if (NULL == enumerator && 0 != numbers[type].bytes && OPAL_SUCCESS == mca_base_var_get(index, &variable)) {
        check_number(variable, &numbers[type], &otherwise, storage);
    }
    return index;
}

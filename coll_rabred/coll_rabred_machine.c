/*
 * The parameters of the model, one for each number of each transport class, as choose/machine.c lists them.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "coll_rabred.h"

#include "ompi/constants.h"

static int register_parameter(coll_rabred_class_t class, const coll_rabred_machine_parameter_t *parameter)
{
    char name[64], help[256];

    snprintf(name, sizeof(name), "%s_%s", coll_rabred_class_names[class], parameter->name);
    snprintf(help, sizeof(help), "For communicators %s, [%s]: %s", COLL_RABRED_NODE == class ? "on one node" : "on several nodes",
             parameter->unit, parameter->help);
    return mca_coll_rabred_register(name, help, MCA_BASE_VAR_TYPE_UNSIGNED_LONG_LONG, NULL,
                                    coll_rabred_machine_value(&mca_coll_rabred_component.machine[class], parameter));
}

int mca_coll_rabred_register_machine(void)
{
    int error = OMPI_SUCCESS;

    for (int class = 0; class < COLL_RABRED_CLASSES; class++) {
        mca_coll_rabred_component.machine[class] = coll_rabred_machine_defaults[class];
        for (const coll_rabred_machine_parameter_t *p = coll_rabred_machine_parameters; NULL != p->name && error >= 0; p++) {
            error = register_parameter((coll_rabred_class_t) class, p);
        }
    }
    return error < 0 ? error : OMPI_SUCCESS;
}

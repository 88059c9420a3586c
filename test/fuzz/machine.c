/*
 * Files of MCA parameters: what was read and written can be read again and is the same.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "target.h"

#include "../../coll_rabred/choose/machine.h"

#include <stdlib.h>
#include <string.h>

static bool read(coll_rabred_machine_t *machine, const char *text, size_t length, char *error, size_t error_size)
{
    FILE *file = 0 == length ? tmpfile() : fmemopen((char *) (size_t) text, length, "r");
    bool right = NULL != file && coll_rabred_machine_read(machine, NULL, file, error, error_size);

    if (NULL != file) {
        fclose(file);
    }
    return right;
}

void target(const char *text, size_t length)
{
    coll_rabred_machine_t machine[COLL_RABRED_CLASSES], again[COLL_RABRED_CLASSES] = {{0}};
    char error[300] = "", *written = NULL;
    size_t size = 0;

    memcpy(machine, coll_rabred_machine_defaults, sizeof(machine));
    must(read(machine, text, length, error, sizeof(error)) || '\0' != error[0] || 0 == length, "refused without a reason");
    FILE *file = open_memstream(&written, &size);
    for (int class = 0; class < COLL_RABRED_CLASSES; class++) {
        coll_rabred_machine_write(&machine[class], (coll_rabred_class_t) class, file);
    }
    fclose(file);
    must(read(again, written, size, error, sizeof(error)), "what was written cannot be read");
    must(0 == memcmp(machine, again, sizeof(machine)), "what was written reads as something else");
    free(written);
}

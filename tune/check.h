/*
 * The model beside measured calls: MPI_Allreduce by each of rabred's algorithms that fits, forced in turn.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef TUNE_CHECK_H
#define TUNE_CHECK_H

#include "options.h"
#include "places.h"
#include "report.h"

/* Says what came out, with the class's numbers, in the report. Collective on MPI_COMM_WORLD. */
void check_model(report_t *report, const places_t *places, coll_rabred_class_t class, const options_t *options);

#endif

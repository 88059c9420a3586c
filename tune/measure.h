/*
 * Measures all numbers of one transport class, step by step.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef TUNE_MEASURE_H
#define TUNE_MEASURE_H

#include "options.h"
#include "places.h"
#include "report.h"

/* Collective on MPI_COMM_WORLD. False if the first rank cannot write the report's file, or out of memory. */
bool measure(report_t *report, const places_t *places, coll_rabred_class_t class, const options_t *options);

#endif

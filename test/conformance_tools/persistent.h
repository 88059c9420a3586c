/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 *
 * The persistent reductions of MPI 4 by the names that Open MPI 4.1, of MPI 3.1, has for them.
 */
#ifndef PERSISTENT_H_INCLUDED
#define PERSISTENT_H_INCLUDED

#include <mpi.h>

#if MPI_VERSION < 4
#include <mpi-ext.h>
#define MPI_Allreduce_init MPIX_Allreduce_init
#define MPI_Reduce_init MPIX_Reduce_init
#define MPI_Reduce_scatter_init MPIX_Reduce_scatter_init
#define MPI_Reduce_scatter_block_init MPIX_Reduce_scatter_block_init
#endif

#endif

/*
 * Open MPI's ompi/op/op.h includes this header, which no release installs; of what it defines, op.h
 * needs this alone: a Fortran integer holding the same number as a C one. On the include path only when
 * rabred is built outside Open MPI's own tree.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_STANDIN_FINT_2_INT_H
#define COLL_RABRED_STANDIN_FINT_2_INT_H

#define OMPI_INT_2_FINT(number) ((MPI_Fint) (number))

#endif

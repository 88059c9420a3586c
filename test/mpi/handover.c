/*
 * For test/threads under Helgrind: that Open MPI hands a communicator from the thread that makes it to the one that asked
 * for it. MPI_Comm_dup ends in whichever thread makes progress, and tells the asking thread by an atomic operation, which
 * Helgrind does not see; modules of collectives, made on the way, would look like races.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <valgrind/helgrind.h>
#include <valgrind/valgrind.h>

int I_WRAP_SONAME_FNNAME_ZZ(libmpiZdsoZa, mca_coll_base_comm_select)(void *comm);

/* Helgrind calls this in place of Open MPI's function that makes the modules of a communicator. */
int I_WRAP_SONAME_FNNAME_ZZ(libmpiZdsoZa, mca_coll_base_comm_select)(void *comm)
{
    OrigFn select;
    int error;

    VALGRIND_GET_ORIG_FN(select);
    CALL_FN_W_W(error, select, comm);
    ANNOTATE_HAPPENS_BEFORE(comm);
    return error;
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *fresh)
{
    int error = PMPI_Comm_dup(comm, fresh);

    ANNOTATE_HAPPENS_AFTER(*fresh);
    return error;
}

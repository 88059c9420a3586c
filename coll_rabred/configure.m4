# -*- shell-script -*-
# Read by Open MPI's own configure where this folder is its ompi/mca/coll/rabred. Out of tree, ../configure.ac serves.
#
# Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause

# MCA_ompi_coll_rabred_CONFIG([action-if-can-compile], [action-if-cant-compile])
AC_DEFUN([MCA_ompi_coll_rabred_CONFIG], [
    AC_CONFIG_FILES([ompi/mca/coll/rabred/Makefile])

    dnl What components call is in libmpi up to 5.0, and in a library below it from 6.0 on.
    AS_IF([grep '^libopen_mpi_la_SOURCES' "$srcdir/ompi/Makefile.am" >/dev/null],
        [coll_rabred_LIBADD='$(top_builddir)/ompi/libopen_mpi.la'],
        [coll_rabred_LIBADD="\$(top_builddir)/ompi/lib$with_libmpi_name.la"])
    coll_rabred_CPPFLAGS=
    coll_rabred_CFLAGS=
    AC_SUBST([coll_rabred_LIBADD])
    AC_SUBST([coll_rabred_CPPFLAGS])
    AC_SUBST([coll_rabred_CFLAGS])
    $1
])dnl

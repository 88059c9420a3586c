/*
 * What differs between Open MPI 4.1, 5.0 and 6.0, found by what their headers define, not by number.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef COLL_RABRED_COMPAT_H
#define COLL_RABRED_COMPAT_H

#include "ompi_config.h"

#include "ompi/mca/coll/coll.h"

#if defined(MCA_COLL_BASE_VERSION_3_0_0)   /* 6.0 */

#include "ompi/communicator/communicator.h"
#include "ompi/mca/coll/base/base.h"

#define COLL_RABRED_BASE_VERSION MCA_COLL_BASE_VERSION_3_0_0
#define COLL_RABRED_COMPONENT_INIT MCA_BASE_COMPONENT_INIT(ompi, coll, rabred)

typedef size_t coll_rabred_count_t;          /* of elements, in the slots */
typedef ompi_count_array_t coll_rabred_counts_t;
#define COLL_RABRED_COUNT(counts, i) ompi_count_array_get((counts), (size_t) (i))

/* A module installs its functions when enabled and puts back those below when disabled. */
typedef struct {
    mca_coll_base_comm_coll_t previous;
} coll_rabred_installed_t;

#define COLL_RABRED_INSTALL(module, comm, api)                                                          \
    do {                                                                                                \
        MCA_COLL_SAVE_API(comm, api, (module)->installed.previous.coll_##api,                           \
                          (module)->installed.previous.coll_##api##_module, "rabred");                  \
        MCA_COLL_INSTALL_API(comm, api, (module)->super.coll_##api, &(module)->super, "rabred");        \
    } while (0)
#define COLL_RABRED_UNINSTALL(module, comm, api)                                                        \
    do {                                                                                                \
        if ((comm)->c_coll->coll_##api##_module == &(module)->super) {                                  \
            MCA_COLL_INSTALL_API(comm, api, (module)->installed.previous.coll_##api,                    \
                                 (module)->installed.previous.coll_##api##_module, "rabred");           \
        }                                                                                               \
    } while (0)

#else                                        /* 4.1, 5.0 */

#if defined(MCA_COLL_BASE_VERSION_2_4_0)
#define COLL_RABRED_BASE_VERSION MCA_COLL_BASE_VERSION_2_4_0
#else
#define COLL_RABRED_BASE_VERSION MCA_COLL_BASE_VERSION_2_0_0
#endif
#define COLL_RABRED_COMPONENT_INIT

typedef int coll_rabred_count_t;
typedef const int *coll_rabred_counts_t;
#define COLL_RABRED_COUNT(counts, i) ((size_t) (counts)[i])

/* The coll base copies the functions out of the module. */
typedef struct {
    char nothing;
} coll_rabred_installed_t;
#define COLL_RABRED_INSTALL(module, comm, api) ((void) (module), (void) (comm))
#define COLL_RABRED_UNINSTALL(module, comm, api) ((void) (module), (void) (comm))

#endif

typedef int coll_rabred_piece_t;             /* of elements, in an operator's functions */

/* Keys and values of info. */
#if defined(MCA_COLL_BASE_VERSION_2_4_0) || defined(MCA_COLL_BASE_VERSION_3_0_0)
typedef const char *coll_rabred_info_text_t;
#else
typedef char *coll_rabred_info_text_t;
#endif

#if !defined(OMPI_MODULE_DECLSPEC)           /* gone after 4.1; the loader needs the symbol */
#define OMPI_MODULE_DECLSPEC OMPI_DECLSPEC
#endif

#endif

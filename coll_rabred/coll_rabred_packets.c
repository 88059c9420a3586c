/*
 * How messages between the processes of a node are cut so that none has to be announced.
 *
 * btl/vader (4.1) and btl/sm copy a message that is longer than their eager limit once, from process to process by the
 * kernel, or piece by piece; either way its receiver is asked first, which takes longer than to send some kilobytes in
 * several messages that leave at once. pml/ob1 hands those of at most 256 bytes over without a request, and even two of
 * them take less than a longer one, where none comes back meanwhile (exec/emit.c).
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "coll_rabred.h"

#include "ompi/mca/pml/base/base.h"
#include "opal/mca/btl/base/base.h"

#include <string.h>

/* Bytes: of the longest message that pml/ob1 hands over without a request; of its headers, and more. Packets of a message at
   most; where longer ones are copied twice. */
enum { WITHOUT_REQUEST = 256, HEADERS = 64, MOST_PACKETS = 64, PACKETS_OF_COPIES = 2 };

/* The transport within nodes, where pml/ob1 uses it; or NULL. */
static const mca_btl_base_module_t *shared_memory(void)
{
    mca_btl_base_selected_module_t *selected;

    if (0 != strcmp("ob1", mca_pml_base_selected_component.pmlm_version.mca_component_name)) {
        return NULL;
    }
    OPAL_LIST_FOREACH(selected, &mca_btl_base_modules_initialized, mca_btl_base_selected_module_t) {
        const char *name = selected->btl_component->btl_version.mca_component_name;
        if (0 == strcmp("vader", name) || 0 == strcmp("sm", name)) {
            return selected->btl_module;
        }
    }
    return NULL;
}

/* From process to process. */
static bool copies_once(const mca_btl_base_module_t *btl)
{
    return btl->btl_flags & MCA_BTL_FLAGS_GET;
}

bool mca_coll_rabred_copies_twice(void)
{
    const mca_btl_base_module_t *btl = shared_memory();

    return NULL != btl && !copies_once(btl);
}

void mca_coll_rabred_cut_messages(coll_rabred_cut_t cut[COLL_RABRED_CUTS], size_t limit)
{
    const mca_btl_base_module_t *btl = limit > 0 ? shared_memory() : NULL;

    memset(cut, 0, COLL_RABRED_CUTS * sizeof(*cut));
    if (NULL != btl && btl->btl_eager_limit > HEADERS) {
        const size_t packet = btl->btl_eager_limit - HEADERS;
        cut[0] = (coll_rabred_cut_t) {WITHOUT_REQUEST, 2 * WITHOUT_REQUEST};
        const size_t most = packet * (copies_once(btl) ? MOST_PACKETS : PACKETS_OF_COPIES);
        cut[1] = (coll_rabred_cut_t) {packet, limit < most ? limit : most};
    }
}

/*
 * How messages are cut so that none has to be announced.
 *
 * btl/vader (4.1) and btl/sm copy a message that is longer than their eager limit once, from process to process by the
 * kernel, or piece by piece; either way its receiver is asked first, which takes longer than to send some kilobytes in
 * several messages that leave at once. pml/ob1 hands those of at most 256 bytes over without a request, and even two of
 * them take less than a longer one, where none comes back meanwhile (exec/emit.c).
 *
 * btl/tcp announces a message that is longer than its eager limit, too, and the first answer takes a round trip of the network;
 * several that leave at once are copied twice instead (perf/results/2026-11-26-network-packets).
 *
 * pml/ucx sends what a call that blocks sends at once, up to 256 KiB (UCX_RNDV_SEND_NBR_THRESH); others it announces from 10 to 20 KiB
 * on (perf/results/2026-11-28-blocking-sends).
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "coll_rabred.h"

#include "ompi/mca/pml/base/base.h"
#include "opal/mca/btl/base/base.h"

#include <string.h>

/* Bytes: of the longest message that pml/ob1 hands over without a request; of its headers, and more. Packets of a message at
   most; where longer ones are copied twice. */
enum { WITHOUT_REQUEST = 256, HEADERS = 64, PACKETS_OF_COPIES = 2 };

/* What pml/ob1 sends through; NULL where it does not serve. */
typedef struct {
    const mca_btl_base_module_t *shared_memory;   /* within nodes */
    const mca_btl_base_module_t *tcp;             /* between them, where nothing else may; the one that sends least at once */
} transports_t;

static bool pml_is(const char *name)
{
    return 0 == strcmp(name, mca_pml_base_selected_component.pmlm_version.mca_component_name);
}

bool mca_coll_rabred_blocks_sooner(void)
{
    return pml_is("ucx");
}

static transports_t find_transports(void)
{
    transports_t found = {NULL, NULL};
    mca_btl_base_selected_module_t *selected;
    bool others = false;

    if (!pml_is("ob1")) {
        return found;
    }
    OPAL_LIST_FOREACH(selected, &mca_btl_base_modules_initialized, mca_btl_base_selected_module_t) {
        const char *name = selected->btl_component->btl_version.mca_component_name;
        const mca_btl_base_module_t *btl = selected->btl_module;
        if (0 == strcmp("vader", name) || 0 == strcmp("sm", name)) {
            found.shared_memory = btl;
        } else if (0 == strcmp("tcp", name)) {   /* a module for each interface */
            found.tcp = NULL == found.tcp || btl->btl_eager_limit < found.tcp->btl_eager_limit ? btl : found.tcp;
        } else if (0 != strcmp("self", name)) {
            others = true;
        }
    }
    found.tcp = others ? NULL : found.tcp;
    return found;
}

/* From process to process. */
static bool copies_once(const mca_btl_base_module_t *btl)
{
    return btl->btl_flags & MCA_BTL_FLAGS_GET;
}

bool mca_coll_rabred_copies_twice(void)
{
    const mca_btl_base_module_t *btl = find_transports().shared_memory;

    return NULL != btl && !copies_once(btl);
}

/* Messages of up to `limit` bytes, into so many packets at most, which the transport sends at once. */
static coll_rabred_cut_t cut_for(const mca_btl_base_module_t *btl, size_t packets, size_t limit)
{
    if (0 == limit || NULL == btl || btl->btl_eager_limit <= HEADERS) {
        return (coll_rabred_cut_t) {0, 0};
    }
    const size_t packet = btl->btl_eager_limit - HEADERS, most = packet > SIZE_MAX / packets ? SIZE_MAX : packet * packets;
    return (coll_rabred_cut_t) {packet, limit < most ? limit : most};
}

void mca_coll_rabred_cut_messages(coll_rabred_limits_t *limits, size_t near, size_t far)
{
    const transports_t transports = find_transports();
    const mca_btl_base_module_t *btl = transports.shared_memory;
    coll_rabred_cut_t *cut = limits->cut;

    cut[1] = cut_for(btl, NULL == btl || copies_once(btl) ? COLL_RABRED_MOST_PACKETS : PACKETS_OF_COPIES, near);
    cut[0] = cut[1].packet > 0 ? (coll_rabred_cut_t) {WITHOUT_REQUEST, 2 * WITHOUT_REQUEST} : cut[1];
    limits->far_cut = cut_for(transports.tcp, COLL_RABRED_MOST_PACKETS, far);
}

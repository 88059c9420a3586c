/*
 * Up to which length messages within a node are faster in packets of which none is announced: coll_rabred_node_cut_limit. That depends on
 * how far apart processors are (perf/results/2026-11-26-far, 2026-11-29-packed-pairs).
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef TUNE_PACKETS_H
#define TUNE_PACKETS_H

#include "messages.h"
#include "report.h"

/* As rabred cuts messages of the class: by what is the same on all ranks, for both ends have to; else none is cut. */
void packets_as_rabred(messages_t *messages, coll_rabred_class_t class);

/*
 * Times messages in packets and whole, longer and longer ones, until packets gain less than a twentieth one way, or lose both ways. What they are cut
 * by is set to that, or to one packet, here and for rabred's calls on communicators made from now on. 0 where rabred cuts none, or cannot be told.
 */
size_t packets_find(messages_t *messages);

#endif

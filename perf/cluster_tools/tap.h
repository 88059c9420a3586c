/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 *
 * The switch's end of a host's network card: what the host sends is read from it, what is written to it the host receives.
 */
#ifndef CLUSTER_TAP_H
#define CLUSTER_TAP_H

/* Makes the TAP device of that name in a network namespace, as /run/netns knows it. The device lives as long as the
 * returned file descriptor, which does not block. The caller has moved into that namespace. Says what is wrong on
 * standard error and returns -1. */
int tap_open(const char *namespace, const char *device);

#endif

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#define _GNU_SOURCE
#include "tap.h"

#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <sched.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int enter(const char *namespace)
{
    char path[256];
    int file, status;

    snprintf(path, sizeof(path), "/run/netns/%s", namespace);
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        perror(path);
        return -1;
    }
    status = setns(file, CLONE_NEWNET);
    if (status < 0) {
        perror("setns");
    }
    close(file);
    return status;
}

int tap_open(const char *namespace, const char *device)
{
    struct ifreq request = {.ifr_flags = IFF_TAP | IFF_NO_PI};
    int tap;

    if (enter(namespace) < 0) {
        return -1;
    }
    tap = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (tap < 0) {
        perror("/dev/net/tun");
        return -1;
    }
    snprintf(request.ifr_name, sizeof(request.ifr_name), "%s", device);
    if (ioctl(tap, TUNSETIFF, &request) < 0) {
        perror("TUNSETIFF");
        close(tap);
        return -1;
    }
    return tap;
}

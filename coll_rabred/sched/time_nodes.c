/*
 * What processes of a node do to each other's messages: they share the node's port. Every node counts as one of the largest.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "clock.h"

/* `messages` leave a node in the time of `port` that a process sends; fewer do not make the port faster. */
static void share(coll_rabred_clock_t *c, size_t messages, size_t port)
{
    c->here = c->between;
    c->beside = NULL;
    c->sharing.messages = messages > port ? messages : 1;
    c->sharing.port = messages > port ? port : 1;
}

static size_t members(const coll_rabred_clock_t *c)
{
    return NULL == c->nodes ? 1 : (size_t) c->nodes->largest;
}

/* Does the algorithm itself keep messages in the node apart from those between nodes, which all processes of the node send at once? */
static bool keeps_apart(const coll_rabred_clock_t *c)
{
    return NULL != c->problem->nodes;
}

/* Of `all` messages that a process sends so many stay inside its node, and `messages` leave a node in the time of `port`. */
static void mix(coll_rabred_clock_t *c, size_t messages, size_t port, size_t inside, size_t all)
{
    share(c, messages, port);
    c->beside = NULL == c->nodes || 0 == inside ? NULL : &c->machine[COLL_RABRED_NODE];
    c->staying.inside = inside;
    c->staying.all = all;
}

static bool are_mixed(const coll_rabred_clock_t *c)
{
    return NULL != c->nodes && !c->nodes->adjacent;
}

/* Each to any other, of the processes of a node `at_once` or all. */
static void share_with_any(coll_rabred_clock_t *c, size_t at_once)
{
    size_t p = (size_t) c->problem->processes, k = members(c);

    if (NULL != c->nodes && keeps_apart(c)) {
        share(c, (size_t) c->problem->nodes->smallest, 1);
    } else {
        mix(c, (at_once < k ? at_once : k) * (p - k), p - 1, k - 1, p - 1);
    }
}

void coll_rabred_share_among_all(coll_rabred_clock_t *c)
{
    share_with_any(c, SIZE_MAX);
}

void coll_rabred_share_among_neighbours(coll_rabred_clock_t *c)
{
    if (keeps_apart(c) || are_mixed(c)) {
        coll_rabred_share_among_all(c);
    } else {
        mix(c, 1, 1, 1, 1);
    }
}

size_t coll_rabred_crossings(const coll_rabred_clock_t *c)
{
    return NULL == c->nodes || are_mixed(c) ? (size_t) c->problem->processes - 1 : (size_t) c->nodes->nodes - 1;
}

void coll_rabred_stay_inside(coll_rabred_clock_t *c)
{
    share(c, 1, 1);
    c->here = &c->machine[COLL_RABRED_NODE];
}

void coll_rabred_cross_alone(coll_rabred_clock_t *c)
{
    share(c, 1, 1);
}

/* Pairs of ranks at multiples of `near` in groups of `far` that a node of k divides at its ends, in the mean of all places where it can begin:
   those between `inside` first or last ranks of a group and the others of it. */
static size_t divided_pairs(size_t k, size_t near, size_t far)
{
    size_t all = 0;

    for (size_t inside = 0; inside < far; inside++) {
        const size_t behind = (k + far - inside) % far, pairs = (inside * (far - inside) + behind * (far - behind)) / near;
        all += pairs;
    }
    return all / far;
}

static size_t common_divisor(size_t a, size_t b)
{
    while (b > 0) {
        const size_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Where ranks are dealt round to the nodes, those at multiples of their number share a node. */
static void share_dealt(coll_rabred_clock_t *c, size_t distance, size_t partners, size_t senders)
{
    const size_t nodes = (size_t) c->nodes->nodes, inside = partners / (nodes / common_divisor(nodes, distance));

    if (inside == partners) {
        coll_rabred_stay_inside(c);
    } else {
        mix(c, senders * (partners - inside), partners, inside, partners);
    }
}

/* Of a node, where so many of each group of `far` ranks communicate at once. */
static size_t dealt_at_once(const coll_rabred_clock_t *c, size_t far, size_t at_once)
{
    const size_t k = members(c), nodes = (size_t) c->nodes->nodes, groups = k * common_divisor(nodes, far) / far;
    const size_t senders = (groups > 1 ? groups : 1) * (at_once / nodes + (0 < at_once % nodes));

    return at_once < k && senders < k ? senders : k;
}

/* How the ranks of a node lie, where it has several and the algorithm does not look at nodes itself. */
static bool are_dealt(const coll_rabred_clock_t *c)
{
    return members(c) > 1 && c->nodes->dealt && !keeps_apart(c);
}

static bool are_adjacent(const coll_rabred_clock_t *c)
{
    return members(c) > 1 && c->nodes->adjacent && !keeps_apart(c);
}

void coll_rabred_share_among_first(coll_rabred_clock_t *c, size_t ranks)
{
    if (are_adjacent(c) && ranks <= members(c)) {
        coll_rabred_stay_inside(c);
    }
}

/* As share_at, where of each node at most k send, between which distances count. */
static void share_among(coll_rabred_clock_t *c, size_t k, size_t near, size_t r, size_t at_once)
{
    const size_t far = near * r, senders = at_once < k ? at_once : k;
    const bool nested = near >= k || (0 == k % near && 0 == (far < k ? k % far : far % k));   /* groups in nodes, or nodes in groups */

    if (!are_adjacent(c) || (far > k && !nested)) {
        share_with_any(c, senders);
    } else if (far <= k && !nested) {
        mix(c, senders < k ? 1 : divided_pairs(k, near, far), r - 1, 1, 1);
    } else if (far <= k) {
        coll_rabred_stay_inside(c);
    } else {
        const size_t inside = near > k ? 0 : k - near;
        mix(c, senders * (far - near - inside), far - near, inside, far - near);
    }
}

void coll_rabred_share_at(coll_rabred_clock_t *c, int distance, int r, size_t at_once)
{
    const size_t near = (size_t) distance;

    if (are_dealt(c)) {
        share_dealt(c, near, (size_t) r - 1, dealt_at_once(c, near * (size_t) r, at_once));
    } else {
        share_among(c, members(c), near, (size_t) r, at_once);
    }
}

/* Of adjacent ranks from one on, how many stay after a fold: of pairs the second. */
static size_t staying(const coll_rabred_clock_t *c, size_t first)
{
    const size_t k = members(c), p = (size_t) c->problem->processes, folded = 2 * (size_t) c->plan.pairs;
    const size_t end = first + k < p ? first + k : p, odd = end < folded ? end : folded, single = first > folded ? first : folded;

    return (odd > first ? odd / 2 - first / 2 : 0) + (end > single ? end - single : 0);
}

void coll_rabred_share_groups(coll_rabred_clock_t *c, int groups, int r, size_t at_once)
{
    const size_t k = members(c), p = (size_t) c->problem->processes, folded = 2 * (size_t) c->plan.pairs;

    if (0 == folded || !are_adjacent(c)) {
        coll_rabred_share_at(c, (0 == folded ? c->plan.group : c->problem->processes) / groups, r, at_once);
    } else {
        const size_t near = (size_t) (c->plan.group / groups), least = staying(c, 0);
        const size_t at_end = staying(c, folded / k * k), behind = staying(c, (p - 1) / k * k), most = at_end > behind ? at_end : behind;
        const bool few_leave = near < most && near * (size_t) r > least;   /* where many stay they need not leave the node */
        share_among(c, least > most || few_leave ? least : most, near, (size_t) r, at_once);
    }
}

/* Of `partners` at multiples of `distance` ahead, round all p, how many share a node of k adjacent ranks with one of these, at most. */
static size_t most_inside(size_t p, size_t k, size_t distance, size_t partners)
{
    size_t most = (k - 1) / distance;

    for (size_t i = partners; i > 0 && p - i * distance < k; i--) {   /* the first who has the last of them behind itself */
        const size_t behind = partners - i + 1, ahead = (k - 1 - (p - i * distance)) / distance;
        most = behind + ahead > most ? behind + ahead : most;
    }
    return most < partners ? most : partners;
}

/* On a way over so many ranks, how many ends of nodes of k can be passed. */
static size_t ends_on(size_t way, size_t k)
{
    return way > 0 ? (way - 1) / k + 1 : 0;
}

/* Can a way up a tree pass one more end of a node between groups of `near` ranks, having passed as many as it could? One at a level at most. */
static bool passes_end(const coll_rabred_clock_t *c, size_t near, size_t r)
{
    const size_t k = members(c), nodes = (size_t) c->nodes->nodes;
    size_t whole = 1, ends = 0;   /* ranks that no node divides */
    bool passes = false;

    while (0 == k % (whole * r)) {
        whole *= r;
    }
    for (size_t reach = 1; whole * reach <= near; reach *= r) {
        passes = ends < ends_on(reach * r - 1, k / whole) && ends + 1 < nodes;
        ends += passes;
    }
    return passes;
}

void coll_rabred_share_up(coll_rabred_clock_t *c, int distance, int r)
{
    if (are_adjacent(c) && !passes_end(c, (size_t) distance, (size_t) r)) {
        coll_rabred_stay_inside(c);
    } else {
        coll_rabred_share_at(c, distance, r, 1);
    }
}

/* Messages of which a node's ends, alone, are late by what they leave it: a chain of them over few ranks leaves it once. */
static void leave_once(coll_rabred_clock_t *c)
{
    c->inner = *c->between;
    c->inner.latency = c->machine[COLL_RABRED_NODE].latency;
    c->here = &c->inner;
}

void coll_rabred_share_around(coll_rabred_clock_t *c, size_t distance, size_t partners)
{
    const size_t p = (size_t) c->problem->processes, k = members(c), before = c->way;
    size_t messages = 0;

    c->way += distance * partners;
    for (size_t i = 1; i <= partners && are_adjacent(c); i++) {
        const size_t ahead = i * distance, nearest = ahead < p - ahead ? ahead : p - ahead;
        messages += nearest < k ? nearest : k;
    }
    if (are_dealt(c)) {
        share_dealt(c, distance, partners, k);
    } else if (!are_adjacent(c) || messages == partners * k) {
        coll_rabred_share_among_all(c);
    } else {
        mix(c, messages, partners, most_inside(p, k, distance, partners), partners);
        if (ends_on(before, k) == ends_on(c->way, k)) {
            leave_once(c);
        }
    }
}

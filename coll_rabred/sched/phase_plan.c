/*
 * Plans: which groups combine at each level, for butterfly, both eliminations, small rings and their
 * combination, direct exchange, and one ring or circulant for all that is odd; and how far ranges are divided.
 * Rabenseifner & Traeff 2004, sections 2 and 3.2 to 3.6.
 *
 * Groups of p = 13 (figures 4 and 5 of the paper); (012) is a triple, of which two stay:
 *
 *     overlapping        13 -> 6:  (0 1 2)(3 4)(5 6)(7 8)(9 10)(11 12)      triple, 5 pairs
 *                         6 -> 3:  (0 1)(2 3)(4 5)
 *                         3 -> 1:  (0 1 2)                                  triple of groups of 4
 *     nonoverlapping     13 -> 6:  (0 1 2)(3 4)(5 6)(7 8)(9 10)(11 12)      triple, 5 pairs
 *                         6 -> 4:  0 (1,2) (3,4) 5                          1 absorbs 2, 3 absorbs 4
 *                         4 -> 2 -> 1
 *     one_ring, butterfly_circulant
 *                        13 -> 1:  (0 1 .. 12)                              all at once
 *                        of 12:  12 -> 6 -> 3 -> 1:  (0 1 2)
 *
 * Before: a group of members, each with a vector. After: `plan` is set; nothing is sent.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "phases.h"

void coll_rabred_phase_never_halve(coll_rabred_builder_t *b)
{
    b->halve_above = SIZE_MAX;
}

void coll_rabred_phase_always_halve(coll_rabred_builder_t *b)
{
    b->halve_above = 0;
}

void coll_rabred_phase_hybrid(coll_rabred_builder_t *b)
{
    b->halve_above = b->problem->argument[COLL_RABRED_THRESHOLD];
}

/* The group of the root before the first level; -1 if no process is more equal than others. */
static int root_group(const coll_rabred_builder_t *b)
{
    return COLL_RABRED_REDUCE == b->problem->collective ? coll_rabred_root_member(b) : -1;
}

/* As many butterfly rounds as powers of two divide the number of groups. */
static int plan_butterflies(coll_rabred_builder_t *b, int groups, int *root)
{
    while (0 == groups % 2) {
        groups = coll_rabred_plan_exchange(&b->plan, groups, 2, root);
    }
    return groups;
}

static void plan_overlapping(coll_rabred_builder_t *b, int groups, int *root)
{
    while (groups > 1) {
        groups = 0 == groups % 2 ? coll_rabred_plan_exchange(&b->plan, groups, 2, root)
                                 : coll_rabred_plan_triple(&b->plan, groups, root);
    }
}

void coll_rabred_phase_butterfly(coll_rabred_builder_t *b)
{
    int root = root_group(b);

    (void) plan_butterflies(b, b->group, &root);
}

void coll_rabred_phase_overlapping(coll_rabred_builder_t *b)
{
    int root = root_group(b);

    plan_overlapping(b, b->group, &root);
}

void coll_rabred_phase_nonoverlapping(coll_rabred_builder_t *b)
{
    int root = root_group(b);
    int groups = plan_butterflies(b, b->group, &root);
    int target = coll_rabred_power_below(groups) / 2;

    if (groups > 1) {
        groups = coll_rabred_plan_triple(&b->plan, groups, &root);
        if (groups > target) {
            groups = coll_rabred_plan_thin(&b->plan, groups, groups - target, &root);
        }
        (void) plan_butterflies(b, groups, &root);
    }
}

void coll_rabred_phase_small_rings(coll_rabred_builder_t *b)
{
    int root = root_group(b);
    int groups = plan_butterflies(b, b->group, &root);
    int radix = coll_rabred_ring_radix(b->group);

    while (groups > 1) {
        groups = coll_rabred_plan_exchange(&b->plan, groups, radix, &root);
    }
}

void coll_rabred_phase_circulant(coll_rabred_builder_t *b)
{
    int root = root_group(b);

    (void) coll_rabred_plan_circulant(&b->plan, b->group, coll_rabred_radix(b->problem), &root);
}

void coll_rabred_phase_butterfly_circulant(coll_rabred_builder_t *b)
{
    int root = root_group(b);
    int groups = plan_butterflies(b, b->group, &root);

    if (groups > 1) {
        (void) coll_rabred_plan_circulant(&b->plan, groups, 2, &root);
    }
}

void coll_rabred_phase_one_ring(coll_rabred_builder_t *b)
{
    int root = root_group(b);
    int groups = plan_butterflies(b, b->group, &root);

    if (groups > 1) {
        (void) coll_rabred_plan_exchange(&b->plan, groups, groups, &root);
    }
}

void coll_rabred_phase_direct_exchange(coll_rabred_builder_t *b)
{
    int factor[COLL_RABRED_LEVELS], groups = b->group, root = root_group(b);
    int levels = coll_rabred_factors(groups, b->problem->argument[COLL_RABRED_RADIX], factor);

    for (int i = 0; i < levels; i++) {
        groups = coll_rabred_plan_direct(&b->plan, groups, factor[i], &root);
    }
    if (1 == levels && coll_rabred_scatters(b->problem->collective)) {
        b->halve_above = 0;   /* parts are all that their owners need, and take as many rounds as whole vectors */
    }
}

void coll_rabred_phase_factored(coll_rabred_builder_t *b)
{
    int root = root_group(b);
    int groups = plan_butterflies(b, b->group, &root);

    for (int radix = 3; radix <= 5; radix += 2) {
        while (0 == groups % radix) {
            groups = coll_rabred_plan_exchange(&b->plan, groups, radix, &root);
        }
    }
    plan_overlapping(b, groups, &root);
}

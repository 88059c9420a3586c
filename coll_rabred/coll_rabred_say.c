/*
 * What users are told, on stderr.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "coll_rabred.h"

#include "ompi/communicator/communicator.h"
#include "ompi/op/op.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of a communicator, or NULL; as one write of no more than a pipe takes whole, so that lines of several processes do not mix:
   fprintf makes many of a longer line since glibc 2.37. */
static void say(const char *name, int processes, const char *format, va_list arguments)
{
    char line[4096];
    size_t length = (size_t) (NULL == name ? snprintf(line, sizeof(line), "[rabred] ")
                                           : snprintf(line, sizeof(line), "[rabred] %.64s of %d processes: ", name, processes));

    vsnprintf(line + length, sizeof(line) - 1 - length, format, arguments);
    fputs(strcat(line, "\n"), stderr);
}

/* Communicators that MPI_Comm_spawn makes have no name. */
void mca_coll_rabred_say_of(struct ompi_communicator_t *comm, const char *format, ...)
{
    const char *name = comm->c_name;
    va_list arguments;

    va_start(arguments, format);
    say(NULL == name || '\0' == *name ? "a communicator" : name, ompi_comm_size(comm), format, arguments);
    va_end(arguments);
}

/* Before MPI knows its ranks, launchers tell them by these variables. */
void mca_coll_rabred_say(const char *format, ...)
{
    const char *rank = getenv("OMPI_COMM_WORLD_RANK");
    va_list arguments;

    rank = NULL == rank ? getenv("PMIX_RANK") : rank;
    if (NULL != rank && 0 != strcmp(rank, "0")) {
        return;
    }
    va_start(arguments, format);
    say(NULL, 0, format, arguments);
    va_end(arguments);
}

uint64_t mca_coll_rabred_hash(uint64_t start, const char *text)
{
    for (; '\0' != *text; text++) {
        start = (start ^ (unsigned char) *text) * UINT64_C(1099511628211);
    }
    return (start ^ '\n') * UINT64_C(1099511628211);
}

bool mca_coll_rabred_is_new(uint64_t *last, const char *text)
{
    uint64_t hash = mca_coll_rabred_hash(COLL_RABRED_HASH_START, text);
    bool new = hash != *last;

    *last = hash;
    return new;
}

/* True the first time for this decision and kind of operator. */
static bool is_news(mca_coll_rabred_module_t *module, const mca_coll_rabred_arguments_t *arguments,
                    const coll_rabred_decision_t *decision)
{
    const coll_rabred_choice_t *choice = &module->choice[arguments->collective];
    bool **told = &module->told[arguments->collective];
    size_t number = 0;   /* 0: forced; then the rules asked for, then the algorithms by the model */

    if (decision->planned) {
        number = 1 + choice->rules.count + (size_t) decision->algorithm;
    } else if (NULL != decision->rule) {
        number = 1 + (size_t) (decision->rule - choice->rules.rule);
    }
    if (NULL == *told) {
        *told = calloc(2 * (1 + choice->rules.count + mca_coll_rabred_component.statistics.algorithms), sizeof(**told));
    }
    if (NULL == *told || (*told)[2 * number + ompi_op_is_commute(arguments->op)]) {
        return false;
    }
    (*told)[2 * number + ompi_op_is_commute(arguments->op)] = true;
    return true;
}

/* What was decided for calls like this one and by what. */
static void tell_decision(const mca_coll_rabred_module_t *module, const mca_coll_rabred_arguments_t *arguments,
                          const coll_rabred_decision_t *decision, size_t bytes)
{
    const char *collective = coll_rabred_collective_names[arguments->collective];
    const coll_rabred_rule_t *rule = decision->rule;
    char why[256], range[64] = "all sizes";

    if (decision->planned) {
        snprintf(range, sizeof(range), "%zu bytes", bytes);
        snprintf(why, sizeof(why), "the model: predicted %.1f us", (double) decision->picoseconds * 1e-6);
    } else if (NULL == rule) {
        bool by_info = module->by_info[arguments->collective];
        snprintf(why, sizeof(why), by_info ? "info key " : "coll_rabred_%s_algorithm", collective);
        if (by_info) {
            mca_coll_rabred_info_key(arguments->collective, why + strlen(why), sizeof(why) - strlen(why));
        }
    } else {
        snprintf(why, sizeof(why), "rule %.*s of coll_rabred_%s_rules", (int) rule->length,
                 module->choice[arguments->collective].rules.string + rule->text, collective);
        if (SIZE_MAX == rule->to) {
            snprintf(range, sizeof(range), "%zu bytes and more", rule->from);
        } else {
            snprintf(range, sizeof(range), "%zu to %zu bytes", rule->from, rule->to - 1);
        }
    }
    mca_coll_rabred_say_of(arguments->comm, "%s, %s operator, %s: %s, by %s", collective,
                           ompi_op_is_commute(arguments->op) ? "commutative" : "non-commutative", range,
                           coll_rabred_algorithms[decision->algorithm].name, why);
}

/* Tells, once, that another algorithm serves than was asked for. */
static void tell_misfit(mca_coll_rabred_module_t *module, const mca_coll_rabred_arguments_t *arguments, unsigned traits,
                        const coll_rabred_decision_t *decision)
{
    const coll_rabred_algorithm_t *wanted = &coll_rabred_algorithms[decision->wanted];
    const char *why = coll_rabred_misfit(wanted, ompi_comm_size(arguments->comm), traits,
                                         module->choice[arguments->collective].promises);

    for (size_t i = 0; i < module->misfits; i++) {
        const mca_coll_rabred_misfit_t *told = &module->misfit[i];
        if (told->why == why && told->collective == arguments->collective && told->wanted == decision->wanted
            && told->algorithm == decision->algorithm) {
            return;
        }
    }
    if (COLL_RABRED_MISFITS == module->misfits) {   /* enough has been told */
        return;
    }
    module->misfit[module->misfits++] = (mca_coll_rabred_misfit_t) {arguments->collective, decision->wanted, decision->algorithm, why};
    mca_coll_rabred_say_of(arguments->comm, "%s by %s instead of %s: %s", coll_rabred_collective_names[arguments->collective],
                           coll_rabred_algorithms[decision->algorithm].name, wanted->name, why);
    if (COLL_RABRED_MISFITS == module->misfits) {
        mca_coll_rabred_say_of(arguments->comm, "no more than these %d replacements are told; coll_rabred_summary=1 lists all", COLL_RABRED_MISFITS);
    }
}

void mca_coll_rabred_tell_schedule(struct ompi_communicator_t *comm, const coll_rabred_schedule_t *schedule)
{
    if (mca_coll_rabred_component.verbose >= COLL_RABRED_VERBOSE_SCHEDULES && 0 == ompi_comm_rank(comm)) {
        mca_coll_rabred_say_of(comm, "a schedule of %s by %s: %zu blocks, %zu steps in %zu rounds",
                               coll_rabred_collective_names[schedule->problem.collective],
                               coll_rabred_algorithms[schedule->problem.algorithm].name, (size_t) schedule->problem.blocks,
                               schedule->steps, (size_t) schedule->rounds);
    }
}

void mca_coll_rabred_tell(mca_coll_rabred_module_t *module, const mca_coll_rabred_arguments_t *arguments, unsigned traits,
                          const coll_rabred_decision_t *decision, size_t bytes)
{
    if (decision->replaced) {
        tell_misfit(module, arguments, traits, decision);
    }
    if (mca_coll_rabred_component.verbose >= COLL_RABRED_VERBOSE_DECISIONS && is_news(module, arguments, decision)) {
        tell_decision(module, arguments, decision, bytes);
    }
}

/*
 * The strings of rules: what they mean, what is refused and with which words, and what a choice does
 * with them. Also the model's numbers in files, and the cache of schedules.
 */
#include "cache_test.h"
#include "finalists_test.h"
#include "forced_test.h"
#include "formulas_test.h"
#include "machine_test.h"
#include "model_test.h"
#include "nodes_test.h"
#include "play_test.h"
#include "processes.h"

#include "../../coll_rabred/choose/choice.h"
#include "../check.h"

#include <stdlib.h>
#include <string.h>

/* The string is right, and at (processes, bytes) the named algorithm applies; none if name is NULL. */
static void means(const char *string, size_t processes, size_t bytes, const char *name)
{
    coll_rabred_rules_t rules;
    char error[512] = "";
    const char *found = NULL;

    if (coll_rabred_rules_parse(&rules, string, COLL_RABRED_ALLREDUCE, error, sizeof(error))) {
        const coll_rabred_rule_t *rule = coll_rabred_rules_find(&rules, processes, bytes);
        found = NULL == rule ? NULL : coll_rabred_algorithms[rule->algorithm].name;
        coll_rabred_rules_free(&rules);
    }
    check('\0' == error[0] && (NULL == name ? NULL == found : NULL != found && 0 == strcmp(name, found)), string,
          '\0' == error[0] ? (NULL == found ? "no rule applies" : found) : error);
}

/* The string is wrong, and the words say why. */
static void refused_for(coll_rabred_collective_t collective, const char *string, const char *words)
{
    coll_rabred_rules_t rules;
    char error[1024] = "nothing";
    bool right = coll_rabred_rules_parse(&rules, string, collective, error, sizeof(error));

    check(!right && NULL != strstr(error, words) && NULL == rules.string && NULL == rules.rule, string,
          right ? "accepted" : error);
    coll_rabred_rules_free(&rules);
}

static void refused(const char *string, const char *words)
{
    refused_for(COLL_RABRED_REDUCE_SCATTER, string, words);
}

static void test_meaning(void)
{
    means("0-2k:ring,2k-:linear", 4, 0, "ring");
    means("0-2k:ring,2k-:linear", 4, 2047, "ring");
    means("0-2k:ring,2k-:linear", 4, 2048, "linear");
    means("0-2k:ring,2k-:linear", 4, SIZE_MAX, "linear");
    means("1-2:ring", 4, 0, NULL);
    means("1-2:ring", 4, 2, NULL);
    means("3-1m:ring,1M-1g:linear,1G-:binomial_tree", 2, (1u << 20) - 1, "ring");
    means("3-1m:ring,1M-1g:linear,1G-:binomial_tree", 2, 1u << 20, "linear");
    means("3-1m:ring,1M-1g:linear,1G-:binomial_tree", 2, 1u << 30, "binomial_tree");
    means("0-&p>=64:ring,0-&p<64:linear", 63, 1, "linear");
    means("0-&p>=64:ring,0-&p<64:linear", 64, 1, "ring");
    means("0-&p>64:ring,0-&p<=64:linear", 64, 1, "linear");
    means("0-&p>64:ring,0-&p<=64:linear", 65, 1, "ring");
    means("0-&p=7:ring", 7, 1, "ring");
    means("0-&p=7:ring", 8, 1, NULL);
    means("0-&p>3&p<8:ring", 3, 1, NULL);
    means("0-&p>3&p<8:ring", 4, 1, "ring");
    means("0-&p>3&p<8:ring", 8, 1, NULL);
}

static void test_arguments(void)
{
    means("0-:butterfly(threshold=4k)", 4, 1, "butterfly");
    means("0-1k:factored,1k-:butterfly(threshold=0)", 4, 2048, "butterfly");
    means("0-1k:butterfly(threshold=0),1k-:butterfly(threshold=0)", 4, 2048, "butterfly");
    means("0-:binomial_tree(radix=8)", 4, 1, "binomial_tree");
    means("0-:circulant(radix=3)", 4, 1, "circulant");
}

static void test_refusals(void)
{
    refused("", "a number is missing at the end");
    refused("ring", "a number is missing");
    refused("0-2k", ": is missing at the end");
    refused("0:ring", "- is missing");
    refused("0-2x:ring", "is no size");
    refused("0-2kb:ring", "is no size");
    refused("0--5:ring", "a number is missing");
    refused("99999999999999999999-:ring", "too large");
    refused("0-99999999999999g:ring", "too large");
    refused("2k-2k:ring", "is empty");
    refused("3k-2k:ring", "is empty");
    refused("0-:rings", "\"rings\" is not one of linear, recursive_doubling, binary_blocks, ring");
    refused("0-:RING", "is not one of");
    refused("0-:halving_doubling", "is not one of linear, recursive_doubling, binary_blocks, ring");
    refused("0-:", "is not one of");
    refused("0-2k:ring,1k-:linear", "\"1k-:linear\" overlaps \"0-2k:ring\"");
    refused("0-&p<5:ring,0-&p>3:linear", "overlaps");
    refused("0-2k:ring,", "a number is missing at the end");
    refused("0-2k:ring 2k-:linear", "a comma is missing");
    refused("0-2k:ring;2k-:linear", "a comma is missing");
    refused("0-&q>3:ring", "a guard such as");
    refused("0-&p!3:ring", "one of >= <= > < =");
    refused("0-&p>=:ring", "a number is missing");
    refused("0-&p<0:ring", "no number of processes");
    refused("0-&p>5&p<3:ring", "no number of processes meets");
    refused("0-:ring(threshold=4k)", "ring takes no argument \"threshold\" for reduce_scatter");
    refused("0-:butterfly(permuted=2)", "permuted takes 0 to 1");
    refused("0-:butterfly(permuted=1k)", ") is missing at \"k)\"");
    refused("0-:segment_dissemination(radix=1)", "radix takes 2 to 16");
    refused("0-:segment_dissemination(radix=17)", "radix takes 2 to 16");
    refused("0-:butterfly(threshold=4k,threshold=5k)", "threshold is given twice");
    refused("0-:butterfly(permuted=0,threshold=4k,permuted=0)", "permuted is given twice");
    refused_for(COLL_RABRED_ALLREDUCE, "0-:binomial_tree(radix=3)", "radix takes powers of two from 2 to 16");
    refused_for(COLL_RABRED_ALLREDUCE, "0-:binomial_tree(radix=32)", "radix takes powers of two from 2 to 16");
    refused_for(COLL_RABRED_ALLREDUCE, "0-:binomial_tree(radix)", "= is missing at \")\"");
    refused("0-:ring(pieces=4)", "ring takes no argument \"pieces\" for reduce_scatter");
    refused("0-:direct_exchange(radix=0)", "radix takes 2 to 16");
    refused_for(COLL_RABRED_ALLREDUCE, "0-:butterfly(permuted=1)", "butterfly takes no argument \"permuted\" for allreduce");
    refused("0-:ring(width=4k)", "ring takes no argument \"width\"");
    refused("0-:ring()", "ring takes no argument \"\"");
    refused("0-:ring(", "ring takes no argument");
}

static coll_rabred_model_t model_of(int processes)
{
    coll_rabred_model_t model = {.processes = processes};

    memcpy(model.machine, coll_rabred_machine_defaults, sizeof(model.machine));
    return model;
}

/* The algorithm that a choice gives, NULL for any; the rule, "forced" or "model". */
static void chooses_with(unsigned promises, int forced, const char *rules, int processes, size_t bytes, const char *name,
                         const char *why)
{
    const coll_rabred_model_t model = model_of(processes);
    coll_rabred_choice_t choice;
    char error[512], text[128];

    (void) coll_rabred_choice_init(&choice, COLL_RABRED_ALLREDUCE, forced, promises, rules, error, sizeof(error));
    coll_rabred_decision_t decision = coll_rabred_choose(&choice, &model, COLL_RABRED_COMMUTATIVE, bytes, 1);
    const char *chosen = coll_rabred_algorithms[decision.algorithm].name;
    if (NULL == decision.rule || decision.planned) {
        snprintf(text, sizeof(text), "%s", decision.planned ? "model" : "forced");
    } else {
        snprintf(text, sizeof(text), "%.*s", (int) decision.rule->length, choice.rules.string + decision.rule->text);
    }
    check((NULL == name || 0 == strcmp(name, chosen)) && 0 == strcmp(why, text), rules, text);
    check(NULL == coll_rabred_misfit(&coll_rabred_algorithms[decision.algorithm], processes, COLL_RABRED_COMMUTATIVE, promises),
          rules, "what does not fit");
    coll_rabred_choice_free(&choice);
}

static void chooses(int forced, const char *rules, int processes, size_t bytes, const char *name, const char *why)
{
    chooses_with(0, forced, rules, processes, bytes, name, why);
}

static int forced(const char *name)
{
    return processes_algorithm(name) + 1;
}

/* In reproducible mode what does not promise the canonical tree gives way, forced or not. */
static void test_promises(void)
{
    const unsigned promises = COLL_RABRED_CANONICAL;

    chooses_with(promises, 0, "0-1k:linear", 4, 5, NULL, "model");
    chooses_with(promises, 0, "0-1k:ring", 4, 5, "ring", "0-1k:ring");
    chooses_with(promises, 0, "0-1k:ring", 4, 50000, NULL, "model");
    chooses_with(promises, 0, "nonsense", 4, 5, NULL, "model");
    chooses_with(promises, 0, "0-:butterfly", 4, 5, "butterfly", "0-:butterfly");
    chooses_with(promises, 0, "0-:butterfly", 6, 5, NULL, "model");
    chooses_with(promises, forced("census"), "0-:ring", 6, 50000, NULL, "model");
    chooses_with(promises, forced("ring"), "0-:linear", 6, 5000, "ring", "forced");
}

static void test_choices(void)
{
    chooses(0, "0-1k:linear", 4, 5, "linear", "0-1k:linear");
    chooses(0, "0-1k:linear", 4, 50000, NULL, "model");
    chooses(0, "nonsense", 4, 5, NULL, "model");
    chooses(0, NULL, 2, 8, "recursive_doubling", "model");
    chooses(0, "0-:census", 4, 5, "recursive_doubling", "0-:census");
    chooses(0, "0-:lanes", 4, 5, "elimination_overlapping", "0-:lanes");   /* no nodes are known */
    chooses(forced("ring"), "0-1k:linear", 4, 5, "ring", "forced");
}

/* The value of an argument that a rule for reduce_scatter gives, or the default. */
static void has(const char *rules, int argument, size_t value)
{
    coll_rabred_choice_t choice;
    char error[512];

    (void) coll_rabred_choice_init(&choice, COLL_RABRED_REDUCE_SCATTER, 0, 0, rules, error, sizeof(error));
    const coll_rabred_model_t model = model_of(4);
    coll_rabred_decision_t decision = coll_rabred_choose(&choice, &model, COLL_RABRED_COMMUTATIVE, 100, 1);
    check(value == decision.argument[argument], rules, "another value");
    coll_rabred_choice_free(&choice);
}

static void test_argument_values(void)
{
    has("0-:butterfly", COLL_RABRED_THRESHOLD, 1024);
    has("0-:butterfly(threshold=0)", COLL_RABRED_THRESHOLD, 0);
    has("0-:butterfly(threshold=3m)", COLL_RABRED_THRESHOLD, 3u << 20);
    has("0-:butterfly(threshold=3m)", COLL_RABRED_PERMUTED, 0);
    has("0-:butterfly(permuted=1,threshold=2)", COLL_RABRED_PERMUTED, 1);
    has("0-:butterfly(permuted=1,threshold=2)", COLL_RABRED_THRESHOLD, 2);
    has("0-:segment_dissemination", COLL_RABRED_RADIX, 0);
    has("0-:segment_dissemination(radix=4)", COLL_RABRED_RADIX, 4);
    has("0-:direct_exchange(threshold=2k,radix=16)", COLL_RABRED_RADIX, 16);
    has("0-:direct_exchange(threshold=2k,radix=16)", COLL_RABRED_THRESHOLD, 2048);
    chooses(0, "0-:butterfly", 4, 5, "butterfly", "0-:butterfly");
    chooses(0, "0-:butterfly", 6, 5, "elimination_overlapping", "0-:butterfly");
}

/* What schedules get where the pieces of a pipeline are left open. */
static void suit(int processes, size_t bytes, size_t pieces)
{
    coll_rabred_problem_t problem = {.collective = COLL_RABRED_REDUCE, .processes = processes};

    while (0 == (coll_rabred_algorithms[problem.algorithm].arguments & 1u << COLL_RABRED_PIECES)) {
        problem.algorithm++;
    }
    check(pieces == coll_rabred_argument_value(&problem, COLL_RABRED_PIECES, 0, bytes), "pieces", "another number");
    check(3 == coll_rabred_argument_value(&problem, COLL_RABRED_PIECES, 3, bytes), "pieces=3", "another number");
    check(0 == coll_rabred_argument_value(&problem, COLL_RABRED_THRESHOLD, 1, bytes), "pieces", "a threshold, too");
}

/* What schedules of reduce_scatter by 15 processes get for a threshold in bytes: blocks, of which there are 15. */
static void halves_above(size_t bytes, size_t threshold, size_t blocks)
{
    const coll_rabred_problem_t problem = {.collective = COLL_RABRED_REDUCE_SCATTER, .algorithm = coll_rabred_forced(COLL_RABRED_REDUCE_SCATTER,
                                           "elimination_overlapping") - 1, .processes = 15};

    check(blocks == coll_rabred_argument_value(&problem, COLL_RABRED_THRESHOLD, threshold, bytes), "threshold", "another number of blocks");
}

static void test_thresholds(void)
{
    halves_above(15360, 0, 0);
    halves_above(15360, 1023, 0);
    halves_above(15360, 8192, 8);
    halves_above(15360, SIZE_MAX, 15);
    halves_above(8, 0, 0);
    halves_above(8, 1024, 15);
}

static void test_pieces(void)
{
    suit(1, SIZE_MAX, 1);
    suit(2, SIZE_MAX, 1);
    suit(3, 32767, 1);
    suit(3, 32768, 2);
    suit(16, 1 << 20, 16);
    suit(17, 1 << 20, 16);
    suit(16, 16 << 20, 64);
    suit(1 << 20, SIZE_MAX, 1024);   /* the largest power of two that may be */
}

int main(void)
{
    test_meaning();
    test_arguments();
    test_refusals();
    test_argument_values();
    test_thresholds();
    test_pieces();
    test_choices();
    test_promises();
    check(models_are_right(), "the model", "what does not fit the call, another choice the second time, or one for a shorter vector");
    check(pieces_are_worth_trying(), "pieces", "too short ones tried, or none");
    check(near_times_are_equal(), "near times", "another than the first of equals");
    check(short_vectors_stay_whole(), "short vectors", "in more pieces than another as fast");
    check(play_is_right(), "play", "another time than can be told by hand");
    check(formulas_are_right(), "formulas", "another time than when played");
    check(finalists_are_right(), "finalists", "another than the nearest, or with another time than they take");
    check(turns_are_right(), "turns", "taken without need, or by what does more than it has to");
    check(finalists_are_few(), "finalists", "too many to be played in time");
    check(memory_may_end(), "finalists", "a plan without the memory it takes");
    check(times_on_nodes_are_near(), "times on nodes", "a formula that is far from what its schedules take");
    check(pieces_of_both_kinds_are_played(), "finalists", "pieces on one side of the eager limit only");
    check(few_on_nodes_are_played_longer(), "few on nodes", "too little is played");
    check(numbers_are_right(), "numbers", "another than what stands there, or from what is none");
    check(machine_is_right(), "machine", "a number of a file is not read as it stands there");
    check(forced_words_are_right(), "forced", "a word that forces an algorithm");
    check(replacements_are_right(), "forced", "what was replaced");
    check(candidates_are_rules(), "forced", "a candidate whose text means another one");
    check(cache_is_right(forced("lanes") - 1), "cache", "a schedule of another problem");
    check(cache_is_bounded(), "cache", "more bytes than the limit, or too few");
    return check_end();
}

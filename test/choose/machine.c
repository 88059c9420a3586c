#include "machine_test.h"

#include "../../coll_rabred/choose/planner.h"

#include <string.h>

static bool reads(const char *text, coll_rabred_machine_t *machine, char *error, size_t size)
{
    FILE *file = tmpfile();
    bool right = false;

    if (NULL != file) {
        fputs(text, file);
        rewind(file);
        right = coll_rabred_machine_read(machine, NULL, file, error, size);
        fclose(file);
    }
    return right;
}

static bool refuses(const char *text, const char *words)
{
    coll_rabred_machine_t machine[COLL_RABRED_CLASSES];
    char error[256] = "";

    memcpy(machine, coll_rabred_machine_defaults, sizeof(machine));
    bool refused = !reads(text, machine, error, sizeof(error)) && NULL != strstr(error, words);
    return refused && 0 == memcmp(machine, coll_rabred_machine_defaults, sizeof(machine));
}

/* What is written is read again, number for number; each number is another parameter. */
static bool writes_what_it_reads(void)
{
    coll_rabred_machine_t written[COLL_RABRED_CLASSES], read[COLL_RABRED_CLASSES] = {{0}};
    FILE *file = tmpfile();
    char error[256];
    unsigned long long number = 1;

    for (int class = 0; class < COLL_RABRED_CLASSES; class++) {
        for (const coll_rabred_machine_parameter_t *p = coll_rabred_machine_parameters; NULL != p->name; p++) {
            *coll_rabred_machine_value(&written[class], p) = number++;
        }
        coll_rabred_machine_write(&written[class], (coll_rabred_class_t) class, file);
    }
    rewind(file);
    bool right = coll_rabred_machine_read(read, NULL, file, error, sizeof(error)) && 0 == memcmp(read, written, sizeof(read));
    fclose(file);
    return right && COLL_RABRED_CLASSES * COLL_RABRED_MACHINE_NUMBERS + 1 == number;
}

enum { ELEMENTS = 8008, ELEMENT = 4 };

static void note_shortest_piece(void *context, const coll_rabred_candidate_t *candidate)
{
    size_t *shortest = context, pieces = candidate->argument[COLL_RABRED_PIECES];
    size_t bytes = ELEMENTS / (pieces > 0 ? pieces : 1) * ELEMENT;

    *shortest = bytes < *shortest ? bytes : *shortest;
}

/* Of a reduce, on the class of machine that the model is set to. */
static size_t shortest_piece(const coll_rabred_model_t *model)
{
    const coll_rabred_wish_t wish = {.collective = COLL_RABRED_REDUCE, .traits = COLL_RABRED_COMMUTATIVE, .elements = ELEMENTS, .element = ELEMENT};
    size_t shortest = SIZE_MAX;

    coll_rabred_candidates(model, &wish, note_shortest_piece, &shortest);
    return shortest;
}

/* In shared memory above the limit of eager messages; on a network no shorter than two gaps, for pieces cross others, or an eighth of the latency,
   whichever is more, but not much longer either. */
bool pieces_are_worth_trying(void)
{
    coll_rabred_model_t model = {.processes = 5, .class = COLL_RABRED_NODE};
    coll_rabred_machine_t *network = &model.machine[COLL_RABRED_NETWORK];

    memcpy(model.machine, coll_rabred_machine_defaults, sizeof(model.machine));
    const size_t gaps = (size_t) (2 * network->gap * 1000 / network->exchange);
    const size_t eighth = (size_t) (network->latency / 8 * 1000 / network->exchange);
    model.machine[COLL_RABRED_NODE].gap = 0;
    const bool near = shortest_piece(&model) > model.machine[COLL_RABRED_NODE].eager;
    model.class = COLL_RABRED_NETWORK;
    const size_t by_gaps = shortest_piece(&model);
    network->exchange_gap = network->gap;
    const size_t by_long_gaps = shortest_piece(&model);
    network->gap = network->exchange_gap = 0;
    const size_t by_latency = shortest_piece(&model);
    return near && by_gaps >= gaps && by_gaps < 2 * gaps && by_long_gaps >= 2 * gaps && by_long_gaps < 4 * gaps
           && gaps > eighth && by_latency >= eighth && by_latency < 2 * eighth;
}

static bool is_faster(uint64_t time, uint64_t than)
{
    const coll_rabred_candidate_t a = {.picoseconds = time}, b = {.picoseconds = than};

    return coll_rabred_comes_before(&a, &b);
}

/* Of equals for a short vector one that goes in whole pieces; one in many where the operator's order lets none, and where there are more
   processes than elements, so that pieces are empty; but not where processes are so many that it takes long to list them. */
bool short_vectors_stay_whole(void)
{
    coll_rabred_wish_t wish = {.collective = COLL_RABRED_REDUCE_SCATTER, .traits = COLL_RABRED_COMMUTATIVE, .elements = 8, .element = ELEMENT};
    coll_rabred_model_t model = {.processes = 8, .class = COLL_RABRED_NODE};

    memcpy(model.machine, coll_rabred_machine_defaults, sizeof(model.machine));
    const coll_rabred_candidate_t whole = coll_rabred_plan(&model, &wish);
    wish.traits = 0;
    const coll_rabred_candidate_t ordered = coll_rabred_plan(&model, &wish);
    wish.traits = COLL_RABRED_COMMUTATIVE;
    wish.elements = 7;
    const coll_rabred_candidate_t empty = coll_rabred_plan(&model, &wish);
    model.processes = 2200;
    wish.promises = COLL_RABRED_CANONICAL;
    wish.elements = 12;
    const coll_rabred_candidate_t many = coll_rabred_plan(&model, &wish);
    return 0 == many.argument[COLL_RABRED_PERMUTED] && 0 == strcmp("recursive_halving", coll_rabred_algorithms[whole.algorithm].name) && 0 == whole.argument[COLL_RABRED_PERMUTED]
           && 1 == ordered.argument[COLL_RABRED_PERMUTED] && 1 == empty.argument[COLL_RABRED_PERMUTED];
}

/* By the leading eight bits, of any time; the first of equals is taken: the butterfly, whose neighbours exchange the most, for any power of
   two, and not direct_exchange, which sends 64 messages at once and is a 500th faster. */
bool near_times_are_equal(void)
{
    const coll_rabred_wish_t wish = {.collective = COLL_RABRED_REDUCE_SCATTER, .traits = COLL_RABRED_COMMUTATIVE, .elements = (size_t) 1 << 25, .element = ELEMENT};
    coll_rabred_model_t model = {.processes = 64, .class = COLL_RABRED_NETWORK};

    memcpy(model.machine, coll_rabred_machine_defaults, sizeof(model.machine));
    const coll_rabred_candidate_t taken = coll_rabred_plan(&model, &wish);
    const bool equal = !is_faster(1000, 1003) && !is_faster(1003, 1000) && !is_faster(0, 0) && !is_faster(UINT64_MAX, UINT64_MAX);
    return equal && is_faster(1000, 1004) && !is_faster(1004, 1000) && is_faster(3, 4) && is_faster(UINT64_MAX / 2, UINT64_MAX)
           && 0 == strncmp("butterfly", coll_rabred_algorithms[taken.algorithm].name, strlen("butterfly"));
}

bool machine_is_right(void)
{
    coll_rabred_machine_t machine[COLL_RABRED_CLASSES];
    char error[256], longest[3000];

    memcpy(machine, coll_rabred_machine_defaults, sizeof(machine));
    memset(longest, 'x', sizeof(longest));
    memcpy(longest + 2000, "\ncoll_rabred_node_gap = 7\n", 27);
    memcpy(longest, "# coll_rabred_node_gap = 9", 26);
    bool right = reads("# a comment\n\n  coll_rabred_node_latency=12 # so\r\ncoll_rabred_network_copy =  18446744073709551615\n"
                       "btl = tcp,self\ncoll_rabred_node_size = x\n \t\n=\n", machine, error, sizeof(error));
    right = right && 12 == machine[COLL_RABRED_NODE].latency && UINT64_MAX == machine[COLL_RABRED_NETWORK].copy
            && machine[COLL_RABRED_NODE].gap == coll_rabred_machine_defaults[COLL_RABRED_NODE].gap;
    right = right && reads(longest, machine, error, sizeof(error)) && 7 == machine[COLL_RABRED_NODE].gap;
    right = right && refuses("nonsense\n", "\"nonsense\" is not used: name = value") && refuses("-mca coll_rabred_node_gap 5", "name = value")
            && refuses("coll_rabred_node_gap = 18446744073709551616", "coll_rabred_node_gap = \"18446744073709551616\"")
            && refuses("coll_rabred_node_gap =", "a whole number") && refuses("coll_rabred_node_gap = -1", "a whole number")
            && refuses("coll_rabred_node_gap = 1e5", "a whole number") && refuses("coll_rabred_node_gap = 1 2", "a whole number");
    return right && writes_what_it_reads();
}

#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A node covers ranks first..end-1, in order; end = 0 once it does not. */
typedef struct {
    value_t left, right;
    value_t shape;
    bool three_address;
    int first, end;
    uint64_t ranks, sum;         /* operands, and the sum of a random number for each */
} node_t;

/* A number for each rank that no other set of as many ranks is likely to add up to. */
static uint64_t number_of(int rank)
{
    uint64_t x = ((uint64_t) rank + 1) * UINT64_C(0x9E3779B97F4A7C15);

    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

static int leaves;
static node_t *nodes;
static value_t count, capacity;
static value_t *buckets;
static uint32_t bucket_count;

static void *checked(void *memory)
{
    if (NULL == memory) {
        fputs("out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

static uint32_t bucket_of(value_t left, value_t right, bool three_address)
{
    uint64_t key = (((uint64_t) left << 32 | right) + three_address) * UINT64_C(0x9E3779B97F4A7C15);

    return (uint32_t) (key >> 32) & (bucket_count - 1);
}

static void insert(value_t value)
{
    uint32_t at = bucket_of(nodes[value].left, nodes[value].right, nodes[value].three_address);

    while (UNDEFINED != buckets[at]) {
        at = (at + 1) & (bucket_count - 1);
    }
    buckets[at] = value;
}

static void grow(void)
{
    capacity = 0 == capacity ? 4096 : 2 * capacity;
    nodes = checked(realloc(nodes, capacity * sizeof(*nodes)));
    bucket_count = 2 * capacity;
    free(buckets);
    buckets = checked(calloc(bucket_count, sizeof(*buckets)));
    for (value_t value = (value_t) leaves + 1; value < count; value++) {
        insert(value);
    }
}

void values_reset(int processes)
{
    leaves = processes;
    count = (value_t) processes + 1;
    while (capacity <= count) {
        grow();
    }
    memset(buckets, 0, bucket_count * sizeof(*buckets));
    for (int rank = 0; rank < processes; rank++) {
        nodes[value_leaf(rank)] = (node_t) {.shape = value_leaf(rank), .first = rank, .end = rank + 1,
                                           .ranks = 1, .sum = number_of(rank)};
    }
}

value_t value_leaf(int rank)
{
    return (value_t) rank + 1;
}

value_t value_of(value_t left, value_t right, bool three_address)
{
    uint32_t at = bucket_of(left, right, three_address);

    for (; UNDEFINED != buckets[at]; at = (at + 1) & (bucket_count - 1)) {
        const node_t *node = &nodes[buckets[at]];
        if (node->left == left && node->right == right && node->three_address == three_address) {
            return buckets[at];
        }
    }
    bool plain = !three_address && nodes[left].shape == left && nodes[right].shape == right;
    value_t shape = plain ? count : value_of(nodes[left].shape, nodes[right].shape, false);
    bool adjacent = 0 != nodes[left].end && nodes[left].end == nodes[right].first && 0 != nodes[right].end;
    if (count == capacity) {
        grow();
    }
    nodes[count] = (node_t) {left, right, shape, three_address, nodes[left].first, adjacent ? nodes[right].end : 0,
                             nodes[left].ranks + nodes[right].ranks, nodes[left].sum + nodes[right].sum};
    insert(count);
    return count++;
}

value_t value_shape(value_t value)
{
    return nodes[value].shape;
}

bool value_is_ordered_whole(value_t value)
{
    return UNDEFINED != value && 0 == nodes[value].first && leaves == nodes[value].end;
}

bool value_is_whole(value_t value)
{
    uint64_t sum = 0;

    for (int rank = 0; rank < leaves; rank++) {
        sum += number_of(rank);
    }
    return UNDEFINED != value && (uint64_t) leaves == nodes[value].ranks && sum == nodes[value].sum;
}

static value_t canonical(int first, int end)
{
    int half = 1;

    if (end - first == 1) {
        return value_leaf(first);
    }
    while (2 * half < end - first) {
        half *= 2;
    }
    value_t left = canonical(first, first + half);
    return value_of(left, canonical(first + half, end), false);
}

value_t value_canonical(void)
{
    return canonical(0, leaves);
}

/*
 * One after the other: nodes of n processes each, the last perhaps with fewer, in blocks and dealt round; nodes
 * of 1, 2, 3, .. and of .., 3, 2, 1 processes; one large node among small ones; nodes drawn by a fixed seed, with
 * adjacent ranks and without. Up to 16 processes with every n, else with some.
 */
#include "maps.h"

#include <stdlib.h>

enum { EVERY_TO = 16, SOME = 11, TALL = 3, DRAWN = 8 };

static uint32_t draw(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 16;
}

/* The i-th size of a node; 0 behind the last. */
static int size_of_node(int p, int i)
{
    const int some[SOME] = {1, 2, 3, 4, 7, 8, 13, 16, p / 2, p - 1, p};

    if (p <= EVERY_TO) {
        return i < p ? i + 1 : 0;
    }
    return i < SOME ? some[i] : 0;
}

/* Nodes of 1, 2, 3, .. processes, from either end; or one of half of all, in front of nodes of two. */
static int tall(int p, int rank, int kind)
{
    int at = 1 == kind ? p - 1 - rank : rank, node = 0;

    if (2 == kind) {
        return rank < p / 2 ? 0 : 1 + (rank - p / 2) / 2;
    }
    for (int first = 0; first + node + 1 <= at; node++) {
        first += node + 1;
    }
    return node;
}

/* Of about p / 3 nodes, fewer with every way; odd ways leave ranks adjacent. */
static void draw_nodes(int p, int way, int *name)
{
    uint32_t seed = (uint32_t) (p * DRAWN + way);
    int nodes = 1 + p / (3 + way / 2 * 2);

    for (int rank = 0, node = 0; rank < p; rank++) {
        node += (int) (draw(&seed) % (uint32_t) p) < nodes;
        name[rank] = (1 == way % 2 ? node : (int) (draw(&seed) % (uint32_t) nodes)) % p;
    }
}

/* False behind the last way. */
static bool name_nodes(int p, int way, int *name)
{
    int sizes = 0;

    while (size_of_node(p, sizes) > 0) {
        sizes++;
    }
    for (int rank = 0; rank < p; rank++) {
        if (way < 2 * sizes) {
            int n = size_of_node(p, way / 2), nodes = (p + n - 1) / n;
            name[rank] = 0 == way % 2 ? rank / n : rank % nodes;
        } else if (way < 2 * sizes + TALL) {
            name[rank] = tall(p, rank, way - 2 * sizes);
        }
    }
    if (way >= 2 * sizes + TALL) {
        draw_nodes(p, way - 2 * sizes - TALL, name);
    }
    return way < 2 * sizes + TALL + DRAWN;
}

coll_rabred_nodes_t *map_nodes(int p, int way)
{
    int *name = calloc((size_t) p, sizeof(*name));

    if (NULL == name) {
        abort();
    }
    coll_rabred_nodes_t *nodes = name_nodes(p, way, name) ? coll_rabred_nodes_build(name, p) : NULL;
    free(name);
    return nodes;
}

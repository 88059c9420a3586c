#include "plans.h"
#include "blocks.h"

#include "../../coll_rabred/choose/planner.h"

#include <stdlib.h>
#include <string.h>

enum { LENGTHS = 30 };

static coll_rabred_nodes_t *nodes_of(int processes, int members)
{
    int *name = calloc((size_t) processes, sizeof(*name));

    for (int rank = 0; rank < processes && NULL != name; rank++) {
        name[rank] = rank - rank % members;
    }
    coll_rabred_nodes_t *nodes = NULL == name ? NULL : coll_rabred_nodes_build(name, processes);
    free(name);
    return nodes;
}

size_t plans_blocks(int processes, int members)
{
    coll_rabred_nodes_t *nodes = nodes_of(processes, members);
    coll_rabred_model_t model = {.processes = processes, .class = COLL_RABRED_NETWORK, .nodes = nodes};
    bool chosen = NULL != nodes;
    size_t most = 0;

    memcpy(model.machine, coll_rabred_machine_defaults, sizeof(model.machine));
    for (int i = 0; i < COLL_RABRED_REDUCE_SCATTER_BLOCK * LENGTHS && chosen; i++) {
        const coll_rabred_wish_t wish = {(coll_rabred_collective_t) (i / LENGTHS), COLL_RABRED_COMMUTATIVE | COLL_RABRED_EXACT | COLL_RABRED_NODES,
                                         0, (size_t) 1 << i % LENGTHS, 8};
        (void) blocks_run();
        chosen = coll_rabred_plan(&model, &wish).algorithm >= 0;
        const size_t blocks = blocks_run();
        most = blocks > most ? blocks : most;
    }
    coll_rabred_nodes_free(nodes);
    return chosen ? most : 0;
}

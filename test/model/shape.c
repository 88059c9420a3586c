#include "shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

coll_rabred_model_t shape_model(const shape_t *shape, const coll_rabred_machine_t *machine)
{
    coll_rabred_model_t model = {.processes = shape->processes, .class = COLL_RABRED_NETWORK};
    const int p = shape->processes, nodes = (p + shape->members - 1) / shape->members;
    int *name = calloc((size_t) p, sizeof(*name));

    for (int rank = 0; rank < p && NULL != name; rank++) {
        name[rank] = shape->dealt ? rank % nodes : rank - rank % shape->members;
    }
    model.nodes = NULL == name ? NULL : coll_rabred_nodes_build(name, p);
    free(name);
    if (NULL == model.nodes) {
        fprintf(stderr, "model: out of memory\n");
        exit(2);
    }
    memcpy(model.machine, machine, sizeof(model.machine));
    return model;
}

void shape_free(coll_rabred_model_t *model)
{
    coll_rabred_nodes_free((coll_rabred_nodes_t *) model->nodes);
}

#include "processes.h"

#include <string.h>

coll_rabred_model_t processes_model(int processes, int members, coll_rabred_class_t class)
{
    coll_rabred_model_t model = {.processes = processes, .class = class};
    int name[PROCESSES_MOST];

    memcpy(model.machine, coll_rabred_machine_defaults, sizeof(model.machine));
    for (int rank = 0; rank < processes && members > 1; rank++) {
        name[rank] = rank - rank % members;
    }
    model.nodes = 1 == members ? NULL : coll_rabred_nodes_build(name, processes);
    return model;
}

void processes_free(coll_rabred_model_t *model)
{
    coll_rabred_nodes_free((coll_rabred_nodes_t *) model->nodes);
}

int processes_algorithm(const char *name)
{
    int index = 0;

    while (0 != strcmp(name, coll_rabred_algorithms[index].name)) {
        index++;
    }
    return index;
}

#include "operators.h"

#include "../../coll_rabred/sched/table.h"

const operator_t operators[OPERATORS] = {
    [ORDERED] = {"ordered", 0, 0}, [COMMUTATIVE] = {"commutative", COLL_RABRED_COMMUTATIVE, 0},
    [EXACT] = {"exact", COLL_RABRED_COMMUTATIVE | COLL_RABRED_EXACT, 0},
    [CANONICAL] = {"canonical", COLL_RABRED_COMMUTATIVE, COLL_RABRED_CANONICAL}
};

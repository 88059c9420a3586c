/*
 * Kinds of operators that a choice is made for.
 */
#ifndef RABRED_TEST_MODEL_OPERATORS_H
#define RABRED_TEST_MODEL_OPERATORS_H

enum { ORDERED, COMMUTATIVE, EXACT, CANONICAL, OPERATORS };   /* the last: commutative, and results that all follow one tree */

typedef struct {
    const char *name;
    unsigned traits, promises;    /* as of a coll_rabred_wish_t */
} operator_t;

extern const operator_t operators[OPERATORS];

#endif

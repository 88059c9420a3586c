/* rabred's variables, by MPI_T: which algorithms there are, forcing one, and how often each was called. */
#include "sweep.h"

#include <stdio.h>
#include <stdlib.h>

enum { NAME_BYTES = 64 };


struct algorithm {
    int value;                            /* in the enumeration of the control variable */
    char name[NAME_BYTES];
    MPI_T_pvar_handle calls;
    MPI_Datatype calls_type;
};

static struct {
    MPI_T_cvar_handle forced;
    int algorithms;
    struct algorithm algorithm[ALGORITHMS];
} found[COLLECTIVES];

static MPI_T_pvar_session session;

/* Ends everything where an MPI_T call that should not fail has failed. */
static void must(int error, const char *name)
{
    if (error == MPI_SUCCESS)
        return;
    fprintf(stderr, "sweep: MPI_T error %d with %s\n", error, name);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

/* Counts a failure for a variable that is not as it should be. */
static bool refuse(const char *problem, const char *name)
{
    char line[4 * NAME_BYTES];
    snprintf(line, sizeof line, "%s: %s", name, problem);
    tally(FAILED, line);
    return false;
}

static bool find_counter(enum collective collective, struct algorithm *algorithm)
{
    char name[2 * NAME_BYTES];
    int index, binding, readonly, continuous, elements;
    snprintf(name, sizeof name, "coll_rabred_%s_%s_calls", collective_names[collective], algorithm->name);
    if (MPI_T_pvar_get_index(name, MPI_T_PVAR_CLASS_COUNTER, &index) != MPI_SUCCESS)
        return refuse("there is no such counter", name);
    must(MPI_T_pvar_get_info(index, NULL, NULL, NULL, NULL, &algorithm->calls_type, NULL, NULL, NULL, &binding,
                             &readonly, &continuous, NULL), name);
    if (algorithm->calls_type != MPI_UNSIGNED_LONG && algorithm->calls_type != MPI_UNSIGNED_LONG_LONG)
        return refuse("neither unsigned long nor unsigned long long", name);
    if (binding != MPI_T_BIND_NO_OBJECT || !readonly || !continuous)
        return refuse("not unbound, read-only and continuous", name);
    must(MPI_T_pvar_handle_alloc(session, index, NULL, &algorithm->calls, &elements), name);
    return true;
}

static bool find_algorithms(enum collective collective, MPI_T_enum enumeration, const char *name)
{
    must(MPI_T_enum_get_info(enumeration, &found[collective].algorithms, NULL, NULL), name);
    if (found[collective].algorithms < 2 || found[collective].algorithms > ALGORITHMS)
        return refuse("no algorithms, or more than this test has room for", name);
    for (int i = 0; i < found[collective].algorithms; i++) {
        struct algorithm *algorithm = &found[collective].algorithm[i];
        int name_bytes = NAME_BYTES;
        must(MPI_T_enum_get_item(enumeration, i, &algorithm->value, algorithm->name, &name_bytes), name);
        if ((i == 0) != (algorithm->value == 0))
            return refuse("the value 0, auto, must come first", name);
        if (i > 0 && !find_counter(collective, algorithm))
            return false;
    }
    return true;
}

static bool find_collective(enum collective collective)
{
    char name[NAME_BYTES];
    int index, elements;
    MPI_T_enum enumeration = MPI_T_ENUM_NULL;
    snprintf(name, sizeof name, "coll_rabred_%s_algorithm", collective_names[collective]);
    if (MPI_T_cvar_get_index(name, &index) != MPI_SUCCESS)
        return refuse("no such variable, rabred is not loaded", name);
    must(MPI_T_cvar_get_info(index, NULL, NULL, NULL, NULL, &enumeration, NULL, NULL, NULL, NULL), name);
    if (enumeration == MPI_T_ENUM_NULL)
        return refuse("not an enumeration", name);
    must(MPI_T_cvar_handle_alloc(index, NULL, &found[collective].forced, &elements), name);
    return find_algorithms(collective, enumeration, name);
}

bool rabred_find(void)
{
    must(MPI_T_pvar_session_create(&session), "a session");
    for (enum collective collective = 0; collective < COLLECTIVES; collective++)
        if (!find_collective(collective))
            return false;
    return true;
}

int rabred_algorithms(enum collective collective)
{
    return options.stock ? 1 : found[collective].algorithms;
}

const char *rabred_name(enum collective collective, int algorithm)
{
    return options.stock ? "stock" : found[collective].algorithm[algorithm].name;
}

void rabred_force(enum collective collective, int algorithm)
{
    if (!options.stock)
        must(MPI_T_cvar_write(found[collective].forced, &found[collective].algorithm[algorithm].value),
             collective_names[collective]);
}

void rabred_calls(enum collective collective, unsigned long long calls[ALGORITHMS])
{
    for (int i = 1; i < found[collective].algorithms; i++) {
        const struct algorithm *algorithm = &found[collective].algorithm[i];
        union { unsigned long narrow; unsigned long long wide; } value;
        must(MPI_T_pvar_read(session, algorithm->calls, &value), algorithm->name);
        calls[i] = algorithm->calls_type == MPI_UNSIGNED_LONG ? value.narrow : value.wide;
    }
}

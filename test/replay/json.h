/*
 * Reads one line of JSON from left to right: as much of the language as printed schedules use.
 * Failure is sticky: the first thing that is not as it must be sets `wrong`, and from then on every
 * reader returns nothing. Ask once, at the end of the line.
 */
#ifndef REPLAY_JSON_H
#define REPLAY_JSON_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *next, *end; /* *end is 0 */
    const char *wrong;      /* NULL, or what should have stood there */
} json_t;

/* A string as it stands in the line, without its quotes; escapes are not resolved. */
typedef struct {
    const char *text;
    size_t length;
} json_word_t;

json_t json_start(const char *line, size_t length);
void json_fail(json_t *json, const char *wrong);

/* Takes one character; an object or an array is taken by json_take(json, '{') and then
 * for (bool first = true; json_more(json, '}', &first);) with one member or element each time. */
void json_take(json_t *json, char wanted);
bool json_more(json_t *json, char close, bool *first);

json_word_t json_word(json_t *json);
json_word_t json_key(json_t *json); /* with its colon */
size_t json_number(json_t *json);   /* a whole number below 10^9 */
bool json_truth(json_t *json);
void json_skip(json_t *json);       /* any value but an object */
void json_finish(json_t *json);     /* nothing follows */

/* Where a word stands in a list; `entries` if nowhere. */
size_t json_find(json_word_t word, const char *const *list, size_t entries);

#endif

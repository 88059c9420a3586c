/* Reads one line of JSON; see json.h. */
#include "json.h"

#include <string.h>

json_t json_start(const char *line, size_t length)
{
    json_t json = {line, line + length, NULL};

    return json;
}

void json_fail(json_t *json, const char *wrong)
{
    if (NULL == json->wrong) {
        json->wrong = wrong;
    }
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void skip_space(json_t *json)
{
    while (' ' == *json->next || '\t' == *json->next || '\r' == *json->next) {
        json->next++;
    }
}

void json_take(json_t *json, char wanted)
{
    skip_space(json);
    if (NULL == json->wrong && wanted == *json->next) {
        json->next++;
        return;
    }
    switch (wanted) {
    case '{': json_fail(json, "no {"); break;
    case '[': json_fail(json, "no ["); break;
    case ']': json_fail(json, "no ]"); break;
    case ':': json_fail(json, "no colon"); break;
    default: json_fail(json, "no comma or closing bracket");
    }
}

bool json_more(json_t *json, char close, bool *first)
{
    skip_space(json);
    if (NULL == json->wrong && close == *json->next) {
        json->next++;
        return false;
    }
    if (!*first) {
        json_take(json, ',');
    }
    *first = false;
    return NULL == json->wrong;
}

json_word_t json_word(json_t *json)
{
    json_word_t word = {"", 0};

    skip_space(json);
    if (NULL != json->wrong || '"' != *json->next) {
        json_fail(json, "no string");
        return word;
    }
    const char *start = ++json->next;
    while ((unsigned char) *json->next >= ' ' && '"' != *json->next) {
        if ('\\' == *json->next && (0 == json->next[1] || NULL == strchr("\"\\/bfnrtu", *++json->next))) {
            break;
        }
        json->next++;
    }
    if ('"' != *json->next) {
        json_fail(json, "a string that does not end");
        return word;
    }
    word.text = start;
    word.length = (size_t) (json->next++ - start);
    return word;
}

json_word_t json_key(json_t *json)
{
    json_word_t word = json_word(json);

    json_take(json, ':');
    return word;
}

size_t json_number(json_t *json)
{
    skip_space(json);
    const char *start = json->next;
    size_t value = 0;

    if (NULL != json->wrong) {
        return 0;
    }
    while (is_digit(*json->next) && json->next - start < 10) {
        value = 10 * value + (size_t) (*json->next++ - '0');
    }
    size_t digits = (size_t) (json->next - start);
    if (0 == digits || digits > 9 || (digits > 1 && '0' == *start)) {
        json_fail(json, "no whole number from 0 to 999999999");
        return 0;
    }
    return value;
}

static bool take_literal(json_t *json, const char *literal)
{
    size_t length = strlen(literal);

    if (NULL != json->wrong || 0 != strncmp(json->next, literal, length)) {
        return false;
    }
    json->next += length;
    return true;
}

bool json_truth(json_t *json)
{
    skip_space(json);
    if (take_literal(json, "true")) {
        return true;
    }
    if (!take_literal(json, "false")) {
        json_fail(json, "neither true nor false");
    }
    return false;
}

static void skip_digits(json_t *json)
{
    if (!is_digit(*json->next)) {
        json_fail(json, "no value");
    }
    while (is_digit(*json->next)) {
        json->next++;
    }
}

static void skip_number(json_t *json)
{
    take_literal(json, "-");
    if (!take_literal(json, "0")) {
        skip_digits(json);
    }
    if (take_literal(json, ".")) {
        skip_digits(json);
    }
    if (take_literal(json, "e") || take_literal(json, "E")) {
        if (!take_literal(json, "+")) {
            take_literal(json, "-");
        }
        skip_digits(json);
    }
}

static void skip_value(json_t *json, int depth)
{
    skip_space(json);
    if ('"' == *json->next) {
        json_word(json);
    } else if ('[' == *json->next && depth > 0) {
        json->next++;
        for (bool first = true; json_more(json, ']', &first);) {
            skip_value(json, depth - 1);
        }
    } else if (!take_literal(json, "true") && !take_literal(json, "false")) {
        skip_number(json);
    }
}

void json_skip(json_t *json)
{
    skip_value(json, 8);
}

void json_finish(json_t *json)
{
    skip_space(json);
    if (json->next != json->end) {
        json_fail(json, "more after the end");
    }
}

size_t json_find(json_word_t word, const char *const *list, size_t entries)
{
    size_t index = 0;

    while (index < entries && (0 != strncmp(word.text, list[index], word.length) || 0 != list[index][word.length])) {
        index++;
    }
    return index;
}

/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "rules.h"

#include "number.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *string, *at;
    coll_rabred_collective_t collective;
    char *error;
    size_t error_size;
    char place[40];                /* of here() */
} parser_t;

static bool refuse(parser_t *parser, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(parser->error, parser->error_size, format, arguments);
    va_end(arguments);
    return false;
}

/* "at the end" or "at `what comes next`", until the next call. */
static const char *here(parser_t *parser)
{
    if ('\0' == *parser->at) {
        return "at the end";
    }
    snprintf(parser->place, sizeof(parser->place), "at \"%.20s\"", parser->at);
    return parser->place;
}

static bool accept(parser_t *parser, char c)
{
    if (c != *parser->at) {
        return false;
    }
    parser->at++;
    return true;
}

static bool expect(parser_t *parser, char c)
{
    return accept(parser, c) || refuse(parser, "%c is missing %s", c, here(parser));
}

/* Letters, digits and underscores; their number. */
static size_t word(const parser_t *parser)
{
    return strspn(parser->at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
}

/* Takes over what was read up to `end`, NULL: nothing; of digits at least. */
static bool take_number(parser_t *parser, const char *end, unsigned long long value, size_t *number, const char *kind)
{
    if (NULL == end && (*parser->at < '0' || *parser->at > '9')) {
        return refuse(parser, "a number is missing %s", here(parser));
    }
    if (NULL == end || value > SIZE_MAX) {
        return refuse(parser, "the %s at \"%.20s\" is too large", kind, parser->at);
    }
    *number = (size_t) value;
    parser->at = end;
    return true;
}

static bool parse_number(parser_t *parser, size_t *number)
{
    unsigned long long value;
    const char *end = coll_rabred_read_digits(parser->at, 10, &value);

    return take_number(parser, end, value, number, "number");
}

static bool parse_bytes(parser_t *parser, size_t *bytes)
{
    const char *start = parser->at;
    unsigned long long value;
    const char *end = coll_rabred_read_size(start, &value);

    return take_number(parser, end, value, bytes, "size")
           && (word(parser) == 0 || refuse(parser, "\"%.20s\" is no size: digits, then k, m or g if need be", start));
}

static bool parse_guard(parser_t *parser, coll_rabred_rule_t *rule)
{
    size_t number;
    bool fewest, most, equal;

    if (!accept(parser, 'p')) {
        return refuse(parser, "a guard such as p>=64 is missing %s", here(parser));
    }
    fewest = accept(parser, '>');
    most = !fewest && accept(parser, '<');
    equal = accept(parser, '=');
    if (!fewest && !most && !equal) {
        return refuse(parser, "one of >= <= > < = is missing %s", here(parser));
    }
    if (!parse_number(parser, &number)) {
        return false;
    }
    if ((fewest && !equal && SIZE_MAX == number) || (most && !equal && 0 == number)) {
        return refuse(parser, "a guard that no number of processes meets");
    }
    if (!most) {
        const size_t least = number + (fewest && !equal);
        rule->fewest = least > rule->fewest ? least : rule->fewest;
    }
    if (!fewest) {
        number -= most && !equal;
        rule->most = number < rule->most ? number : rule->most;
    }
    return true;
}

/* Sets *index to the place of the word that comes next among names, after the last of which comes NULL. */
static bool parse_name(parser_t *parser, const char *(*name)(int), int *index)
{
    size_t length = word(parser);

    for (int i = 0; NULL != name(i); i++) {
        if (strlen(name(i)) == length && 0 == strncmp(name(i), parser->at, length)) {
            parser->at += length;
            *index = i;
            return true;
        }
    }
    return false;
}

static const char *algorithm_name(int i)
{
    return coll_rabred_algorithms[i].name;
}

static const char *argument_name(int i)
{
    return i < COLL_RABRED_ARGUMENTS ? coll_rabred_arguments[i].name : NULL;
}

/* Adds the argument's bit to *given, where it must not be yet. */
static bool parse_argument(parser_t *parser, coll_rabred_rule_t *rule, unsigned *given)
{
    const coll_rabred_algorithm_t *algorithm = &coll_rabred_algorithms[rule->algorithm];
    const char *start = parser->at;
    int argument = 0;

    if (!parse_name(parser, argument_name, &argument)
        || !coll_rabred_takes(algorithm, parser->collective, argument)) {
        return refuse(parser, "%s takes no argument \"%.*s\" for %s", algorithm->name, (int) strcspn(start, "=,)"), start,
                      coll_rabred_collective_names[parser->collective]);
    }
    const coll_rabred_argument_t *line = &coll_rabred_arguments[argument];
    const bool again = *given & 1u << argument;
    const bool powers = COLL_RABRED_RADIX == argument && algorithm->arguments & COLL_RABRED_RADIX_OF_TWO;
    size_t *value = &rule->argument[argument];
    *given |= 1u << argument;
    return (!again || refuse(parser, "%s is given twice", line->name))
           && expect(parser, '=') && (line->bytes ? parse_bytes : parse_number)(parser, value)
           && ((*value >= line->least && *value <= line->most && !(powers && *value & (*value - 1)))
               || refuse(parser, "%s takes %s%zu to %zu", line->name, powers ? "powers of two from " : "", line->least, line->most));
}

static bool parse_algorithm(parser_t *parser, coll_rabred_rule_t *rule)
{
    const char *start = parser->at;
    char names[512];
    unsigned given = 0;

    if (!parse_name(parser, algorithm_name, &rule->algorithm)
        || !coll_rabred_serves(&coll_rabred_algorithms[rule->algorithm], parser->collective)) {
        coll_rabred_rules_names(parser->collective, names, sizeof(names));
        return refuse(parser, "\"%.*s\" is not one of %s", (int) strcspn(start, ",("), start, names);
    }
    if (!accept(parser, '(')) {
        return true;
    }
    do {
        if (!parse_argument(parser, rule, &given)) {
            return false;
        }
    } while (accept(parser, ','));
    return expect(parser, ')');
}

static bool parse_rule(parser_t *parser, coll_rabred_rule_t *rule)
{
    const char *start = parser->at;
    *rule = (coll_rabred_rule_t) {.to = SIZE_MAX, .most = SIZE_MAX, .text = (size_t) (start - parser->string)};
    for (int i = 0; i < COLL_RABRED_ARGUMENTS; i++) {
        rule->argument[i] = coll_rabred_arguments[i].otherwise;
    }
    if (!parse_bytes(parser, &rule->from) || !expect(parser, '-')) {
        return false;
    }
    if (':' != *parser->at && '&' != *parser->at && !parse_bytes(parser, &rule->to)) {
        return false;
    }
    if (rule->from >= rule->to) {
        return refuse(parser, "the range of \"%.*s\" is empty", (int) strcspn(start, ":"), start);
    }
    while (accept(parser, '&')) {
        if (!parse_guard(parser, rule)) {
            return false;
        }
    }
    if (rule->fewest > rule->most) {
        return refuse(parser, "no number of processes meets the guards of \"%.*s\"", (int) strcspn(start, ":"), start);
    }
    if (!expect(parser, ':') || !parse_algorithm(parser, rule)) {
        return false;
    }
    rule->length = (size_t) (parser->at - start);
    return true;
}

static bool overlap(const coll_rabred_rule_t *a, const coll_rabred_rule_t *b)
{
    return a->from < b->to && b->from < a->to && a->fewest <= b->most && b->fewest <= a->most;
}

static bool parse_rules(parser_t *parser, coll_rabred_rules_t *rules)
{
    do {
        coll_rabred_rule_t *grown = realloc(rules->rule, (rules->count + 1) * sizeof(*grown));
        if (NULL == grown) {
            return refuse(parser, "out of memory");
        }
        rules->rule = grown;
        coll_rabred_rule_t *rule = &grown[rules->count];
        if (!parse_rule(parser, rule)) {
            return false;
        }
        for (size_t i = 0; i < rules->count; i++) {
            if (overlap(&grown[i], rule)) {
                return refuse(parser, "\"%.*s\" overlaps \"%.*s\"", (int) rule->length, parser->string + rule->text,
                              (int) grown[i].length, parser->string + grown[i].text);
            }
        }
        rules->count++;
    } while (accept(parser, ','));
    return '\0' == *parser->at || refuse(parser, "a comma is missing %s", here(parser));
}

bool coll_rabred_rules_parse(coll_rabred_rules_t *rules, const char *string, coll_rabred_collective_t collective,
                             char *error, size_t error_size)
{
    *rules = (coll_rabred_rules_t) {.string = malloc(strlen(string) + 1)};
    if (NULL == rules->string) {
        snprintf(error, error_size, "out of memory");
        return false;
    }
    strcpy(rules->string, string);
    parser_t parser = {.string = rules->string, .at = rules->string, .collective = collective, .error = error,
                       .error_size = error_size};
    bool right = parse_rules(&parser, rules);
    if (!right) {
        coll_rabred_rules_free(rules);
    }
    return right;
}

void coll_rabred_rules_free(coll_rabred_rules_t *rules)
{
    free(rules->string);
    free(rules->rule);
    *rules = (coll_rabred_rules_t) {.string = NULL};
}

const coll_rabred_rule_t *coll_rabred_rules_find(const coll_rabred_rules_t *rules, size_t processes, size_t bytes)
{
    for (size_t i = 0; i < rules->count; i++) {
        const coll_rabred_rule_t *rule = &rules->rule[i];
        /* An open end takes in the largest number, too. */
        if (bytes >= rule->from && (bytes < rule->to || SIZE_MAX == rule->to)
            && processes >= rule->fewest && processes <= rule->most) {
            return rule;
        }
    }
    return NULL;
}

void coll_rabred_rules_names(coll_rabred_collective_t collective, char *names, size_t size)
{
    size_t used = 0;

    names[0] = '\0';
    for (const coll_rabred_algorithm_t *algorithm = coll_rabred_algorithms; NULL != algorithm->name; algorithm++) {
        if (coll_rabred_serves(algorithm, collective) && used < size) {
            used += (size_t) snprintf(names + used, size - used, "%s%s", 0 == used ? "" : ", ", algorithm->name);
        }
    }
}

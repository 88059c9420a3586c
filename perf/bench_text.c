/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "bench_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *bench_next_item(const char *text, char *item, size_t item_bytes)
{
    int depth = 0;
    const char *end = text;
    for (; *end != '\0' && (*end != ',' || depth > 0); end++) {
        depth += (*end == '(') - (*end == ')');
    }
    snprintf(item, item_bytes, "%.*s", (int)(end - text), text);
    return *end == ',' ? end + 1 : end;
}

bool bench_parse_bytes(const char *text, size_t *bytes)
{
    const char units[] = "kmg";
    const unsigned long largest = 1ul << 30;
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || number > largest) {
        return false;
    }
    if (*end != '\0' && strchr(units, *end) != NULL) {
        number <<= 10 * (size_t)(strchr(units, *end) - units + 1);
        end++;
    }
    *bytes = number;
    return *end == '\0' && number > 0 && number <= largest;
}

void bench_clean_field(char *text)
{
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        if ((*from == ' ' || *from == '\t') && (from[1] == ' ' || from[1] == '\t' || from[1] == '\0')) {
            continue;
        }
        *to++ = (char)(*from == ',' ? ';' : *from == '"' ? '\'' : *from == '\t' ? ' ' : *from);
    }
    *to = '\0';
}

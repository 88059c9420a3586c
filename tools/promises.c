/*
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "promises.h"

void promises_print(FILE *stream, unsigned promises, unsigned needs, const char *quote, const char *separator)
{
    static const struct { const char *word; unsigned promises, needs; } words[] = {
        {"same", COLL_RABRED_SAME, 0},
        {"ordered", COLL_RABRED_ORDERED, 0},
        {"one-bracketing", COLL_RABRED_ONE_BRACKETING, 0},
        {"canonical", COLL_RABRED_CANONICAL, 0},
        {"commutative-only", 0, COLL_RABRED_COMMUTATIVE},
        {"exact-only", 0, COLL_RABRED_EXACT}
    };
    const char *between = "";

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (promises & words[i].promises || needs & words[i].needs) {
            fprintf(stream, "%s%s%s%s", between, quote, words[i].word, quote);
            between = separator;
        }
    }
}

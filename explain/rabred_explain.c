/*
 * rabred_explain: which algorithm rabred's model takes for a call, and what it predicts for all others.
 *
 * Exit status: 0; 1 if the output cannot be written or gnuplot fails; 2 for what is no question, or a picture that cannot be written.
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include "map.h"
#include "ranking.h"

#include <errno.h>
#include <string.h>

int main(int argc, char **argv)
{
    const options_t options = options_read(argc, argv);

    if (NULL != options.answer) {
        fputs(options.answer, stdout);
    } else if (NULL == options.map) {
        ranking_print(stdout, &options);
    } else if (!map_draw(&options)) {
        fprintf(stderr, "rabred_explain: gnuplot failed to draw %s%s\n", options.map, map_has_gnuplot() ? "" : "; is it installed?");
        return 1;
    }
    bool failed = ferror(stdout);
    if (0 != fclose(stdout) || failed) {
        fprintf(stderr, "rabred_explain: cannot write: %s\n", strerror(errno));
        return 1;
    }
    return 0;
}

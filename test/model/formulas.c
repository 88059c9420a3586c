#include "../../coll_rabred/choose/machine.h"
#include "played.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    int to = argc > 1 ? atoi(argv[1]) : 40;
    const char *only = argc > 2 ? argv[2] : NULL;
    int detail = argc > 3 ? atoi(argv[3]) : 0;
    for (int a = 0; coll_rabred_algorithms[a].name; a++) {
        if (only && strcmp(only, coll_rabred_algorithms[a].name)) continue;
        for (int col = 0; col < 3; col++) {
            if (!coll_rabred_serves(&coll_rabred_algorithms[a], col)) continue;
            double worst_hi = 1, worst_lo = 1; char hi[200] = "", lo[200] = ""; int bad = 0, all = 0;
            for (int p = 2; p <= to; p++) {
                if (!coll_rabred_admits(&coll_rabred_algorithms[a], p)) continue;
                if (p > 40 && (p % 7) != 3 && (p & (p - 1)) && ((p-1) & (p - 2)) && ((p + 1) & p)) continue;
                static const size_t th[] = {0, SIZE_MAX, 3}, rad[] = {0, 2, 3, 5}, pie[] = {1, 2, 7, 32};
                for (int ti = 0; ti < 3; ti++) for (int perm = 0; perm < 2; perm++) for (int ri = 0; ri < 4; ri++) for (int dbl = 0; dbl < 2; dbl++) for (int pi = 0; pi < 4; pi++) {
                    coll_rabred_problem_t pr = {.collective = col, .algorithm = a, .processes = p};
                    const coll_rabred_algorithm_t *al = &coll_rabred_algorithms[a];
                    if (!coll_rabred_takes(al, col, COLL_RABRED_THRESHOLD) && ti) continue;
                    if (!coll_rabred_takes(al, col, COLL_RABRED_PERMUTED) && perm) continue;
                    if (!coll_rabred_takes(al, col, COLL_RABRED_RADIX) && ri) continue;
                    if (!coll_rabred_takes(al, col, COLL_RABRED_DOUBLING) && dbl) continue;
                    if (!coll_rabred_takes(al, col, COLL_RABRED_PIECES) && pi) continue;
                    if (coll_rabred_takes(al, col, COLL_RABRED_DOUBLING) && rad[ri] > 2 && dbl) continue;
                    pr.argument[0] = th[ti]; pr.argument[1] = perm; pr.argument[2] = rad[ri]; pr.argument[3] = dbl; pr.argument[4] = coll_rabred_takes(al, col, COLL_RABRED_PIECES) ? pie[pi] : 0;
                    played_t pl = played_build(&pr);
                    size_t blocks = pl.schedule[0]->problem.blocks;
                    for (int cl = 0; cl < 2; cl++) for (size_t bytes = 8; bytes <= 1 << 26; bytes *= 8) {
                        size_t el = bytes / 8;
                        if (el < blocks) continue;
                        double t = played_time(&pl, &coll_rabred_machine_defaults[cl], el, 8);
                        double f = (double) coll_rabred_time(&pr, coll_rabred_machine_defaults, cl, el, 8);
                        double r = f / t; all++;
                        if (r > 1.05 || r < 1 / 1.05) bad++;
                        char where[200]; snprintf(where, 200, "p %d th %zu perm %d rad %zu dbl %d pie %zu bytes %zu class %d: %.0f played %.0f", p, th[ti] > 1000 ? 999 : th[ti], perm, rad[ri], dbl, pie[pi], bytes, cl, f, t);
                        if (detail && (r > 1.05 || r < 1/1.05) && detail-- > 0) printf("   %.3f %s\n", r, where);
                        if (r > worst_hi) { worst_hi = r; strcpy(hi, where); }
                        if (r < worst_lo) { worst_lo = r; strcpy(lo, where); }
                    }
                    played_free(&pl);
                }
            }
            printf("%-28s %-14s bad %d/%d  %.3f (%s)  %.3f (%s)\n", coll_rabred_algorithms[a].name, coll_rabred_collective_names[col], bad, all, worst_hi, hi, worst_lo, lo);
        }
    }
}

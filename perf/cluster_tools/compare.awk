# Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
#
# Allreduce on the emulated cluster beside the model:
#
#     awk -f compare.awk [-v column=median_us] PREDICTIONS JOB ...
#
# PREDICTIONS is what `perf/scale model` wrote with --csv for this latency and byte time, with overhead and times of reducing
# and copying 0; its loggp lines count. Each JOB is the CSV of one job of perf/bench. coll/tuned is predicted by the same
# algorithms of rabred.
# Prints a line for each entry, p and length: predicted and measured (the median of the jobs) microseconds; then how many
# pairs the model separates by 10 % and measures in its order, and how well the ratios of all pairs repeat.

BEGIN {
    FS = ","
    if (column == "") column = "median_us"
    same["recursivedoubling"] = "recursive_doubling"
    same["basic_linear"] = "linear"
    same["redscat_allgather"] = "halving_doubling"
}

FNR == 1 {
    for (i = 1; i <= NF; i++) field[$i] = i
    jobs += ("entry" in field)
    next
}

!jobs && $field["network"] == "loggp" && $field["collective"] == "allreduce" {
    model[$field["algorithm"], $field["np"], $field["bytes"]] = 1e6 * $field["seconds"]
}

jobs && NF >= field[column] {
    p = $field["p"]; bytes = $field["bytes"]; entry = $field["entry"]
    cell = p SUBSEP bytes
    if (!((cell, entry) in predicted)) {
        if (!(cell in entries)) order[cells++] = cell
        member[cell, entries[cell]++] = entry
        name = $field["algorithm"]
        predicted[cell, entry] = model[name in same ? same[name] : name, p, bytes]
    }
    time[cell, entry, jobs] = $field[column]
}

function sort(list, n,    i, j, x) {
    for (i = 2; i <= n; i++) {
        x = list[i]
        for (j = i - 1; j > 0 && list[j] > x; j--) list[j + 1] = list[j]
        list[j + 1] = x
    }
}

function middle(list, n) {
    sort(list, n)
    return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
}

# The median over the jobs of an entry's time, divided by that of another entry if there is one. Sets deviation: how far
# the job that is furthest away is from it.
function over_jobs(cell, entry, other,    j, list, n, m) {
    for (j = 1; j <= jobs; j++)
        if ((cell, entry, j) in time && (other == "" || (cell, other, j) in time))
            list[++n] = time[cell, entry, j] / (other == "" ? 1 : time[cell, other, j])
    m = middle(list, n)
    deviation = list[n] / m - 1 > 1 - list[1] / m ? list[n] / m - 1 : 1 - list[1] / m
    return m
}

function pair(cell, one, other,    by_model, ratio) {
    by_model = predicted[cell, one] / predicted[cell, other]
    ratio = over_jobs(cell, one, other)
    deviations[++pairs] = deviation
    close_by += deviation <= 0.03
    if (by_model < 1.1 && by_model > 1 / 1.1) return
    separated++
    if ((by_model < 1) == (ratio < 1)) right++
    else wrong = wrong sprintf("    p = %s, %s bytes: %s / %s is %.2f, predicted %.2f\n", substr(cell, 1, index(cell, SUBSEP) - 1),
                               substr(cell, index(cell, SUBSEP) + 1), one, other, ratio, by_model)
}

END {
    printf "%4s %8s  %-28s %12s %12s %6s %9s\n", "p", "bytes", "entry", "predicted_us", "measured_us", "ratio", "deviation"
    for (c = 0; c < cells; c++) {
        cell = order[c]
        split(cell, part, SUBSEP)
        for (i = 0; i < entries[cell]; i++) {
            entry = member[cell, i]
            if (!predicted[cell, entry]) continue
            m = over_jobs(cell, entry, "")
            quotients[++lines] = m / predicted[cell, entry]
            printf "%4s %8s  %-28s %12.0f %12.0f %6.3f %8.1f%%\n", part[1], part[2], entry, predicted[cell, entry], m, quotients[lines], 100 * deviation
            for (k = 0; k < i; k++) if (predicted[cell, member[cell, k]]) pair(cell, member[cell, k], entry)
        }
    }
    printf "\n%d jobs, %s\n", jobs, column
    printf "pairs that the model separates by 10 %%: %d of %d in its order\n%s", right, separated, wrong
    m = middle(quotients, lines)
    printf "measured / predicted: median %.3f, 5 to 95 %%: %.3f to %.3f\n", m, quotients[int(1 + 0.05 * (lines - 1))], quotients[int(1 + 0.95 * (lines - 1))]
    m = middle(deviations, pairs)
    printf "ratios of pairs, job furthest from the median: within 3 %% for %d of %d; median %.1f %%, 95 %% of them %.1f %%, worst %.1f %%\n",
           close_by, pairs, 100 * m, 100 * deviations[int(1 + 0.95 * (pairs - 1))], 100 * deviations[pairs]
}

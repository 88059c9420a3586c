# Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
#
# What rabred's model predicted beside what was measured, from predicted.csv, as an aligned table: for each eager limit, operator and
# collective, and for all. Where predicted_us is empty no time was predicted.

BEGIN { FS = "," }

FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }

function add(key, off, where,    far) {
    if (!(key in n)) keys[++key_count] = key
    n[key]++
    if (off > 0) {
        timed[key]++
        sum[key] += log(off)
        far = off < 1 ? 1 / off : off
        within[key] += off >= 0.85 && off <= 1.15
        if (far > farthest[key] + 0) { farthest[key] = far; at_farthest[key] = sprintf("%.2f  %s", off, where) }
    }
    served[key] += $at["rabred_algorithm"] == "rabred:" $at["predicted_algorithm"]
    if ($at["forced_ratio"] != "") { forced[key]++; near[key] += $at["forced_ratio"] * 1.05 >= 1 }
}

{
    off = $at["predicted_us"] == "" ? 0 : $at["rabred_us"] / $at["predicted_us"]
    where = "p = " $at["p"] ", " $at["bytes"] " bytes, " $at["predicted_algorithm"]
    add($at["eager"] SUBSEP $at["operator"] SUBSEP $at["collective"], off, where)
    add("all" SUBSEP "" SUBSEP "", off, $at["collective"] ", " where)
}

function print_line(key,    part, best) {
    split(key, part, SUBSEP)
    best = key in forced ? near[key] " of " forced[key] : "-"
    printf "%-8s %-18s %-21s %6d %7s %6s %7d %9s  %s\n", part[2] == "" ? "all" : part[1], part[2], part[3], n[key], key in timed ? within[key] : "-", \
        key in timed ? sprintf("%.2f", exp(sum[key] / timed[key])) : "-", served[key], best, key in timed ? at_farthest[key] : "-"
}

END {
    if (key_count == 0) exit
    print "\nWhat the model predicts for its choice. within: points that took within 15 % of it; mean: measured over predicted; served: by the algorithm"
    print "predicted; best: points at most 5 % above the best of rabred's algorithms, each forced."
    printf "%-8s %-18s %-21s %6s %7s %6s %7s %9s  %s\n", "eager", "operator", "collective", "points", "within", "mean", "served", "best", "farthest, and where"
    for (k = 1; k <= key_count; k++) if (keys[k] !~ "^all" SUBSEP SUBSEP) print_line(keys[k])
    print_line("all" SUBSEP "" SUBSEP "")
}

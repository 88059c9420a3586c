# Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
#
# What points.awk wrote, as aligned tables: geometric means for each eager limit, operator and collective; then the ratio for each p and
# size. Variables: sizes, as they were asked for; latency_us.

BEGIN { FS = ","; size_count = split(sizes, size, ",") }

FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }

function remember(key) {
    if (!(key in known)) { known[key] = 1; groups[++group_count] = key }
}

function is_power(p) {
    while (p % 2 == 0) p /= 2
    return p == 1
}

function add(key, ratio, over_default, of_played, where) {
    n[key]++
    if (of_played > 0) { played_n[key]++; played_sum[key] += log(of_played) }
    sum[key] += log(ratio)
    if (over_default > 0) { default_n[key]++; default_sum[key] += log(over_default) }
    below[key] += ratio < 0.95
    if (!(key in worst) || ratio < worst[key]) { worst[key] = ratio; at_worst[key] = where }
}

{
    group = $at["eager"] SUBSEP $at["operator"] SUBSEP $at["collective"]
    remember(group)
    p = $at["p"]
    if (!((group, p) in row)) { row[group, p] = 1; rows[group] = rows[group] " " p }
    ratio[group, p, $at["size"]] = $at["ratio"]
    floor[p] = $at["floor_us"]
    where = "p = " p ", " $at["bytes"] " bytes, " ($at["rival_algorithm"] == $at["rival"] ? "" : $at["rival"] " ") $at["rival_algorithm"]
    add(group SUBSEP (is_power(p) ? "powers" : "others"), $at["ratio"], $at["over_default"], $at["played_us"] / $at["rabred_us"], where)
}

function mean(total, count) {
    return count > 0 ? sprintf("%.2f", exp(total / count)) : "-"
}

function short(bytes) {
    if (bytes % 1048576 == 0) return bytes / 1048576 "Mi"
    if (bytes % 1024 == 0) return bytes / 1024 "Ki"
    return bytes
}

function print_means(    g, part, k, kinds, kind, key) {
    split("others powers", kinds, " ")
    print "Geometric means over p and sizes. best: time of the best of the others over rabred's; default: the same of MPI's own choice. Above 1 rabred is faster."
    print "model: the least time that the model of the network (no CPU, messages one after the other) gives to any algorithm of rabred, over rabred's time."
    printf "%-8s %-18s %-21s %-15s %6s %6s %7s %6s %6s %6s  %s\n", "eager", "operator", "collective", "p", "points", "best", "default", "model", "<0.95", "worst", "where, and what was faster there"
    for (g = 1; g <= group_count; g++) {
        split(groups[g], part, SUBSEP)
        for (k = 1; k <= 2; k++) {
            kind = kinds[k]
            key = groups[g] SUBSEP kind
            if (n[key])
                printf "%-8s %-18s %-21s %-15s %6d %6s %7s %6s %6d %6.2f  %s\n", part[1], part[2], part[3], kind == "powers" ? "powers of two" : "others", n[key], \
                    mean(sum[key], n[key]), mean(default_sum[key], default_n[key]), mean(played_sum[key], played_n[key]), below[key], worst[key], at_worst[key]
        }
    }
}

function sort(list, count,    i, j, x) {
    for (i = 2; i <= count; i++) {
        x = list[i]
        for (j = i - 1; j >= 1 && list[j] + 0 > x + 0; j--) list[j + 1] = list[j]
        list[j + 1] = x
    }
}

function print_ratios(group,    part, i, k, p, count) {
    split(group, part, SUBSEP)
    printf "\n%s, %s, eager %s: time of the best of the others over rabred's\n", part[3], part[2], part[1] == "all" ? "for all" : "by default"
    printf "%4s %18s", "p", "CPU floor"
    for (i = 1; i <= size_count; i++) printf " %7s", short(size[i])
    print ""
    count = split(rows[group], p, " ")
    sort(p, count)
    for (k = 1; k <= count; k++) {
        printf "%4d %18s", p[k], floor[p[k]] == "" ? "-" : sprintf("%d us, %.1f %%", floor[p[k]], 100 * floor[p[k]] / latency_us)
        for (i = 1; i <= size_count; i++) printf " %7s", (group, p[k], size[i]) in ratio ? sprintf("%.2f", ratio[group, p[k], size[i]]) : "-"
        print ""
    }
}

END {
    print_means()
    print "\nCPU floor: what this machine adds to a message when all hosts send at once, and its share of the latency."
    for (g = 1; g <= group_count; g++) print_ratios(groups[g])
}

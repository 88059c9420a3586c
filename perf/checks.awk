# Sums up what was run with more ranks than processors: the results count, the times do not. Argument: the CSV of bench.

BEGIN {
    FS = ","
    format = "%-20s %2s %8s %8s %-8s  %s\n"
}

FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }

$at["oversubscribed"] != "yes" { next }

{
    key = $at["p"] SUBSEP $at["collective"]
    algorithm = $at["algorithm"]
    if (!(key in calls)) {
        keys[++key_count] = key
        verdict[key] = "right"
    }
    calls[key] += $at["calls"]
    if ($at["verified"] != "yes") verdict[key] = "WRONG"
}

$at["entry"] == "rabred" {
    lengths[key]++
    if (!((key, algorithm) in seen)) {
        seen[key, algorithm] = 1
        algorithms[key] = algorithms[key] (algorithms[key] ? " " : "") algorithm
    }
}

END {
    if (key_count == 0) exit
    print "More ranks than processors: results checked, times (in results.csv) are oversubscribed, not a result."
    printf format, "collective", "p", "lengths", "calls", "results", "rabred_algorithms"
    for (i = 1; i <= key_count; i++) {
        split(keys[i], part, SUBSEP)
        printf format, part[2], part[1], lengths[keys[i]], calls[keys[i]], verdict[keys[i]], algorithms[keys[i]]
    }
}

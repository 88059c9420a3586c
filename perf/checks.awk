# Sums up what was run with more ranks than processors: the results count, the times do not. Argument: the CSV of bench.

BEGIN {
    FS = ","
    format = "%-20s %2s %8s %8s %-8s  %s\n"
}

FNR == 1 || $2 != "yes" { next }

{
    key = $1 SUBSEP $3
    if (!(key in calls)) {
        keys[++key_count] = key
        verdict[key] = "right"
    }
    calls[key] += $13
    if ($14 != "yes") verdict[key] = "WRONG"
}

$5 == "A" {
    lengths[key]++
    if (!((key, $7) in seen)) {
        seen[key, $7] = 1
        algorithms[key] = algorithms[key] (algorithms[key] ? " " : "") $7
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

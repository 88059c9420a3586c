# The table of perf/consistency, from rows of bench: the smaller median of the jobs of what is on the left of <= over that on the right.
function time_of(collective, place) {
    return time[entry, collective, p, bytes[p, place]]
}
function note(rule, left, right) {
    if (left == "" || right == "") {
        printf " %8s", "-"
        return
    }
    printf " %8.2f", left / right
    points[entry, rule]++
    beyond[entry, rule] += left > 1.05 * right
    if (left / right > worst[entry, rule])
        worst[entry, rule] = left / right
}
BEGIN {
    FS = ","
    rules = split("allreduce <= reduce+bcast|allreduce <= reduce_scatter_block+allgather|reduce <= allreduce|reduce_scatter <= allreduce|" \
                  "reduce_scatter_block <= allreduce|allreduce <= of the next length|reduce <= of the next length|" \
                  "reduce_scatter <= of the next length|reduce_scatter_block <= of the next length", rule, "|")
}
FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
$1 == "date" || NF < 20 || $at["median_us"] == "" { next }
{
    entry = $at["entry"]; p = $at["p"]
    key = entry SUBSEP $at["collective"] SUBSEP p SUBSEP $at["bytes"]
    wrong += $at["verified"] != "yes"
    if (!(key in time) || $at["median_us"] + 0 < time[key])
        time[key] = $at["median_us"] + 0
    if (!((p, $at["bytes"]) in known)) {
        known[p, $at["bytes"]]
        bytes[p, ++lengths[p]] = $at["bytes"]
        if (lengths[p] == 1)
            process[++processes] = p
    }
    if (!(entry in entries)) {
        entries[entry]
        name[++names] = entry
    }
}
END {
    for (r = 1; r <= rules; r++)
        printf "%d: %s\n", r, rule[r]
    printf "\n%-8s %3s %9s %14s", "", "p", "bytes", "allreduce_us"
    for (r = 1; r <= rules; r++)
        printf " %8d", r
    print ""
    for (n = 1; n <= names; n++)
        for (k = 1; k <= processes; k++)
            for (i = 1; i <= lengths[p = process[k]]; i++) {
                entry = name[n]
                printf "%-8s %3d %9d %14.1f", entry, p, bytes[p, i], time_of("allreduce", i)
                for (r = 1; r <= rules; r++) {
                    split(rule[r], word, " ")
                    note(r, time_of(word[1], i), word[3] == "of" ? (i < lengths[p] ? time_of(word[1], i + 1) : "") : time_of(word[3], i))
                }
                print ""
            }
    for (n = 1; n <= names; n++) {
        print ""
        for (r = 1; r <= rules; r++)
            printf "%-8s %-50s beyond 1.05: %d of %d, most %.2f\n", name[n], rule[r], beyond[name[n], r], points[name[n], r], worst[name[n], r]
    }
    if (wrong)
        print "wrong results: " wrong
    exit wrong > 0
}

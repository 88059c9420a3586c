# Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
#
# The cells of perf/compare to one line for each eager limit, operator, collective, p and length. Arguments: CSVs of bench whose labels
# are the eager limit and the job; floor-*-p<P>-<J>.csv, lines of perf/cluster's probe; and what perf/scale model plays. Variables: sizes that were asked for; alpha_us
# and byte_us of the network.
#
# The best rival is the one with the smallest median, over the odd jobs, of its time over rabred's in that job; `ratio` is the median of
# that over the even jobs; of rabred's algorithms, forced, the best is chosen and compared in the same way. What was dropped in a job as
# too slow or wrong is infinitely slow there; a job in which all of rabred's calls at a point were late says nothing of it. To the file
# `times`, if there is that variable, goes a line for each entry with its median over the jobs.

function list_add(point, entry, set, value) {
    count[point, entry, set]++
    values[point, entry, set] = values[point, entry, set] " " value
}

# The median of a list; -1 of none. Sets least, most.
function median(text,    value, n, i, j, x) {
    n = split(text, value, " ")
    for (i = 2; i <= n; i++) {
        x = value[i] + 0
        for (j = i - 1; j >= 1 && value[j] + 0 > x; j--) value[j + 1] = value[j]
        value[j + 1] = x
    }
    least = value[1]; most = value[n]
    return n == 0 ? -1 : (value[int((n + 1) / 2)] + value[int(n / 2) + 1]) / 2
}

# The place in the list of the size nearest to a length.
function nearest(bytes,    i, best, distance, off) {
    for (i = 1; i <= size_count; i++) {
        off = log(bytes / size[i])
        off = off < 0 ? -off : off
        if (best == "" || off < distance) { best = i; distance = off }
    }
    return best
}

# The sizes that were asked for, of lengths that bench rounded: the nearest, but those of one p are different, as the lengths are.
function find_sizes(    k, j, order, point, group, place, last) {
    for (k = 1; k <= point_count; k++) {
        for (j = k - 1; j >= 1 && bytes[order[j]] + 0 < bytes[points[k]] + 0; j--) order[j + 1] = order[j]
        order[j + 1] = points[k]
    }
    for (k = 1; k <= point_count; k++) {
        point = group = order[k]
        sub(/,[^,]*$/, "", group)
        place = nearest(bytes[point])
        if (group in last && place >= last[group]) place = last[group] - 1
        last[group] = place
        nominal[point] = size[place]
    }
}

BEGIN {
    FS = ","
    infinite = 1e30   # so slow; a median of several may be half of it
    longest = 1e20    # that is a time
    size_count = split(sizes, size, ",")
}

FNR == 1 {
    split("", at)
    for (i = 1; i <= NF; i++) at[$i] = i
    floor_p = ""
    if (match(FILENAME, /floor[^\/]*-p[0-9]+-[0-9]+\.csv$/)) {
        split(FILENAME, part, "-p")
        for (i in part) floor_p = part[i] ~ /^[0-9]+-[0-9]+\.csv$/ ? part[i] + 0 : floor_p
    }
}

floor_p != "" { split($0, part, " "); floors[floor_p] = floors[floor_p] " " part[2] - alpha_us - 8 * byte_us; next }

"network" in at {
    key = $at["collective"] SUBSEP $at["np"] SUBSEP $at["bytes"]
    if ($at["network"] == "loggp" && (!(key in played) || 1e6 * $at["seconds"] < played[key])) played[key] = 1e6 * $at["seconds"]
    next
}

FNR > 1 {
    split($at["label"], label, " ")
    point = label[1] "," $at["operator"] "," $at["collective"] "," $at["p"] "," $at["bytes"]
    entry = $at["mpi"] ~ /^MPICH/ ? "mpich" : $at["entry"]
    if (!(point in known)) { known[point] = 1; points[++point_count] = point; bytes[point] = $at["bytes"]; p[point] = $at["p"]; blocking[point] = $at["collective"]; sub(/^i/, "", blocking[point]) }
    if (!((point, entry) in who)) entries[point] = entries[point] " " entry
    who[point, entry] = $at["component"] == "-" ? entry : $at["component"] ":" $at["algorithm"]
    time[point, entry, label[2]] = $at["median_us"] == "" || $at["verified"] != "yes" ? infinite : $at["median_us"]
    if (label[2] > jobs) jobs = label[2]
}

# Times of an entry and their ratios to rabred's, by halves of the jobs.
function collect(point, entry,    j, ratio) {
    for (j = 1; j <= jobs; j++) {
        if (!((point, entry, j) in time) || !((point, "rabred", j) in time) || time[point, "rabred", j] > longest) continue
        ratio = time[point, entry, j] < longest ? time[point, entry, j] / time[point, "rabred", j] : infinite
        list_add(point, entry, j % 2 ? "chooses" : "compares", ratio)
        list_add(point, entry, "ratios", ratio)
        list_add(point, entry, "times", time[point, entry, j])
    }
}

# Of the rivals, or of rabred's forced algorithms, the one with the best median on the odd jobs that has a time on the even ones.
function choose(point, names, n, kind,    i, value, compared, best, best_value) {
    for (i = 1; i <= n; i++) {
        if (kind != (names[i] ~ /^rabred:/ ? "forced" : names[i] ~ /^rabred/ ? "" : "rival")) continue
        value = median(values[point, names[i], "chooses"])
        compared = median(values[point, names[i], "compares"])
        if (value < 0 || value > longest || compared < 0 || compared > longest) continue
        if (best == "" || value < best_value) { best = names[i]; best_value = value }
    }
    return best
}

function fastest(point, names, n,    i, value, best, best_value) {
    for (i = 1; i <= n; i++) {
        value = median(values[point, names[i], "times"])
        if (value > 0 && value < longest && (best == "" || value < best_value)) { best = names[i]; best_value = value }
    }
    return best
}

function lookup(collective, processes, size) {
    return (collective, processes, size) in played ? played[collective, processes, size] : -1
}

function shown(value) {
    return value < 0 || value > longest ? "" : sprintf("%.4g", value)
}

function print_times(point, names, n,    i, value) {
    for (i = 1; i <= n; i++) {
        value = shown(median(values[point, names[i], "times"]))
        if (value != "") printf "%s,%d,%s,%s,%s\n", point, nominal[point], names[i], who[point, names[i]], value >times
    }
}

END {
    find_sizes()
    if (times != "") print "eager,operator,collective,p,bytes,size,entry,algorithm,median_us" >times
    print "eager,operator,collective,p,bytes,size,jobs,floor_us,rabred_us,rabred_algorithm,default_us,default_algorithm,rival,rival_algorithm,rival_us,ratio,lowest,highest,over_default,played_us,fastest,fastest_algorithm,forced,forced_ratio"
    for (k = 1; k <= point_count; k++) {
        point = points[k]
        n = split(entries[point], names, " ")
        for (i = 1; i <= n; i++) collect(point, names[i])
        if (times != "") print_times(point, names, n)
        rival = choose(point, names, n, "rival")
        if (rival == "") { left_out++; continue }
        ratio = median(values[point, rival, "compares"]); lowest = least; highest = most
        first = fastest(point, names, n)
        forced = choose(point, names, n, "forced")
        printf "%s,%d,%d,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s\n", point, nominal[point], count[point, "rabred", "times"], \
            shown(median(floors[p[point]])), shown(median(values[point, "rabred", "times"])), who[point, "rabred"], \
            shown(median(values[point, "default", "times"])), who[point, "default"], rival, who[point, rival], \
            shown(median(values[point, rival, "times"])), shown(ratio), shown(lowest), shown(highest), \
            shown(median(values[point, "default", "ratios"])), shown(lookup(blocking[point], p[point], nominal[point])), first, who[point, first], \
            forced, forced == "" ? "" : shown(median(values[point, forced, "compares"]))
    }
    if (left_out) printf "tables: %d points have no job to choose in and one to compare in, and are left out\n", left_out >"/dev/stderr"
}

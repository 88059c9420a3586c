# The table of perf/shared_memory. Input: the raw samples of bench for two entries, ordered by collective, operator, bytes and time.
# Variables: first and second are the entries, border divides near from far in nanoseconds.

function median(list,    value, count) {
    count = split(list, value, " ")
    return count == 0 ? 0 : (value[int((count + 1) / 2)] + value[int(count / 2) + 1]) / 2
}

# Where the two processors were during a sample, by the round trips before and after it.
function label(before, after) {
    return before < border && after < border ? "near" : before >= border && after >= border ? "far" : "changed"
}

# The clock takes too large a part of less than a microsecond.
function rate(microseconds) {
    return microseconds >= 1 ? sprintf("%.1f", bytes / microseconds / 1000) : "-"
}

# Two processors that each reduce half of the vector, and copy half if the result is needed whole, need at least this long.
function limit(copy, reduce) {
    return copy >= 1 && reduce >= 1 ? sprintf("%.1f", reduce / 2 + (collective ~ /scatter/ ? 0 : copy / 2)) : "-"
}

function figure(value) {
    return value > 0 ? sprintf("%.2f", value) : "-"
}

function print_class(class,    a, b, copy, reduce) {
    a = median(times[class, first])
    b = median(times[class, second])
    copy = best["memcpy"]
    reduce = best["reduce_local"]
    printf format, collective, operator, bytes, class, figure(a), figure(b), figure(a > 0 ? b / a : 0), kept[class, first] + 0, \
        kept[class, second] + 0, changed + 0, late + 0, rate(copy), rate(reduce), limit(copy, reduce)
}

function kept_in(class) {
    return kept[class, first] + kept[class, second]
}

function print_cell() {
    if (kept_in("near") > 0) print_class("near")
    if (kept_in("far") > 0) print_class("far")
    if (kept_in("near") + kept_in("far") == 0) print_class("-")
    split("", times)
    split("", kept)
    split("", best)
    changed = late = 0
}

BEGIN {
    FS = ","
    print "A = " first ", B = " second "; microseconds, medians; ratio = B / A; copy and reduce: best GB/s of each processor; near < " border " ns <= far"
    format = "%-20s %-17s %9s %-4s %10s %10s %6s %6s %6s %7s %5s %6s %8s %9s\n"
    printf format, "collective", "operator", "bytes", "at", "A_us", "B_us", "ratio", "kept_A", "kept_B", "changed", "late", "copy", "reduce", \
        "limit_us"
}

cell != $1 "," $2 "," $3 {
    if (cell != "") print_cell()
    cell = $1 "," $2 "," $3
    collective = $1
    operator = $2
    bytes = $3
}

$5 == "inf" { if ($6 > 0) late++; next }

$4 == "memcpy" || $4 == "reduce_local" { if (!($4 in best)) best[$4] = $5; next }

label($6, $7) == "changed" { changed++; next }

{
    class = label($6, $7)
    times[class, $4] = times[class, $4] " " $5
    kept[class, $4]++
    trips[class]++
    trip_ns[class] += $6 + $7
}

function print_trips(class) {
    if (trips[class] > 0) printf "%s: %d samples, mean round trip %.0f ns\n", class, trips[class], trip_ns[class] / trips[class] / 2
}

END {
    if (cell != "") print_cell()
    print_trips("near")
    print_trips("far")
}

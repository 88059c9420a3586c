# Geometric means and extremes, for each collective: time before over time now, coll/tuned over rabred before and now.
FNR == 1 { split(FILENAME, file, /[-.]/) }
/^#/ { next }
$8 ~ /^(allreduce|reduce|reduce_scatter_block)$/ {
    key = file[1] " " $8 " " $10
    collective[key] = $8
    time[key, $12, file[2]] = $18
}
function count(name, ratio) {
    number[name]++
    sum[name] += log(ratio)
    if (!(name in least) || ratio < least[name]) least[name] = ratio
    if (ratio > most[name]) most[name] = ratio
    below[name] += ratio < 0.95
}
END {
    for (key in collective) {
        count(collective[key] ": before over now", time[key, "rabred", "0"] / time[key, "rabred", "default"])
        count(collective[key] ": tuned over rabred, before", time[key, "tuned", "0"] / time[key, "rabred", "0"])
        count(collective[key] ": tuned over rabred, now", time[key, "tuned", "default"] / time[key, "rabred", "default"])
    }
    for (name in number) printf "%-50s %2d points, mean %.2f, %.2f to %.2f, %d below 0.95\n", name, number[name], exp(sum[name] / number[name]), least[name], most[name], below[name] | "sort"
}

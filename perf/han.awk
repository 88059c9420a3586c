# The table of perf/han, from rows of bench. Each ratio is the geometric mean, over the jobs, of a time over rabred's in the same job.
BEGIN { FS = ","; ways = split("lanes default tasks simple tasks+rabred simple+rabred", way, " ") }
FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
$1 == "date" || NF < 20 || $at["median_us"] == "" { next }
{
    if ($at["verified"] != "yes")
        wrong[$at["label"], $at["entry"]]++
    cell = $at["collective"] " " $at["hosts"] " " $at["p"] / $at["hosts"] " " $at["bytes"]
    if (!(cell in sums)) {
        cells[++count] = cell
        sums[cell] = 0
    }
    if ($at["entry"] == "rabred") {
        rabred = $at["median_us"]
        sums[cell] += rabred
        jobs[cell]++
        next
    }
    key = $at["entry"]
    sub(/^rabred:/, "", key)
    if (key ~ /^han/)
        key = $at["label"] (key == "han" ? "" : "+rabred")
    logs[cell, key] += log($at["median_us"] / rabred)
    number[cell, key]++
}
function ratio(cell, key) {
    return (cell, key) in number ? logs[cell, key] / number[cell, key] : "none"
}
END {
    printf "%-10s %5s %5s %8s %11s", "collective", "hosts", "ranks", "bytes", "rabred_us"
    for (w = 1; w <= ways; w++)
        printf " %14s", way[w]
    print ""
    for (c = 1; c <= count; c++) {
        cell = cells[c]
        split(cell, word, " ")
        printf "%-10s %5d %5d %8d %11.1f", word[1], word[2], word[3], word[4], sums[cell] / jobs[cell]
        for (w = 1; w <= ways; w++) {
            value = ratio(cell, way[w])
            printf " %14s", value == "none" ? "-" : sprintf("%.2f", exp(value))
            if (value != "none") {
                means[word[1], w] += value
                terms[word[1], w]++
            }
        }
        print ""
        collectives[word[1]]
    }
    for (name in collectives) {
        printf "%-10s %31s", name, "geometric mean"
        for (w = 1; w <= ways; w++)
            printf " %14s", terms[name, w] ? sprintf("%.2f", exp(means[name, w] / terms[name, w])) : "-"
        print ""
    }
    for (key in wrong) {
        split(key, word, SUBSEP)
        print "wrong results: " word[2] ", " word[1]
    }
}

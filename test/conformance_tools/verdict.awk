# Judges what test/conformance has made: the lines of what can be forced, of the tests, and of what became of them:
#
#     awk -v logs=FOLDER -f verdict.awk OFFERS TESTS RESULTS
#
# A failure counts if stock Open MPI does not show it in the same run. Last line: N passed, N failed, N skipped; exit
# status 0 if nothing failed.

NR == FNR {
    offers[$1 " " $2] = 1
    next
}
$1 == "without" {
    skipped++
    print "skipped" substr($0, 8)
    next
}
$1 == "served" {
    served[$3 " " $4] += $5
    next
}
$1 == "result" {
    key = $2 " " $3 ", " $4 " processes"
    if ($5 == "stock")
        stock[key] = $6
    else {
        if ((key ", " $5) in rabred && $6 == "ok")   # a later line is a second try
            once[++retried] = key ", " $5 ": " rabred[key ", " $5]
        rabred[key ", " $5] = $6
    }
}
function shown(key,    pair, part, text) {
    for (pair in common) {
        split(pair, part, SUBSEP)
        if (part[1] == key)
            text = text (text ? ", " : "") part[2] " (" common[pair] " times)"
    }
    return text ? text : stock[key] == "timeout" ? "not run" : "right"
}
END {
    for (name in rabred) {
        key = name
        sub(/, [^,]*$/, "", key)
        if (rabred[name] == "skipped" || stock[key] == "skipped")
            skipped++
        else if (rabred[name] == "ok")
            passed++
        else if (stock[key] == "ok")
            alone[++failed] = name ": " rabred[name]
        else
            common[key, rabred[name]]++
    }
    for (key in stock)
        if (stock[key] != "ok" && stock[key] != "skipped") {
            skipped++
            both[++times] = key ": stock " stock[key] ", rabred " shown(key)
        }
    for (name in offers) {
        if (length(rabred) == 0)
            break                         # nothing could be run, as told
        if (served[name] > 0)
            passed++
        else
            alone[++failed] = "rabred has served no " name
        calls += served[name]
    }
    printf "%d failures that stock Open MPI shows, too; nothing is concluded from them:\n", times
    for (i = 1; i <= times; i++)
        print "    " both[i] | "sort"
    close("sort")
    printf "rabred served %d calls; %d failures that stock Open MPI does not show%s\n", calls, failed, failed ? " (" logs "):" : ""
    for (i = 1; i <= failed; i++)
        print "    FAILED " alone[i] | "sort"
    close("sort")
    if (retried) {
        printf "%d failed once and not again:\n", retried
        for (i = 1; i <= retried; i++)
            print "    " once[i] | "sort"
        close("sort")
    }
    printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
    exit failed > 0
}

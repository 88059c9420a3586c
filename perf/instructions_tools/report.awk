# What account.awk prints for one rank, as a line of a table or of CSV, or function by function. Variables: format
# (table, csv or functions), start (collective,bytes,np,algorithm,rank), component. Without input: the heading.
#
# Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause

function line(text,    word, i) {
    if (format == "csv") {
        print text
        return
    }
    split(text, word, ",")
    printf "%-20s %9s %3s %-32s %4s", word[1], word[2], word[3], word[4], word[5]
    for (i = 6; i <= 9; i++) printf " %12s", word[i]
    print ""
}

$1 == "call" { call = $2 }
$1 == "own" && ($4 ~ /^P?MPI_/ || $4 ~ /^ompi_coll_/ || $5 ~ /^mca_coll_/) { own += $2 }
$1 == "own" && $5 == "mca_coll_" component ".so" { served = 1 }
$1 == "operator" { operator += $2 }
{ lines[NR] = $0 }

END {
    if (NR == 0 && format != "functions") line("collective,bytes,np,algorithm,rank,instructions,own,helpers,operator")
    if (NR == 0) exit
    if (!served) {
        print "report.awk: " component " did not serve the call" >"/dev/stderr"
        exit 1
    }
    if (format != "functions") {
        line(start "," call "," own "," call - own "," operator + 0)
        exit
    }
    print start
    for (i = 1; i <= NR; i++) {
        split(lines[i], word, " ")
        printf "%10s %6s  %-9s %s (%s)\n", word[2], word[3], word[1], word[4], word[5] | "LC_ALL=C sort -k3,3 -k1,1nr"
    }
}

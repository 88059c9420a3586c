# Joins the two entries of each cell, the second of them stock Open MPI, into one line. Arguments: the CSV of bench for stock against
# stock, then that for rabred against stock. gnuplot reads the output too: no column may hold a space, except the last.

BEGIN {
    FS = ","
    printf "%-20s %2s %8s  %-24s %11s %11s %6s %6s\n", "collective", "p", "bytes", "rabred_algorithm", "stock_us", "rabred_us", "ratio", "noise"
}

FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; cell = ""; next }

{ last_cell = cell; cell = $at["p"] SUBSEP $at["collective"] SUBSEP $at["bytes"]; median = $at["median_us"] }

cell != last_cell { first_median = median; first_algorithm = $at["algorithm"]; next }

{ ratio = first_median > 0 && median > 0 ? sprintf("%.2f", median / first_median) : "-" }

FILENAME == ARGV[1] { noise[cell] = ratio; next }

{
    printf "%-20s %2d %8d  %-24s %11.2f %11.2f %6s %6s", $at["collective"], $at["p"], $at["bytes"], first_algorithm, median, first_median, \
        ratio, (cell in noise) ? noise[cell] : "-"
    print $at["oversubscribed"] == "yes" ? "  oversubscribed, not a result" : ""
}
